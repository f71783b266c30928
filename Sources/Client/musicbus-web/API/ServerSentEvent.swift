/// One event of a stream (HTML standard, "Server-sent events").
struct ServerSentEvent: Hashable, Sendable {
  let name: String
  /// JSON on one line.
  let data: [UInt8]

  init(_ name: String, _ data: [UInt8]?) {
    self.name = name
    self.data = data ?? Array("{}".utf8)
  }

  /// The bytes to send.
  var bytes: [UInt8] {
    Array("event: \(name)\ndata: ".utf8) + data.filter { $0 != 0x0A && $0 != 0x0D } + [0x0A, 0x0A]
  }

  /// A comment that only shows whether the client is there.
  static let heartbeat = Array(":\n\n".utf8)
}
