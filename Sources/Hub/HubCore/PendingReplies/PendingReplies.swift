import BusProtocol

/// Calls that wait for operations of the runtime.
///
/// Each gets one reply, at its deadline at the latest; an operation may end later than its call.
struct PendingReplies: Sendable {
  private struct Entry: Sendable {
    let reply: PendingReply
    let kind: OperationKind
    var timedOut: Failure
  }

  private var entries: [OperationID: Entry] = [:]
  /// The time of the timer, if it is set.
  private var timerDue: Instant?

  var count: Int { entries.count }

  /// Whether a call of a session waits.
  func contains(_ call: String, of sid: String) -> Bool {
    entries.values.contains { $0.reply.origin.id == call && $0.reply.sid == sid }
  }

  /// The number of waiting calls of a session.
  func count(of sid: String) -> Int { entries.values.count { $0.reply.sid == sid } }

  subscript(id: OperationID) -> PendingReply? { entries[id]?.reply }

  func checkRoom(for kind: OperationKind) throws(Failure) {
    guard let limit = kind.limit, entries.values.count(where: { $0.kind == kind }) >= limit else {
      return
    }
    throw kind.busy
  }

  /// Lets a call wait for a new operation.
  mutating func add(
    _ reply: PendingReply,
    _ kind: OperationKind,
    _ turn: inout Turn
  ) -> OperationID {
    let id = turn.nextNumber()
    entries[id] = Entry(reply: reply, kind: kind, timedOut: kind.timedOut)
    if timerDue.map({ reply.deadline < $0 }) ?? true { setTimer(at: reply.deadline, &turn) }
    return id
  }

  /// Removes a call that gets its reply in another way.
  mutating func remove(_ id: OperationID, _ turn: inout Turn) -> PendingReply? {
    guard let reply = entries.removeValue(forKey: id)?.reply else { return nil }
    if reply.deadline == timerDue || entries.isEmpty {
      setTimer(at: entries.values.map(\.reply.deadline).min(), &turn)
    }
    return reply
  }

  /// Changes the reply at the deadline.
  mutating func setTimeout(_ id: OperationID, _ failure: Failure) {
    entries[id]?.timedOut = failure
  }

  /// Replies to the call that waits for an operation, if it still does.
  mutating func operationEnded(_ id: OperationID, _ result: OperationResult, _ turn: inout Turn) {
    if let reply = remove(id, &turn) { turn.post(.settled(reply, result)) }
  }

  /// Cancels a call of a session.
  ///
  /// - Returns: whether the call waited.
  mutating func cancel(_ call: String, of sid: String, _ turn: inout Turn) -> Bool {
    let entry = entries.first { $0.value.reply.origin.id == call && $0.value.reply.sid == sid }
    guard let (id, entry) = entry else { return false }
    abandon(id, entry.kind.cancelled, &turn)
    return true
  }

  /// Rejects all waiting calls, or those of a session.
  mutating func rejectAll(_ failure: Failure, of sid: String? = nil, _ turn: inout Turn) {
    for (id, entry) in entries.sorted(by: { $0.key < $1.key })
    where sid == nil || entry.reply.sid == sid {
      abandon(id, failure, &turn)
    }
  }

  /// Replies to the calls whose deadline has expired.
  mutating func timerFired(_ turn: inout Turn) {
    timerDue = nil
    for (id, entry) in entries.sorted(by: { $0.key < $1.key })
    where entry.reply.deadline <= turn.now {
      abandon(id, entry.timedOut, &turn)
    }
    setTimer(at: entries.values.map(\.reply.deadline).min(), &turn)
  }

  private mutating func abandon(_ id: OperationID, _ failure: Failure, _ turn: inout Turn) {
    guard let kind = entries[id]?.kind, let reply = remove(id, &turn) else { return }
    turn.post(.settled(reply, .failed(failure)))
    turn.post(.operationAbandoned(id, kind))
  }

  private mutating func setTimer(at due: Instant?, _ turn: inout Turn) {
    guard due != timerDue else { return }
    timerDue = due
    if let due { turn.timers.set(.storage, at: due) } else { turn.timers.cancel(.storage) }
  }
}
