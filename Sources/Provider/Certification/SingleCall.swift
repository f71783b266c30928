internal import BusProtocol
package import HostKit
internal import MusicModel

/// A single call to a provider without a hub, or each of its samples, for provider authors.
package struct SingleCall: Sendable {
  private let provider: ProviderUnderTest
  /// `nil` for the samples.
  private let call: DeclaredProvider.ExampleCall?
  private let timeout: Duration

  /// The time that a call has if nobody says otherwise.
  package static let timeout = Duration.seconds(10)

  /// Creates a call from command-line arguments: `KEY=VALUE`, or the text, id, chart or URL; without a
  /// method, those of the samples.
  ///
  /// - Throws: ``SingleCallError`` if a value does not fit its key.
  package init(
    of provider: ProviderUnderTest,
    _ method: String?,
    arguments: [String],
    timeout: Duration = timeout
  ) throws(SingleCallError) {
    self.provider = provider
    self.timeout = timeout
    guard let method else {
      call = nil
      return
    }
    do throws(Failure) {
      let params = try CallArguments.members(arguments, for: Method(rawValue: method))
      call = DeclaredProvider.ExampleCall(method: method, params: params)
    } catch {
      throw SingleCallError(error.message)
    }
  }

  /// The result of a call.
  package struct Result: Sendable {
    /// The method and parameters, if the call is one of several.
    let title: String?
    /// The entities; for a file, its type and size, and the words of lyrics; the report on a collection.
    let items: [JSONValue]
    let terminal: CallLog.Terminal
    /// The output of the provider during the call.
    let log: String
    /// What is wrong with the reply.
    let problems: [String]
    /// What to tell the author about methods that will go.
    let deprecations: [String]
    /// What is wrong with the manifest, whatever the call returned.
    let manifestProblems: [String]
    let secrets: ConfiguredSecrets

    package var isDone: Bool { terminal.isDone && problems.isEmpty }
  }

  /// Starts the provider and makes the calls.
  ///
  /// - Throws: ``SingleCallError`` if the provider does not reply.
  package func run(
    in directory: TemporaryDirectory,
    _ report: (Result) throws -> Void
  ) throws {
    try ProviderSession.open(with: provider, in: directory) { harness in
      if let call { return try report(result(of: call, nil, harness)) }
      let samples = harness.transcript.callLog.declared?.samples ?? []
      guard !samples.isEmpty else { throw SingleCallError("The provider declares no samples.") }
      for sample in samples { try report(result(of: sample, sample.title, harness)) }
    }
  }

  private func result(
    of call: DeclaredProvider.ExampleCall,
    _ title: String?,
    _ harness: ProviderHarness
  ) throws -> Result {
    let (known, earlier) = (harness.findings.all, harness.log)
    let id = try harness.call(call, timeoutMs: timeout.milliseconds)
    let terminal = try harness.terminal(of: id, within: timeout + SingleCall.grace)
    var items = harness.transcript.callLog[id]?.items ?? []
    if let file = terminal.attachment {
      var members = ["media": terminal.body["media"] ?? .null, "bytes": .integer(file.count)]
      if call.method == Method.songLyrics.rawValue {
        members["lyrics"] = try? JSONCodec.decode(JSONValue.self, from: file)
      }
      items.append(.object(members))
    }
    items += (terminal.body["collection"]?.elements ?? []).map { .object(["collection": $0]) }
    // The log of a call is written before its reply, and may arrive after it.
    try harness.run(for: .milliseconds(20))
    return Result(
      title: title,
      items: items,
      terminal: terminal,
      log: harness.log.lines(after: title == nil ? ProcessLog() : earlier).joined(separator: "\n"),
      problems: harness.findings.all.filter { !known.contains($0) },
      deprecations: harness.transcript.callLog.declared?.deprecations ?? [],
      manifestProblems: provider.manifest?.problems ?? [],
      secrets: harness.findings.secrets
    )
  }

  /// The time after the deadline of a call in which its provider still may reply.
  private static let grace = Duration.seconds(2)
}

extension SingleCall.Result {
  /// The entities as JSON lines; those of samples are only counted.
  package func lines() throws -> [String] {
    guard title == nil else { return [] }
    return try items.map {
      secrets.removed(from: String(decoding: try JSONCodec.encode($0), as: UTF8.self))
    }
  }

  /// The entities as tab-separated values, with a line of titles; of lyrics, the lines.
  package var plainLines: [String] {
    guard title == nil else { return [] }
    let words = items.compactMap { $0["lyrics"]?["lines"]?.elements }.joined()
    guard words.isEmpty else { return words.map { secrets.removed(from: $0["text"]?.text ?? "") } }
    let rows = items.map { item in
      ["kind", "id", "name", "title"].compactMap { item[$0]?.text }.joined(separator: "\t")
    }
    return ["kind\tid\tname"] + rows.map(secrets.removed)
  }

  /// One line: `done` or `error CODE`, time, and what the reply states besides its items.
  private var summary: String {
    let start = title.map { "\($0): " } ?? ""
    var parts = ["\(start)\(terminal.description) after \(terminal.elapsedMs) ms"]
    let count = items.count
    let total = stated("total").map { " of \($0)" } ?? ""
    if isDone { parts.append("\(count)\(total) item\(total.isEmpty && count == 1 ? "" : "s")") }
    if let next = terminal.position { parts.append("next: \(next)") }
    if let message = terminal.body["message"]?.text { parts.append(message) }
    if let retryMs = stated("retryAfterMs") { parts.append("retry after \(retryMs) ms") }
    if !spent.isEmpty {
      let requests = spent.map { "\($0.key) \($0.value.integer ?? 0)" }
      parts.append("requests: \(requests.joined(separator: ", "))")
    }
    if let skipped = stated("skipped"), skipped > 0 { parts.append("\(skipped) skipped") }
    return parts.joined(separator: "; ")
  }

  /// The log, the notes for users, the problems and the summary, as lines.
  package var report: [String] {
    let notes = terminal.body["notes"]?.elements?.compactMap(\.text) ?? []
    let told = notes + deprecations
    let lines =
      log.split(separator: "\n").map { "log: \($0)" } + told.map { "note: \($0)" }
      + (problems + manifestProblems).map { "problem: \($0)" } + [summary]
    return lines.map(secrets.removed)
  }

  /// The summary and the log as a JSON line.
  package func jsonSummary() throws -> String {
    var members: [String: JSONValue] = [
      "outcome": .string(terminal.description), "elapsedMs": .integer(terminal.elapsedMs),
      "items": .integer(items.count),
      "log": .array(log.split(separator: "\n").map { .string(String($0)) }),
      "problems": .array((problems + manifestProblems).map { .string($0) }),
    ]
    if let title { members["call"] = .string(title) }
    for name in ["next", "cursor", "total", "skipped", "spent", "notes", "message", "retryAfterMs"]
    {
      if let value = terminal.body[name], value != .null { members[name] = value }
    }
    let line = String(decoding: try JSONCodec.encode(JSONValue.object(members)), as: UTF8.self)
    return secrets.removed(from: line)
  }

  private func stated(_ name: String) -> Int? { terminal.body[name]?.integer }

  private var spent: [(key: String, value: JSONValue)] {
    (terminal.body["spent"]?.members ?? [:]).sorted { $0.key < $1.key }
  }
}

/// The reason why a single call could not be made or got no reply.
package struct SingleCallError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
