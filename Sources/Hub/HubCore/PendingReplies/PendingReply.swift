import BusProtocol

/// A number of an operation that the runtime completes, such as a write to disk.
typealias OperationID = Int

/// A client call that gets its reply when an operation ends.
struct PendingReply: Hashable, Sendable {
  let origin: CallOrigin
  let sid: String
  let deadlines: CallDeadlines
  let deadline: Instant

  /// A reply with the deadline of its call, or with another one.
  init(_ origin: CallOrigin, sid: String, deadlines: CallDeadlines, deadline: Instant? = nil) {
    self.origin = origin
    self.sid = sid
    self.deadlines = deadlines
    self.deadline = deadline ?? deadlines.deadline
  }
}
