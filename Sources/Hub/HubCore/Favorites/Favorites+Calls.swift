import BusProtocol
import FavoritesModel
import MusicModel

/// Calls about favourites: some are replied to immediately, others wait.
extension Favorites {
  /// A call retries to open the favourites at most this often, in milliseconds.
  private static let retryMs = 1_000

  /// Takes the first step of a call, again if it has waited; `waiting` calls about favourites wait already.
  mutating func step(
    _ method: Method,
    _ parameters: CallParameters,
    until deadline: Instant,
    waiting: Int,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    switch state {
    case .absent: throw Failure(.favoritesUnavailable, "Favourites are disabled on this hub.")
    case .unusable(let problem, let since):
      guard turn.now - since >= Favorites.retryMs else {
        throw Failure(.favoritesUnavailable, problem)
      }
      try checkRoom(waiting)
      state = .opening
      turn.perform(.favorites(.open))
      return .wait(.opening)
    case .opening:
      try checkRoom(waiting)
      return .wait(.opening)
    case .open:
      // A change must not be made if its reply cannot wait for the disk.
      if method.changesFavorites { try requireRoomForChange(waiting) }
      if method.readsFavorites, waiting < Favorites.maxPending,
        let until = endOfFreshnessCheck(before: deadline, &turn)
      {
        return .wait(.checking(until: until))
      }
      return try act(method, parameters, waiting: waiting, &turn)
    }
  }

  private mutating func act(
    _ method: Method,
    _ parameters: CallParameters,
    waiting: Int,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    switch method {
    case .favoritesList: return .reply(list(parameters))
    case .favoritesGet: return .reply(try get(parameters))
    case .favoritesExport: return .reply(export(parameters))
    case .favoritesCheck:
      try checkRoom(waiting)
      turn.perform(.favorites(.check))
      return .wait(.checked)
    case .favoritesCompact:
      try checkRoom(waiting)
      turn.perform(.favorites(.compact))
      return .wait(.compacted)
    case .favoritesAdd: return .gather(toggles: false)
    case .favoritesToggle: return .gather(toggles: true)
    default: return try change(method, parameters, &turn)
    }
  }

  /// The time until which a reading call waits for the answer whether another program has changed the favourites, or
  /// `nil` if it does not wait.
  private mutating func endOfFreshnessCheck(
    before deadline: Instant,
    _ turn: inout Turn
  ) -> Instant? {
    if let freshness {
      let age = turn.now - freshness.requested
      if age >= FreshnessCheck.timeoutMs, !freshness.hasEnded { return nil }
      if age < FreshnessCheck.freshMs, freshness.hasEnded { return nil }
    }
    if freshness?.hasEnded ?? true {
      freshness = FreshnessCheck(requested: turn.now)
      turn.perform(.favorites(.checkForExternalChange))
    }
    let until = turn.now + FreshnessCheck.timeoutMs
    return deadline > until ? until : nil
  }

  /// Checks whether a change can be made now.
  func requireRoomForChange(_ waiting: Int) throws(Failure) {
    try checkRoom(waiting)
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

  private func checkRoom(_ waiting: Int) throws(Failure) {
    let count = max(waiting, document.pendingCount)
    guard count < Favorites.maxPending else {
      throw Failure(
        .busy,
        "Too many changes are waiting for the disk (\(count)).",
        retryAfterMs: 1000
      )
    }
  }

  /// The reply to a change, when it is saved.
  ///
  /// A call that changed nothing may depend on changes that are not saved, and waits for them.
  mutating func reply(
    _ done: Done,
    afterSaving change: FavoritesChange?,
    _ turn: inout Turn
  ) -> FavoritesStep {
    if let change { save(change, &turn) }
    guard let time = change?.at ?? document.lastPending else { return .reply(.change(done)) }
    return .wait(.saving(time, done))
  }

  mutating func save(_ change: FavoritesChange, _ turn: inout Turn) {
    turn.perform(.favorites(.save(change)))
    invalidateReplies()
    events += change.events(in: document)
  }

  /// Marks replies sent before as outdated.
  mutating func invalidateReplies() { revision += 1 }

  /// Returns the changes since the last time, for those who watch.
  mutating func takeEvents() -> [FavoriteEvent] {
    defer { events = [] }
    return events
  }
}

extension Method {
  /// Whether a call of it changes the favourites.
  var changesFavorites: Bool {
    switch self {
    case .favoritesAdd, .favoritesToggle, .favoritesRemove, .favoritesMove, .favoritesNote,
      .favoritesUndo, .favoritesImport:
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
