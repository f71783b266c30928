public import JSON
public import MusicModel

/// The second frame of each message: all that the hub needs to route it.
public struct Header: Hashable, Sendable {
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

extension Header: MemberVisitable {
  public static let blank: Header? = Header(type: .bye)

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Header>) {
    visit.optional("id", .text, { $0[$1].id }, { $0.id = $1 })
    visit.optional("method", .text, { $0[$1].method }, { $0.method = $1 })
    visit.optional("re", .text, { $0[$1].re }, { $0.re = $1 })
    visit.optional("seq", .count, { $0[$1].seq }, { $0.seq = $1 })
    visit.optional("sid", .text, { $0[$1].sid }, { $0.sid = $1 })
    visit.optional("timeoutMs", .count, { $0[$1].timeoutMs }, { $0.timeoutMs = $1 })
    visit.required("type", .text, { $0[$1].type }, { $0.type = $1 })
  }
}

extension MessageType: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> MessageType? {
    (try? cursor.text()).flatMap { MessageType(rawValue: $0) }
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: rawValue) }
}

extension Method: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> Method? {
    (try? cursor.text()).map { Method(rawValue: $0) }
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: rawValue) }
}

extension Header {
  /// The permitted timeouts of a call, in milliseconds.
  public static let timeoutMsAllowed = 1...120_000

  /// The time of a call that names none, in milliseconds.
  public static let timeoutMsDefault = 10_000
}
