import BusProtocol
import FavoritesModel
import MusicModel

/// Changes of the favourites.
extension Favorites {
  mutating func change(
    _ operation: OperationID,
    _ method: Method,
    _ parameters: CallParameters,
    _ turn: inout Turn
  ) throws(Failure) {
    let now = turn.timestamp
    var done = Done()
    let change: FavoritesChange?
    switch method {
    case .removeFavorites: (done.results, change) = remove(parameters, now)
    case .moveFavorite: (done.results, change) = try move(parameters, now)
    case .noteFavorite: (done.results, change) = try note(parameters, now)
    case .undoFavorites: (done.results, change) = try undo(now)
    case .importFavorites: (done.results, change) = importRows(parameters.rows ?? [], now)
    default: throw Failure(.methodUnknown, "The method \"\(method)\" is not known.")
    }
    reply(operation, done, afterSaving: change, &turn)
  }

  private mutating func remove(_ parameters: CallParameters, _ now: Timestamp) -> Change {
    let keys = parameters.keys ?? []
    let outcome = document.remove(keys.compactMap { FavoriteKey($0) }, now: now)
    let results = zip(keys, outcome.results).map { key, result in
      switch result {
      case .removed(let favs): describe(favs.first, .removed, key)
      case .notThere: FavoriteResult(.absent, key: key)
      }
    }
    return (results, outcome.change)
  }

  private mutating func move(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try self.key(parameters.key)
    let position: FavoritePosition
    switch parameters.position {
    case .first: position = .first
    case .before: position = .before(try self.key(parameters.target))
    case .after: position = .after(try self.key(parameters.target))
    case .last, nil: position = .last
    }
    let outcome = document.move(key, to: position, now: now)
    let results = outcome.results.map { result in
      switch result {
      case .moved(let fav): describe(fav, .moved, parameters.key)
      case .unchanged(let fav): describe(fav, .unchanged, parameters.key)
      case .notThere(let missing): FavoriteResult(.absent, key: missing.description)
      }
    }
    return (results, outcome.change)
  }

  private mutating func note(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try self.key(parameters.key)
    let outcome = document.note(key, parameters.note, now: now)
    let results = outcome.results.map { result in
      switch result {
      case .noted(let fav): describe(fav, .noted, parameters.key)
      case .unchanged(let fav): describe(fav, .unchanged, parameters.key)
      case .notThere: FavoriteResult(.absent, key: parameters.key)
      case .refused(let refusal): refused(refusal, parameters.key)
      }
    }
    return (results, outcome.change)
  }

  private mutating func undo(_ now: Timestamp) throws(Failure) -> Change {
    let outcome = document.undo(now: now)
    guard let undone = outcome.results.first else {
      throw Failure(.notFound, "There is no change of the favourites that could be taken back.")
    }
    let results = undone.steps.map { step in
      var result = describe(step.fav, .undone, nil)
      result.undid = FavoriteResult.Undid(rawValue: step.kind.rawValue)
      result.at = undone.at.description
      return result
    }
    return (results, outcome.change)
  }

  private mutating func importRows(_ rows: [JSONValue], _ now: Timestamp) -> Change {
    var items: [FavoritesImport.Item] = []
    var results: [FavoriteResult?] = []
    for row in rows {
      do throws(ImportError) {
        items.append(try FavoritesImport.Item(row))
        results.append(nil)
      } catch {
        var result = FavoriteResult(.refused)
        result.reason = "It is not brought in: \(error.reason)."
        results.append(result)
      }
    }
    let outcome = document.importRows(items, now: now, using: &random)
    var outcomes = outcome.results.map(described)[...]
    return (results.compactMap { $0 ?? outcomes.popFirst() }, outcome.change)
  }

  private func described(_ result: ImportResult) -> FavoriteResult {
    switch result {
    case .added(let fav): describe(fav, .added, nil)
    case .updated(let fav): describe(fav, .updated, nil)
    case .unchanged(let fav): describe(fav, .unchanged, nil)
    case .refused(let refusal): refused(refusal, nil)
    }
  }

  typealias Change = (results: [FavoriteResult]?, change: FavoritesChange?)

  private func key(_ text: String?) throws(Failure) -> FavoriteKey {
    guard let key = text.flatMap({ FavoriteKey($0) }) else {
      throw Failure(.invalidParams, "\"\(text ?? "")\" is neither a ULID nor an id.")
    }
    return key
  }

  func describe(
    _ fav: FavoriteID?,
    _ outcome: FavoriteResult.Outcome,
    _ key: String?
  ) -> FavoriteResult {
    var result = FavoriteResult(outcome, key: key)
    guard let fav else { return result }
    result.fav = fav.description
    let content = document.record(fav)?.content
    result.id = content?.ids.min()
    result.name = content?.name
    return result
  }

  func refused(_ refusal: FavoriteError, _ key: String?) -> FavoriteResult {
    var result = FavoriteResult(.refused, key: key)
    result.reason = refusal.sentence
    return result
  }
}

extension FavoriteError {
  fileprivate var sentence: String {
    switch self {
    case .notAFavorite(let kind): "A \(kind.rawValue) cannot be a favourite."
    case .tooLarge: "All that is known of it has over \(FavoriteLimits.maxEntityBytes) bytes."
    case .full: "There are \(FavoriteLimits.maxFavorites) favourites already."
    case .noteTooLong: "The note would have over \(FavoriteLimits.maxNoteBytes) bytes."
    }
  }
}
