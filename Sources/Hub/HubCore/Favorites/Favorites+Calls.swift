import BusProtocol
import FavoritesModel
import MusicModel

/// Calls about favourites: some are replied to immediately, others wait.
extension Favorites {
  /// A call retries to open the favourites at most this often, in milliseconds.
  private static let retryMs = 1_000

  /// Begins a call, again if it has waited.
  mutating func handleCall(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    until deadline: Instant,
    _ turn: inout Turn
  ) {
    do throws(Failure) {
      try begin(operation, method, parameters, until: deadline, &turn)
    } catch {
      turn.post(.operationEnded(operation, .failed(error)))
    }
  }

  private mutating func begin(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    until deadline: Instant,
    _ turn: inout Turn
  ) throws(Failure) {
    switch state {
    case .absent: throw Failure(.favoritesUnavailable, "Favourites are disabled on this hub.")
    case .unusable(let problem, let since):
      guard turn.now - since >= Favorites.retryMs else {
        throw Failure(.favoritesUnavailable, problem)
      }
      try waitForOpening(operation, method, parameters, &turn)
      state = .opening
      turn.perform(.favorites(.open))
    case .opening: try waitForOpening(operation, method, parameters, &turn)
    case .open:
      // A change must not be made if its reply cannot wait for the disk.
      if method.changesFavorites { try requireRoomForChange() }
      if method.readsFavorites,
        deferUntilFresh(operation, method, parameters, until: deadline, &turn)
      {
        return
      }
      try perform(operation, method, parameters, &turn)
    }
  }

  private mutating func perform(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    _ turn: inout Turn
  ) throws(Failure) {
    switch method {
    case .favoritesList: turn.post(.operationEnded(operation, list(parameters)))
    case .favoritesGet: turn.post(.operationEnded(operation, try get(parameters)))
    case .favoritesExport: turn.post(.operationEnded(operation, export(parameters)))
    case .favoritesCheck: try request(.check, .check, operation, &turn)
    case .favoritesCompact: try request(.compact, .compaction, operation, &turn)
    case .favoritesAdd, .favoritesToggle:
      let toggles = method == .favoritesToggle
      turn.post(.gatherFavorite(operation, parameters, toggles: toggles))
    default: try change(operation, method, parameters, &turn)
    }
  }

  /// Lets a reading call wait until it is known whether another program has changed the favourites.
  ///
  /// - Returns: whether the call waits.
  private mutating func deferUntilFresh(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    until deadline: Instant,
    _ turn: inout Turn
  ) -> Bool {
    guard pending.count < Favorites.maxPending else { return false }
    if let freshness {
      let age = turn.now - freshness.requested
      if age >= FreshnessCheck.timeoutMs, !freshness.hasEnded { return false }
      if age < FreshnessCheck.freshMs, freshness.hasEnded { return false }
    }
    if freshness?.hasEnded ?? true {
      freshness = FreshnessCheck(requested: turn.now)
      turn.perform(.favorites(.checkForExternalChange))
    }
    let until = turn.now + FreshnessCheck.timeoutMs
    guard deadline > until else { return false }
    wait(operation, .freshness(method, parameters, until: until), &turn)
    return true
  }

  private mutating func waitForOpening(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    _ turn: inout Turn
  ) throws(Failure) {
    try checkRoom()
    wait(operation, .opening(method, parameters), &turn)
    let text = "The favourites \(path) are still being opened."
    let failure = Failure(.favoritesUnavailable, text, retryAfterMs: 1000)
    turn.post(.operationTimeout(operation, failure))
  }

  private mutating func request(
    _ action: FavoritesAction,
    _ cause: PendingFavoritesCall.Cause,
    _ operation: OperationID,
    _ turn: inout Turn
  ) throws(Failure) {
    try checkRoom()
    wait(operation, cause, &turn)
    turn.perform(.favorites(action))
  }

  /// Checks whether a change can be made now.
  func requireRoomForChange() throws(Failure) {
    try checkRoom()
    try checkTime()
  }

  /// Each change needs a later time than all before, so that no reader undoes it.
  private func checkTime() throws(Failure) {
    guard !document.acceptsChanges else { return }
    throw Failure(
      .favoritesUnavailable,
      "\(path) has a line of the end of the year 9998, which no change can follow. "
        + "Correct or remove that line."
    )
  }

  private func checkRoom() throws(Failure) {
    let count = max(pending.count, document.pendingCount)
    guard count < Favorites.maxPending else {
      throw Failure(
        .busy,
        "Too many changes are waiting for the disk (\(count)).",
        retryAfterMs: 1000
      )
    }
  }
}

extension Method {
  /// Whether a call of it changes the favourites.
  var changesFavorites: Bool {
    switch self {
    case .favoritesAdd, .favoritesToggle, .favoritesRemove, .favoritesMove, .favoritesNote,
      .favoritesUndo,
      .favoritesImport:
      true
    default: false
    }
  }

  fileprivate var readsFavorites: Bool {
    switch self {
    case .favoritesList, .favoritesGet, .favoritesExport: true
    default: false
    }
  }
}
