/// The second frame of each message: all that the hub needs to route it.
public struct Header: Hashable, Sendable, Codable {
  public var type: MessageType
  /// The sender's name for the message; on a call it names the call. At most 64 bytes.
  public var id: String?
  /// The id of the call, hello or ping that it belongs to.
  public var re: String?
  /// The session, from `welcome`.
  public var sid: String?
  /// The method of a call.
  public var method: Method?
  /// On a part: its number, from 0.
  public var seq: Int?
  /// On a call: the time left for it in milliseconds, 1 to 120,000; never a wall clock.
  public var timeoutMs: Int?

  public init(
    type: MessageType,
    id: String? = nil,
    re: String? = nil,
    sid: String? = nil,
    method: Method? = nil,
    seq: Int? = nil,
    timeoutMs: Int? = nil
  ) {
    self.type = type
    self.id = id
    self.re = re
    self.sid = sid
    self.method = method
    self.seq = seq
    self.timeoutMs = timeoutMs
  }
}

extension Header {
  /// The permitted timeouts of a call, in milliseconds.
  public static let timeoutMsAllowed = 1...120_000

  /// The time of a call that names none, in milliseconds.
  public static let timeoutMsDefault = 10_000
}

/// The type of a message. Version 1.0 has these eleven (`Protocol/registry/types.json`).
public enum MessageType: String, Hashable, Sendable, Codable, CaseIterable {
  case hello, welcome, reject
  case ping, pong
  case call, part, done, error, cancel
  case bye
}
