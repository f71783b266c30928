import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Changes of the favourites.
extension Favorites {
  mutating func change(
    _ method: Method,
    _ parameters: CallParameters,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    let now = turn.timestamp
    var done = Done()
    let change: FavoritesChange?
    switch method {
    case .favoritesRemove: (done.results, change) = remove(parameters.keys ?? [], now)
    case .favoritesMove: (done.results, change) = try move(parameters, now)
    case .favoritesNote: (done.results, change) = try note(parameters, now)
    case .favoritesUndo:
      let all: [FavoriteResult]?
      (all, change) = try undo(now)
      done = Favorites.done(all ?? [], of: method)
    case .favoritesImport, .importsAnswer: (done.results, change) = importRows(parameters, now)
    default: throw Failure.unknownMethod(method)
    }
    return reply(done, afterSaving: change, &turn)
  }

  /// The reply with results: those of an undone import may be more than one message can hold.
  static func done(_ results: [FavoriteResult], of method: Method) -> Done {
    var done = Done()
    done.results = results
    guard method == .favoritesUndo else { return done }
    (done.results, done.total) = (Array(results.prefix(CallParameters.maxKeys)), results.count)
    return done
  }

  mutating func remove(_ keys: [String], _ now: Timestamp) -> Change {
    let outcome = document.remove(keys.compactMap { FavoriteKey($0) }, now: now)
    return (zip(keys, outcome.results).map { document.result($1, $0) }, outcome.change)
  }

  private mutating func move(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try FavoriteKey(checking: parameters.key)
    let position: FavoritePosition
    switch parameters.position {
    case .first: position = .first
    case .before: position = .before(try FavoriteKey(checking: parameters.target))
    case .after: position = .after(try FavoriteKey(checking: parameters.target))
    case .last: position = .last
    case nil: position = .number(parameters.index ?? .max)
    }
    let outcome = document.move(key, to: position, now: now)
    return (outcome.results.map { document.result($0, parameters.key) }, outcome.change)
  }

  private mutating func note(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try FavoriteKey(checking: parameters.key)
    let outcome = document.note(key, parameters.note, now: now)
    return (outcome.results.map { document.result($0, parameters.key) }, outcome.change)
  }

  private mutating func undo(_ now: Timestamp) throws(Failure) -> Change {
    let outcome = document.undo(now: now)
    guard let undone = outcome.results.first else {
      throw Failure(.notFound, "The favourites have no change to undo.")
    }
    undoneImport = undone.batch
    let results = undone.steps.map { step in
      var result = document.result(of: step.fav, .undone, nil)
      result.undid = step.kind
      result.at = undone.at.description
      return result
    }
    return (results, outcome.change)
  }

  private mutating func importRows(_ parameters: CallParameters, _ now: Timestamp) -> Change {
    let rows = parameters.rows ?? []
    var items: [FavoritesImport.Item] = []
    var results: [FavoriteResult?] = []
    for row in rows {
      do throws(ImportError) {
        items.append(try FavoritesImport.Item(row.bytes[...]))
        results.append(nil)
      } catch {
        results.append(FavoriteResult(.refused, reason: "Not imported: \(error.reason)."))
      }
    }
    let outcome = document.importRows(
      items,
      by: FavoriteEvidence(EntityResolver()),
      batch: parameters.batch,
      now: now,
      using: &random
    )
    var outcomes = outcome.results.map { document.result($0, nil) }[...]
    return (results.compactMap { $0 ?? outcomes.popFirst() }, outcome.change)
  }

  typealias Change = (results: [FavoriteResult]?, change: FavoritesChange?)
}

/// Adding a favourite, with all that is known of it as its snapshot.
extension Favorites {
  /// The time after the deadline of its call within which a change may be replied to, in
  /// milliseconds.
  ///
  /// Clients wait that long.
  static let saveGraceMs = 250

  /// The step of a call to add an entity that is a favourite already, which removes it if `isRemoval`; `nil` if it is
  /// none.
  mutating func stepIfAdded(
    _ id: EntityID,
    removing isRemoval: Bool,
    _ index: EntityIndex,
    _ turn: inout Turn
  ) -> FavoritesStep? {
    guard let fav = document.favorite(id) else { return nil }
    // A source may have given the favourite a wrong id.
    if let known = index.merged(id), let snapshot = document.record(fav)?.content?.entity,
      Catalog.namesConflict(snapshot, known)
    {
      return nil
    }
    var done = Done()
    var change: FavoritesChange?
    if isRemoval {
      (done.results, change) = remove(["\(id)"], turn.timestamp)
    } else {
      done.results = [document.result(of: fav, .exists, "\(id)")]
    }
    return reply(done, afterSaving: change, &turn)
  }

  /// Adds an entity as the sources know it; `waiting` calls about favourites wait already.
  mutating func add(
    _ entity: Entity,
    as id: EntityID,
    sources: [SourceReport]?,
    _ resolver: EntityResolver,
    waiting: Int,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    guard case .open = state else {
      throw Failure(.favoritesUnavailable, "The favourites \(path) are not open.")
    }
    // Other changes may have taken the room while the sources were asked.
    try requireRoomForChange(waiting)
    let outcome = document.add(
      [entity.known(also: id)],
      as: id,
      by: FavoriteEvidence(resolver),
      now: turn.timestamp,
      using: &random
    )
    var done = Done()
    done.sources = sources
    done.results = outcome.results.map { document.result($0, "\(id)") }
    return reply(done, afterSaving: outcome.change, &turn)
  }
}

/// The results of changes, as clients get them.
extension FavoritesDocument {
  /// The result for a favourite, with its current name.
  func result(
    of fav: FavoriteID,
    _ outcome: FavoriteResult.Outcome,
    _ key: String?
  ) -> FavoriteResult {
    var result = FavoriteResult(outcome, key: key)
    result.fav = fav.description
    let content = record(fav)?.content
    result.id = content?.ids.min()
    result.name = content?.name
    return result
  }

  /// The result of what was done before.
  func result(of step: MadeStep, _ key: String?) -> FavoriteResult {
    var result = result(of: step.fav, step.outcome, key)
    (result.undid, result.at) = (step.undid, step.undoes?.description)
    return result
  }

  /// The result of a change; `key` is the key in the call.
  func result(_ result: ChangeResult, _ key: String?) -> FavoriteResult {
    switch result {
    case .done(let outcome, let fav): self.result(of: fav, outcome, key)
    case .absent(let missing):
      // A move may lack its target; otherwise the key is as the call has it.
      FavoriteResult(
        .absent,
        key: key.flatMap { FavoriteKey($0) } == missing ? key : missing.description
      )
    case .refused(let error): FavoriteResult(.refused, key: key, reason: error.sentence)
    }
  }
}

extension FavoriteKey {
  /// - Throws: `INVALID_PARAMS` if the text is neither a ULID nor an id.
  init(checking text: String?) throws(Failure) {
    guard let key = text.flatMap({ FavoriteKey($0) }) else {
      throw Failure(.invalidParams, "\"\(text ?? "")\" is neither a ULID nor an id.")
    }
    self = key
  }
}

extension FavoriteError {
  fileprivate var sentence: String {
    switch self {
    case .notAFavorite(let kind): "A \(kind.rawValue) cannot be a favourite."
    case .tooLarge: "Its details exceed \(FavoriteLimits.maxEntityBytes) bytes."
    case .full: "The limit is \(FavoriteLimits.maxFavorites) favourites."
    case .noteTooLong: "The note exceeds \(FavoriteLimits.maxNoteBytes) bytes."
    }
  }
}
