import BusProtocol

/// A number of an operation that the runtime completes, such as a write to disk.
typealias OperationID = Int

/// A client call that gets its reply when an operation ends.
struct PendingReply: Hashable, Sendable {
  let client: Peer
  let sid: String
  /// The client's id of the call.
  let call: String
  let deadlines: CallDeadlines
  let deadline: Instant

  /// A reply with the deadline of its call, or with another one.
  init(
    client: Peer,
    sid: String,
    call: String,
    deadlines: CallDeadlines,
    deadline: Instant? = nil
  ) {
    self.client = client
    self.sid = sid
    self.call = call
    self.deadlines = deadlines
    self.deadline = deadline ?? deadlines.deadline
  }
}
