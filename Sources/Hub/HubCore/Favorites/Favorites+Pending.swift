import BusProtocol
import FavoritesModel
import MusicModel

/// Calls that wait for the disk.
extension Favorites {
  mutating func wait(
    _ operation: OperationID,
    _ cause: PendingFavoritesCall.Cause,
    _ turn: inout Turn
  ) {
    let call = PendingFavoritesCall(operation: operation, cause: cause)
    pending.append(call)
    if call.freshnessDeadline != nil { setTimer(&turn) }
  }

  /// Replies to a change when it is saved.
  ///
  /// A call that changed nothing may depend on changes that are not saved, and waits for them.
  mutating func reply(
    _ operation: OperationID,
    _ done: Done,
    afterSaving change: FavoritesChange?,
    _ turn: inout Turn
  ) {
    if let change { save(change, &turn) }
    guard let time = change?.at ?? document.lastPending else {
      return turn.post(.operationEnded(operation, .change(done)))
    }
    wait(operation, .saving(time, done), &turn)
  }

  mutating func save(_ change: FavoritesChange, _ turn: inout Turn) {
    turn.perform(.favorites(.save(change)))
    invalidateReplies(&turn)
    for event in change.events(in: document) { turn.post(.favoriteChanged(event)) }
  }

  /// Marks replies sent before as outdated.
  mutating func invalidateReplies(_ turn: inout Turn) {
    revision += 1
    turn.post(.repliesOutdated(because: .favoritesChanged))
  }

  /// Removes calls that wait for something, to end their wait.
  mutating func takePending(
    _ turn: inout Turn,
    where isWanted: (PendingFavoritesCall) -> Bool
  ) -> [PendingFavoritesCall] {
    let taken = pending.filter(isWanted)
    guard !taken.isEmpty else { return [] }
    pending.removeAll(where: isWanted)
    setTimer(&turn)
    return taken
  }

  /// Begins calls that have waited.
  func resume(_ calls: [PendingFavoritesCall], _ turn: inout Turn) {
    for call in calls {
      guard let (method, parameters) = call.deferred else { continue }
      turn.post(.favoritesCall(call.operation, method, parameters))
    }
  }

  /// Removes a call that already has its reply.
  mutating func operationAbandoned(_ operation: OperationID, _ turn: inout Turn) {
    _ = takePending(&turn) { $0.operation == operation }
  }

  /// Ends the waits for marks and freshness checks whose time is over.
  mutating func timerFired(_ turn: inout Turn) {
    let now = turn.now
    if let marksDeadline, marksDeadline <= now { endMarksWait(&turn) }
    resume(takePending(&turn) { $0.freshnessDeadline.map { $0 <= now } ?? false }, &turn)
    setTimer(&turn)
  }

  func setTimer(_ turn: inout Turn) {
    let deadlines = pending.compactMap(\.freshnessDeadline) + [marksDeadline].compactMap(\.self)
    if let next = deadlines.min() {
      turn.timers.set(.favorites, at: next)
    } else {
      turn.timers.cancel(.favorites)
    }
  }
}

extension OperationResult {
  /// The reply to a change, short if the results do not fit into a message.
  static func change(_ done: Done) -> OperationResult {
    var short = Done()
    short.notes = ["The change was made; its results are too large for one message."]
    return .done(done, fallback: .done(short))
  }
}
