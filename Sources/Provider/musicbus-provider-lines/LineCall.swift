import BusProtocol
import MusicModel
import ProviderKit

/// One call that the program serves: its lines, and the requests that it makes.
struct LineCall: Sendable {
  let call: Call
  let program: LineProgram
  let requester: LineRequester
  let names: InstanceNames
  /// The kinds of ids that its results may have: `namespace:type`.
  let namespaces: [String]

  static let cancelled = Failure(.cancelled, "The call was cancelled.")
  private static let maxReason = 300

  /// The reply of the program, or the file at a URL of the call, for which no program is needed.
  func reply() async throws(Failure) -> Reply {
    do {
      switch call.method {
      case .artworkGet:
        let media = try await call.fetchArtwork(by: access) {
          try await files().map { Artwork(url: $0, role: .cover) }
        }
        return Reply(media: media)
      case .previewGet:
        let media = try await call.fetchPreview(by: access, files)
        return Reply(media: media)
      // The records name the URLs of whole songs, so that the program need not.
      case .streamGet: return Reply(media: try await call.fetchStream(by: access))
      case .songLyrics: return try lyrics(await run())
      case .collectionCheck: return try report(await run())
      default: return try reply(await run())
      }
    } catch {
      throw error as? Failure ?? LineCall.cancelled
    }
  }

  /// A file may be at an upstream, whose key it needs like any other request.
  private var access: Call.FileAccess {
    Call.FileAccess(
      request: { [call, requester] url throws(Failure) in try requester.request(to: url, call) },
      authorizing: { [call, requester] request, send throws(Failure) in
        try await requester.authorizing(request, call, send)
      }
    )
  }

  /// The URLs of the program for a file; none if it has no such file.
  private func files() async throws -> [String] {
    let line = try await run()
    guard line.file != nil || line.items == [] else {
      throw ended("without \"file\"", "its URL, or an empty \"items\" if there is none")
    }
    return line.files
  }

  private func reply(_ line: ProgramLine) throws(Failure) -> Reply {
    guard let items = line.items else {
      let member = line.file != nil ? "file" : line.lyrics != nil ? "lyrics" : "collection"
      throw ended("with \"\(member)\"", "\"items\"")
    }
    if line.total != nil || line.next != nil { call.state(total: line.total, position: line.next) }
    addRemarks(of: line)
    return Reply(entities(items))
  }

  private func lyrics(_ line: ProgramLine) throws(Failure) -> Reply {
    guard line.lyrics != nil || line.items == [] else {
      throw ended("without \"lyrics\"", "the text, or an empty \"items\" if there is none")
    }
    addRemarks(of: line)
    let lyrics = line.lyrics.flatMap { $0.isEmpty ? .ofInstrumental : Lyrics(text: $0) }
    return Reply(media: lyrics.map { Media($0) })
  }

  func ended(_ how: String, _ expected: String) -> Failure {
    Failure(
      .internalError,
      "The program ended a call of \(call.method) \(how). End it with \(expected)."
    )
  }

  func addRemarks(of line: ProgramLine) {
    for note in line.notes ?? [] { call.addNote(note) }
    if let freshMs = line.freshMs { call.shortenFreshness(toMs: freshMs) }
  }

  /// Passes the call to the program, and returns the line that ends it.
  private func run() async throws -> ProgramLine {
    let running = try await program.begin(call, names.translated(call.parameters))
    do {
      let terminal = try await withTaskCancellationHandler {
        try await lastLine(of: running)
      } onCancel: {
        Task { await program.cancel(running.id) }
      }
      if let problem = terminal.error {
        let code = ErrorCode(rawValue: problem.code)
        throw Failure(
          code,
          code == .internalError ? program.explained(problem.message) : problem.message,
          retryAfterMs: problem.retryAfterMs
        )
      }
      return terminal
    } catch {
      await program.cancel(running.id)
      throw error
    }
  }

  /// Handles the lines of the program up to the last one.
  private func lastLine(of running: LineProgram.RunningCall) async throws -> ProgramLine {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      for try await line in running.lines {
        if line.isTerminal { return line }
        if line.fetch != nil {
          group.addTask { await respond(to: line, of: running.id) }
        } else {
          handle(line)
        }
      }
      throw LineCall.cancelled
    }
  }

  private func handle(_ line: ProgramLine) {
    if let reason = line.skip { call.skip(String(reason.prefix(LineCall.maxReason))) }
    if let part = line.part { call.stream(entities(part)) }
  }

  /// The results that are artists, albums and songs; others are skipped.
  private func entities(_ values: [JSONValue]) -> [Entity] {
    values.compactMap { value in
      do throws(UnusableRecord) {
        let entity = try outside(value).entity()
        let kind = "\(entity.id.namespace):\(entity.id.type)"
        guard namespaces.contains(kind) else {
          throw UnusableRecord("an id of a namespace that is not in the manifest: \(kind)")
        }
        return entity
      } catch {
        call.skip(String(error.reason.prefix(LineCall.maxReason)))
        return nil
      }
    }
  }

  /// A result as it is outside of the program.
  private func outside(_ value: JSONValue) -> JSONValue {
    value.mapTexts { name, text in
      switch name {
      case "id", "ids": names.translated(text)
      // A file is fetched by this provider, a page by the user's browser.
      case "url", "previewURL": requester.address(text, isLasting: true)
      default: requester.address(text)
      }
    }
  }

  /// Makes a request of the program, and sends it the response.
  private func respond(to line: ProgramLine, of id: Int) async {
    var response: [String: JSONValue] = [:]
    if let n = line.n { response["n"] = .integer(n) }
    do throws(Failure) {
      response[line.as == "text" ? "text" : "json"] = try await requester.fetch(line, call)
      response["status"] = 200
    } catch {
      switch error.code {
      case .notFound: response["status"] = 404
      case _ where line.optional == true && error.code != .cancelled:
        call.skip(after: error)
        response["status"] = 0
        response["error"] = [
          "code": .string(error.code.rawValue), "message": .string(error.message),
        ]
      default: return await program.fail(id, error)
      }
    }
    await program.send(response, to: id)
  }
}
