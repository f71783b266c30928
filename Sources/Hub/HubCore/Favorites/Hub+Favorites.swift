import BusProtocol
import FavoritesModel
import MusicModel

/// The methods about favourites: which call is answered at once, and which waits.
extension Hub {
  /// At most this often opening is tried again because somebody asks, in milliseconds.
  private static let retryMs = 1_000

  /// - Returns: whether the method is one of them; it is answered then, or will be. Adding goes on
  ///   like other calls unless the answer is known: sources are asked.
  mutating func answeredFromFavorites(
    _ method: Method,
    _ parameters: CallParameters,
    _ message: WireMessage,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    guard method.isAboutFavorites else { return false }
    try parameters.check(for: method, receiver: .hub)
    try MethodSpec.all[method]?.checkKind(of: parameters.id, method)
    let ticket = try ticket(for: message.header, parameters, of: session)
    switch favorites.state {
    case .absent: throw Failure(.favoritesUnavailable, "This hub keeps no favourites.")
    case .unusable(let problem):
      guard turn.now - (favorites.tried ?? turn.now) >= Hub.retryMs else {
        throw Failure(.favoritesUnavailable, problem)
      }
      // What was wrong may have been mended.
      try wait(.opening(message, since: turn.now), ticket)
      favorites.state = .opening
      act(.favorites(.open))
    case .opening: try wait(.opening(message, since: turn.now), ticket)
    case .open:
      // Before anything is changed: a change whose answer cannot wait must not be made.
      if method.changesFavorites { try checkRoomToWait() }
      if method.readsFavorites, isLookedAt(for: message, ticket) { return true }
      if method == .addFavorite { return try isAddedAtOnce(parameters, ticket) }
      try answer(method, parameters, ticket)
    }
    return true
  }

  private mutating func answer(
    _ method: Method,
    _ parameters: CallParameters,
    _ ticket: PendingReply
  ) throws(Failure) {
    switch method {
    case .listFavorites: listFavorites(parameters, ticket)
    case .getFavorite: try getFavorite(parameters, ticket)
    case .exportFavorites: exportFavorites(parameters, ticket)
    case .checkFavorites: try waitForDocument(.check, .check, ticket)
    case .compactFavorites: try waitForDocument(.compaction, .compact, ticket)
    default: try change(method, parameters, ticket)
    }
  }

  /// Somebody reads: is the document still the one that the hub left?
  ///
  /// - Returns: whether the call waits until that is known.
  private mutating func isLookedAt(for message: WireMessage, _ ticket: PendingReply) -> Bool {
    guard favorites.waiting.count < FavoritesState.waitingMax else { return false }
    if let look = favorites.look {
      let age = turn.now - look.asked
      if age >= FreshnessCheck.patienceMs, !look.isAnswered { return false }
      if age < FreshnessCheck.freshMs, look.isAnswered { return false }
    }
    if favorites.look?.isAnswered ?? true {
      favorites.look = FreshnessCheck(asked: turn.now)
      act(.favorites(.look))
    }
    guard ticket.mark - turn.now > FreshnessCheck.patienceMs else { return false }
    hold(PendingFavoritesCall(cause: .looking(message, since: turn.now), ticket: ticket))
    return true
  }

  private mutating func waitForDocument(
    _ cause: PendingFavoritesCall.Cause,
    _ order: FavoritesAction,
    _ ticket: PendingReply
  ) throws(Failure) {
    try wait(cause, ticket)
    act(.favorites(order))
  }

  private func checkRoomToWait() throws(Failure) {
    let count = max(favorites.waiting.count, favorites.document.pendingCount)
    guard count < FavoritesState.waitingMax else {
      throw Failure(
        .busy,
        "\(count) changes and calls wait for the disk of the favourites already.",
        retryAfterMs: 1000
      )
    }
  }

  private mutating func wait(
    _ cause: PendingFavoritesCall.Cause,
    _ ticket: PendingReply
  ) throws(Failure) {
    try checkRoomToWait()
    hold(PendingFavoritesCall(cause: cause, ticket: ticket))
  }
}

extension Method {
  fileprivate var isAboutFavorites: Bool { rawValue.hasPrefix("favorites.") && isOfHub }

  fileprivate var changesFavorites: Bool {
    switch self {
    case .addFavorite, .removeFavorites, .moveFavorite, .noteFavorite, .undoFavorites,
      .importFavorites:
      true
    default: false
    }
  }

  fileprivate var readsFavorites: Bool {
    switch self {
    case .listFavorites, .getFavorite, .exportFavorites: true
    default: false
    }
  }

  private var isOfHub: Bool { Method.ofHub.contains(self) }
}
