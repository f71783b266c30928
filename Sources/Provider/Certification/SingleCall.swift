internal import BusProtocol
package import HostKit
internal import MusicModel

/// A single call to a provider without a hub, for provider authors.
package struct SingleCall: Sendable {
  private let provider: ProviderUnderTest
  private let method: String
  private let params: [String: JSONValue]

  /// Creates a call from command-line arguments: `KEY=VALUE`, or the text, id, chart or URL.
  ///
  /// - Throws: ``SingleCallError`` if a value does not fit its key.
  package init(
    of provider: ProviderUnderTest,
    _ method: String,
    arguments: [String]
  ) throws(SingleCallError) {
    self.provider = provider
    self.method = method
    do throws(Failure) {
      params = try CallArguments.members(arguments, for: Method(rawValue: method))
    } catch {
      throw SingleCallError(error.message)
    }
  }

  /// The result of a call.
  package struct Result: Sendable {
    /// Entities as JSON lines; for a file, its type and size.
    package let lines: [String]
    /// One line: `done` or `error CODE`, time, number of items and requests.
    package let summary: String
    /// The output of the provider during the call.
    package let log: String
    package let isDone: Bool
  }

  /// Starts the provider and makes the call.
  ///
  /// - Throws: ``SingleCallError`` if the provider does not reply.
  package func run(in directory: TemporaryDirectory) throws -> Result {
    try ProviderSession.open(with: provider, in: directory) { harness in
      let call = DeclaredProvider.ExampleCall(method: method, params: params)
      let id = try harness.call(call, timeoutMs: 10_000)
      let terminal = try harness.terminal(of: id, within: .seconds(12))
      return try result(of: terminal, harness.transcript.callLog[id]?.items ?? [], harness)
    }
  }

  private func result(
    of terminal: CallLog.Terminal,
    _ items: [JSONValue],
    _ harness: ProviderHarness
  ) throws -> Result {
    var lines = try items.map { String(decoding: try JSONCodec.encode($0), as: UTF8.self) }
    if let file = terminal.attachment {
      let media: JSONValue = [
        "media": terminal.body["media"] ?? .null, "bytes": .integer(file.count),
      ]
      lines.append(String(decoding: try JSONCodec.encode(media), as: UTF8.self))
    }
    harness.log.drain(harness.child)
    return Result(
      lines: lines,
      summary: SingleCall.summary(terminal, items.count),
      log: String(decoding: harness.log.errors.text + harness.log.output.text, as: UTF8.self),
      isDone: terminal.isDone
    )
  }

  private static func summary(_ terminal: CallLog.Terminal, _ count: Int) -> String {
    var parts = ["\(terminal.description) after \(terminal.elapsedMs) ms"]
    if terminal.isDone { parts.append(count.pluralized("item")) }
    if let message = terminal.body["message"]?.text { parts.append(message) }
    let spent = (terminal.body["spent"]?.members ?? [:]).sorted { $0.key < $1.key }
    if !spent.isEmpty {
      let requests = spent.map { "\($0.key) \($0.value.integer ?? 0)" }
      parts.append("requests: \(requests.joined(separator: ", "))")
    }
    if let skipped = terminal.body["skipped"]?.integer, skipped > 0 {
      parts.append("\(skipped) skipped")
    }
    return parts.joined(separator: "; ")
  }
}

/// The reason why a single call could not be made or got no reply.
package struct SingleCallError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
