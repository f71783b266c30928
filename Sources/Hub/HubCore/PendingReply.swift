import BusProtocol

/// To whom the answer goes of a call that waits for something outside of the core, such as the disk,
/// and when it must leave.
struct PendingReply: Hashable, Sendable {
  let client: Peer
  let sid: String
  let call: String
  /// When it must have been answered.
  let mark: Instant

  /// Whether it is that call of that session.
  func isOf(_ call: String, _ sid: String) -> Bool { self.call == call && self.sid == sid }
}

/// Holds calls that wait for something outside of the core.
protocol PendingReplyQueue {
  associatedtype Tickets: Sequence<PendingReply>

  /// Of the calls that were not answered.
  var tickets: Tickets { get }
}

extension PendingReplyQueue {
  /// Whether a call of a session is one of those.
  func holds(_ call: String, of sid: String) -> Bool { tickets.contains { $0.isOf(call, sid) } }

  func count(of sid: String) -> Int { tickets.count { $0.sid == sid } }
}
