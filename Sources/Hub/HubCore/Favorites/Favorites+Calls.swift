import BusProtocol
import EntityResolution
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
      if let results = repeatedResults(method, parameters) {
        try checkRoom(waiting)
        return reply(Favorites.done(results, of: method), afterSaving: nil, &turn)
      }
      // A change must not be made if its reply cannot wait for the disk.
      if method.changesFavorites { try requireRoomForChange(waiting) }
      if method == .favoritesLinks, !links.isLoaded {
        try checkRoom(waiting)
        return .wait(.loading)
      }
      if method.readsFavorites, waiting < Favorites.maxPending,
        let until = endOfFreshnessCheck(before: deadline, &turn)
      {
        return .wait(.checking(until: until))
      }
      return try act(method, parameters, waiting: waiting, &turn)
    }
  }

  /// The results of a change that a client repeats since it lost the connection; `nil` of another one.
  private func repeatedResults(
    _ method: Method,
    _ parameters: CallParameters
  ) -> [FavoriteResult]? {
    guard let steps = parameters.change.flatMap(document.steps) else { return nil }
    let keys = parameters.keys ?? [parameters.key ?? parameters.id?.description].compactMap(\.self)
    guard !keys.isEmpty else { return steps.map { document.result(of: $0, nil) } }
    return keys.map { key in
      let step = steps.first { step in
        "\(step.fav)" == key
          || document.record(step.fav)?.content?.ids.contains { "\($0)" == key } == true
      }
      return step.map { document.result(of: $0, key) } ?? FavoriteResult(.absent, key: key)
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
      if !isCompacting { turn.perform(.favorites(.compact)) }
      isCompacting = true
      return .wait(.compacted)
    case .favoritesAdd: return .gather(toggles: false)
    case .favoritesToggle: return .gather(toggles: true)
    case .albumsMissing: return .lookUp(artists())
    case .favoritesLinks: return .lookUp([])
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

  /// Whether one more change can wait for the disk.
  var hasRoom: Bool {
    document.pendingCount < Favorites.maxPending
      && document.pendingBytes < Favorites.maxPendingBytes
  }

  private func checkRoom(_ waiting: Int) throws(Failure) {
    guard waiting < Favorites.maxPending, hasRoom else {
      let count = max(waiting, document.pendingCount)
      let size = document.pendingBytes >> 20
      throw Failure(
        .busy,
        "Too many changes are waiting for the disk (\(count), \(size) MB).",
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
      .favoritesUndo, .favoritesImport, .importsAnswer:
      true
    default: false
    }
  }

  fileprivate var readsFavorites: Bool {
    switch self {
    case .favoritesList, .favoritesGet, .favoritesExport, .favoritesLinks, .albumsMissing: true
    default: false
    }
  }
}

/// Favourites as clients read them.
extension Favorites {
  mutating func list(_ parameters: CallParameters) -> OperationResult {
    let query = FavoritesQuery(parameters, limit: parameters.limit ?? defaultLimit)
    let isBrief = (parameters.detail ?? .brief) == .brief
    let page = document.page(query)
    var done = Done()
    done.total = page.total
    done.totalIsExact = true
    done.next = page.next
    done.revision = revision
    if query.offset == 0, !notes.isEmpty { done.notes = notes }
    let reports = page.favorites.map(\.report.withGenreNames)
    return .page(isBrief ? reports.map(\.brief) : reports, done)
  }

  /// The favourite artists, up to one more than are checked.
  private mutating func artists() -> [Entity] {
    var query = FavoritesQuery()
    (query.kind, query.limit) = (.artist, MissingAlbums.maxArtists + 1)
    return document.page(query).favorites.map(\.entity)
  }

  func get(_ parameters: CallParameters) throws(Failure) -> OperationResult {
    let key = parameters.key.flatMap { FavoriteKey($0) }
    guard let favorite = key.flatMap({ document.show($0) }) else {
      throw Failure(.notFound, "\"\(parameters.key ?? "")\" is not a favourite.")
    }
    return .page([favorite.report], Done())
  }

  /// The size of an exported chunk; one favourite may exceed it.
  private static let chunkBytes = 1024 * 1024

  mutating func export(_ parameters: CallParameters) -> OperationResult {
    let format = parameters.format ?? .jsonl
    let chunk = document.export(
      as: format,
      offset: parameters.offset ?? 0,
      bytes: Favorites.chunkBytes
    )
    var done = Done()
    done.next = chunk.next
    done.revision = revision
    done.media = Done.Media(type: format.mediaType)
    return .file(chunk.text, done)
  }
}

extension FavoritesQuery {
  fileprivate init(_ parameters: CallParameters, limit: Int) {
    self.init()
    sort = parameters.sort ?? .own
    kind = parameters.entityKind
    text = parameters.text
    genres = parameters.genre.map(GenreVocabulary.spellings(of:))
    (from, to) = (parameters.from, parameters.to)
    (addedFrom, addedTo) = (parameters.addedFrom, parameters.addedTo)
    offset = parameters.offset ?? 0
    self.limit = limit
  }
}

extension CallParameters.FavoriteFormat {
  fileprivate var mediaType: String {
    switch self {
    case .json: "application/json"
    case .jsonl: "application/jsonl"
    case .csv: "text/csv"
    case .jspf: "application/jspf+json"
    case .xspf: "application/xspf+xml"
    case .m3u8: "audio/x-mpegurl"
    }
  }
}

/// The check of the favourites file, with what the entity index knows of their ids.
extension Favorites {
  /// The report of a check.
  func report(_ check: DocumentCheck, _ index: EntityIndex) -> Done {
    var done = Done()
    var report = check.report
    let suspicious = check.suspects.compactMap {
      FavoritesCheck.Suspicion($0, index.resolver)
    }
    let all =
      suspicious
      + document.suspicions(index).filter { new in
        !suspicious.contains { $0.fav == new.fav && !$0.ids.isEmpty }
      }
    if !all.isEmpty { report.suspicious = Array(all.prefix(DocumentCheck.maxErrors)) }
    done.check = report
    return done
  }
}

extension FavoritesDocument {
  /// The favourites with an id of an entity that has another name.
  fileprivate func suspicions(_ index: EntityIndex) -> [FavoritesCheck.Suspicion] {
    var found: [FavoriteID: FavoritesCheck.Suspicion] = [:]
    for known in index.all {
      guard let id = known.ids.first(where: { favorite($0) != nil }),
        let fav = favorite(id), let entity = index.merged(id),
        let content = record(fav)?.content, let snapshot = content.entity,
        Catalog.namesConflict(snapshot, entity)
      else { continue }
      let own = content.ids.filter { !known.ids.contains($0) }
      found[fav] = FavoritesCheck.Suspicion(
        fav: fav.description,
        name: content.name,
        ids: own.prefix(1) + [id],
        reason: "its id \(id) is that of \"\(entity.displayName)\""
      )
    }
    return found.values.sorted { $0.fav < $1.fav }
  }
}

extension FavoritesCheck.Suspicion {
  /// `nil` if the names agree after all, or the user declared the entities the same.
  fileprivate init?(_ suspect: DocumentCheck.Suspect, _ resolver: EntityResolver) {
    let ids = suspect.snapshot.ids
    let other = suspect.others.first { other in
      Catalog.namesConflict(suspect.snapshot, other)
        && !other.ids.contains { resolver.isSame($0, as: ids) }
    }
    let rivals = suspect.rivals.filter { rival in
      !resolver.isSame(rival, as: suspect.rivals.filter { $0 != rival })
    }
    guard other != nil || rivals.count > 1 else { return nil }
    let apart = other.map { other in
      let theirs = other.ids.first { !ids.contains($0) } ?? other.ids.first
      return [theirs, ids.first { !other.ids.contains($0) }].compactMap(\.self)
    }
    self.init(
      fav: suspect.fav.description,
      name: suspect.snapshot.displayName,
      ids: rivals.count > 1 ? Array(rivals.prefix(2)) : apart ?? [],
      reason: other.map { "it was \"\($0.displayName)\", or is combined with it" }
        ?? "it has the ids \(rivals[0]) and \(rivals[1]), which one source gave to two artists"
    )
  }
}
