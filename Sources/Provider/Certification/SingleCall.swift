internal import BusProtocol
internal import HostKit
internal import MusicModel

/// One call of a provider without a hub, for a person who writes one.
package struct SingleCall: Sendable {
  private let subject: ProviderUnderTest
  private let method: String
  private let params: [String: JSONValue]

  /// The words are `key=value`, or the text, id, chart or URL that the method is about.
  ///
  /// - Throws: ``SingleCallError`` for a value that its parameter cannot have.
  package init(
    of subject: ProviderUnderTest,
    _ method: String,
    words: [String]
  ) throws(SingleCallError) {
    self.subject = subject
    self.method = method
    params = try CallWords.params(words, for: method)
  }

  /// What came of it.
  package struct Result: Sendable {
    /// Entities as lines of JSON; of a file, what it is and how many bytes it has.
    package let lines: [String]
    /// `done` or `error CODE`, with what there is to say of it.
    package let account: String
    /// What the provider wrote meanwhile.
    package let log: String
    package let isDone: Bool
  }

  /// Starts the provider as a hub would, and asks.
  ///
  /// - Throws: ``SingleCallError`` where the provider does not answer.
  package func run(in folder: TemporaryDirectory) throws -> Result {
    let stage = try ProviderHarness(
      subject,
      HubBehavior(),
      record: Findings(),
      patience: 1,
      in: folder
    ) { "try" }
    defer { stage.close() }
    do {
      try stage.open()
      let sample = DeclaredProvider.ExampleCall(method: method, params: params)
      let id = try stage.call(sample, timeoutMs: 10_000)
      let terminal = try stage.terminal(of: id, within: .seconds(12))
      return try result(of: terminal, stage.talk.ledger[id]?.items ?? [], stage)
    } catch CheckInterruption.failed(let problem), CheckInterruption.skipped(let problem) {
      throw SingleCallError("\(problem)\(stage.log.lastWords)")
    }
  }

  private func result(
    of terminal: CallLog.Terminal,
    _ items: [JSONValue],
    _ stage: ProviderHarness
  ) throws -> Result {
    var lines = try items.map { String(decoding: try BusCodec.encode($0), as: UTF8.self) }
    if let file = terminal.attachment {
      let media: JSONValue = [
        "media": terminal.body["media"] ?? .null, "bytes": .integer(file.count),
      ]
      lines.append(String(decoding: try BusCodec.encode(media), as: UTF8.self))
    }
    stage.log.drain(stage.child)
    return Result(
      lines: lines,
      account: SingleCall.account(terminal, items.count),
      log: String(decoding: stage.log.errors.text + stage.log.output.text, as: UTF8.self),
      isDone: terminal.isDone
    )
  }

  private static func account(_ terminal: CallLog.Terminal, _ count: Int) -> String {
    var parts = ["\(terminal.words) after \(terminal.elapsedMs) ms"]
    if terminal.isDone { parts.append(count == 1 ? "1 item" : "\(count) items") }
    if let message = terminal.body["message"]?.text { parts.append(message) }
    for (upstream, number) in (terminal.body["spent"]?.members ?? [:]).sorted(by: {
      $0.key < $1.key
    }) {
      parts.append("asked \(upstream) \(number.integer ?? 0)×")
    }
    if let skipped = terminal.body["skipped"]?.integer, skipped > 0 {
      parts.append("left out \(skipped)")
    }
    return parts.joined(separator: "; ")
  }
}

/// Why a single call could not be made, or got no answer.
package struct SingleCallError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
