internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
package import HostKit
internal import MusicModel

/// Records calls of a provider with their requests in a cassette, and plays them back without a network.
package struct CassetteRun: Sendable {
  private var provider: ProviderUnderTest
  private let calls: [RecordedCall]

  /// A call of the cassette, with its reply.
  fileprivate struct RecordedCall: Codable, Hashable {
    var call: String
    var params: [String: JSONValue]
    var items: [JSONValue]?
    var media: JSONValue?
    var collection: JSONValue?
    /// The position from which the list continues: a number or a text.
    var next: JSONValue?
    var notes: JSONValue?
    var error: JSONValue?

    var title: String { DeclaredProvider.ExampleCall(method: call, params: params).title }
  }

  private struct Header: Codable {
    var cassette: Int
    var config: JSONValue
    var environment: [String: String]
  }

  private static let version = 1
  fileprivate static let maxBytes = 256 << 20

  /// The result of a run.
  package struct Result: Sendable {
    /// A line for each call.
    package fileprivate(set) var lines: [String] = []
    package fileprivate(set) var isGood = true
  }

  /// Records a call, or all samples of the provider.
  ///
  /// - Throws: ``SingleCallError`` if a parameter does not fit, or the file exists.
  package init(
    recording provider: ProviderUnderTest,
    _ method: String?,
    arguments: [String],
    to path: String
  ) throws(SingleCallError) {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw SingleCallError("\(path) exists; choose another name or remove it.")
    }
    self.provider = provider
    self.provider.environment["MUSICBUS_RECORD"] = path
    guard let method else {
      calls = []
      return
    }
    do throws(Failure) {
      let params = try CallArguments.members(arguments, for: Method(rawValue: method))
      calls = [RecordedCall(call: method, params: params)]
    } catch {
      throw SingleCallError(error.message)
    }
  }

  /// Plays a cassette back.
  ///
  /// - Throws: ``SingleCallError`` if the file is not a cassette.
  package init(replaying path: String, by provider: ProviderUnderTest) throws(SingleCallError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size > CassetteRun.maxBytes {
      let (size, most) = (status.st_size >> 20, CassetteRun.maxBytes >> 20)
      throw SingleCallError("\(path) has \(size) MiB; the maximum is \(most) MiB.")
    }
    do {
      let file = try FileDescriptor(path, 0).readAll(atMost: CassetteRun.maxBytes)
      let lines = file.split(separator: UInt8(ascii: "\n"))
      let header = try JSONCodec.decode(Header.self, from: Array(lines.first ?? []))
      guard header.cassette == CassetteRun.version else {
        throw SingleCallError("it has version \(header.cassette) of the format, not 1")
      }
      self.provider = provider
      self.provider.configuration = header.config
      // A recording may be anybody's: it may say where the sources of the provider were, and nothing else.
      let declared = Set(provider.manifest?.variables ?? [])
      let addresses = header.environment.filter { name, value in
        declared.contains(name) && name.hasSuffix("_URL") && value.contains("://")
      }
      self.provider.environment.merge(addresses) { $1 }
      self.provider.environment["MUSICBUS_REPLAY"] = path
      calls = try lines.dropFirst().compactMap { line in
        let value = try JSONCodec.decode(JSONValue.self, from: Array(line))
        guard value["call"] != nil else { return nil }
        return try JSONCodec.decode(RecordedCall.self, from: Array(line))
      }
    } catch {
      throw SingleCallError("\(path) is not a cassette: \(JSONCodec.describe(error))")
    }
  }

  /// Makes the calls that are to be recorded.
  ///
  /// - Throws: ``SingleCallError`` if the provider does not start.
  package func record(in directory: TemporaryDirectory) throws -> Result {
    try run(in: directory) { $1.error == nil ? nil : $1.reply }
  }

  /// Makes the recorded calls, and compares the replies.
  ///
  /// - Throws: ``SingleCallError`` if the provider does not start, or cannot replay; ``SystemError``
  package func replay(in directory: TemporaryDirectory) throws -> Result {
    guard try provider.canReplay(in: directory) else {
      throw SingleCallError(
        "\(provider.commandLine) cannot replay a cassette: only providers on JSON lines, and those that are "
          + "built with ProviderKit, can. See what it prints with --describe."
      )
    }
    return try run(in: directory) { recorded, replayed in
      if recorded.outcome != replayed.outcome
        || recorded.media?["bytes"] != replayed.media?["bytes"]
      {
        return "\(replayed.reply) instead of \(recorded.reply)"
      }
      return CassetteRun.change(from: recorded, to: replayed)
    }
  }

  /// The first item that has changed, or else what has changed of the rest of a reply.
  private static func change(from recorded: RecordedCall, to replayed: RecordedCall) -> String? {
    let pairs = zip(recorded.items ?? [], replayed.items ?? []).enumerated()
    if let (index, pair) = pairs.first(where: { $0.element.0 != $0.element.1 }) {
      let id = pair.0["id"]?.text.map { " (\($0))" } ?? ""
      return "item \(index + 1)\(id): \(brief(differences(pair.0, pair.1, in: "")))"
    }
    // An error has nothing else.
    guard recorded.error == nil else { return nil }
    let found =
      differences(recorded.collection, replayed.collection, in: "collection")
      + differences(recorded.next, replayed.next, in: "next")
      + differences(recorded.notes, replayed.notes, in: "notes")
    return found.isEmpty ? nil : brief(found)
  }

  private static func brief(_ differences: [String]) -> String {
    let rest = differences.count - maxDifferences
    return differences.prefix(maxDifferences).joined(separator: "; ")
      + (rest > 0 ? "; and \(rest) more" : "")
  }

  private static let maxDifferences = 5

  /// Names each member that has changed: `"artwork.0.url" is "b" instead of "a"`.
  private static func differences(
    _ recorded: JSONValue?,
    _ replayed: JSONValue?,
    in path: String
  ) -> [String] {
    func all(_ names: [String], _ member: (JSONValue, String) -> JSONValue?) -> [String] {
      names.flatMap { name in
        differences(
          recorded.flatMap { member($0, name) },
          replayed.flatMap { member($0, name) },
          in: path.isEmpty ? name : "\(path).\(name)"
        )
      }
    }
    guard recorded != replayed else { return [] }
    if let old = recorded?.members, let new = replayed?.members {
      return all(Set(old.keys).union(new.keys).sorted()) { $0[$1] }
    }
    if let old = recorded?.elements, let new = replayed?.elements, old.count == new.count {
      return all(old.indices.map(String.init)) { value, index in
        Int(index).flatMap { value.elements?[$0] }
      }
    }
    let place = path.isEmpty ? "it" : "\"\(path)\""
    guard let replayed else { return ["\(place) is missing, which was \(line(recorded))"] }
    guard let recorded else { return ["\(place) is \(line(replayed)), which was missing"] }
    return ["\(place) is \(line(replayed)) instead of \(line(recorded))"]
  }

  private static func line(_ value: JSONValue?) -> String {
    String(decoding: value.flatMap { try? JSONCodec.encode($0) } ?? [], as: UTF8.self)
  }

  /// Makes the calls in one session; `problem` says what is wrong with a reply.
  private func run(
    in directory: TemporaryDirectory,
    _ problem: (RecordedCall, RecordedCall) -> String?
  ) throws -> Result {
    try ProviderSession.open(with: provider, in: directory) { harness in
      let samples = harness.transcript.callLog.declared?.samples ?? []
      let calls =
        calls.isEmpty ? samples.map { RecordedCall(call: $0.method, params: $0.params) } : calls
      var result = Result()
      for call in calls {
        let made = try make(call, harness)
        let problem = problem(call, made)
        result.lines.append("\(call.title): \(problem ?? made.reply)")
        if problem != nil { result.isGood = false }
      }
      return result
    }
  }

  private func make(_ call: RecordedCall, _ harness: ProviderHarness) throws -> RecordedCall {
    let example = DeclaredProvider.ExampleCall(method: call.call, params: call.params)
    let id = try harness.call(example, timeoutMs: 30_000)
    let terminal = try harness.terminal(of: id, within: .seconds(32))
    var made = RecordedCall(call: call.call, params: call.params)
    made.items = harness.transcript.callLog[id]?.items
    if let file = terminal.attachment {
      made.media = .object(
        (terminal.body["media"]?.members ?? [:]).merging(["bytes": .integer(file.count)]) { $1 }
      )
    }
    made.collection = terminal.body["collection"]
    made.next = terminal.position?.parameter.value
    made.notes = terminal.body["notes"]
    if !terminal.isDone { made.error = terminal.body }
    return made
  }
}

extension CassetteRun.RecordedCall {
  /// What has to be equal of replies, besides the items: their number, or the code of the error.
  fileprivate var outcome: String { error?["code"]?.text ?? reply }

  /// `3 items`, `1 file`, `1 report`, or the error.
  fileprivate var reply: String {
    if let error {
      return "\(error["code"]?.text ?? "error"): \(error["message"]?.text ?? "no message")"
    }
    if collection != nil { return "1 report" }
    return media == nil ? (items ?? []).count.pluralized("item") : "1 file"
  }
}

extension ProviderUnderTest {
  private static let describeTime = Duration.seconds(30)

  /// Whether it is on JSON lines or built with ProviderKit: these print their descriptor.
  fileprivate func canReplay(in directory: TemporaryDirectory) throws -> Bool {
    let path = "\(directory.path)/descriptor"
    var launch = Launch(executable, arguments + ["--describe"], environment: environment)
    (launch.input, launch.output, launch.errors) = (.null, .file(path), .null)
    guard
      try ChildProcess(launch).waitForExit(.after(ProviderUnderTest.describeTime)) == .exited(0)
    else { return false }
    let bytes = try FileDescriptor(path, 0).readAll(atMost: CassetteRun.maxBytes)
    return (try? JSONCodec.decode(JSONValue.self, from: bytes))?["id"]?.text != nil
  }
}
