import BusProtocol
import FavoritesModel
import MusicModel

/// What clients change of the favourites.
extension Hub {
  var favoritesNow: Timestamp { Timestamp(microseconds: Int64(wallMs ?? 0) * 1000) }

  mutating func change(
    _ method: Method,
    _ parameters: CallParameters,
    _ ticket: PendingReply
  ) throws(Failure) {
    var done = Done()
    let change: FavoritesChange?
    switch method {
    case .removeFavorites: (done.results, change) = remove(parameters)
    case .moveFavorite: (done.results, change) = try move(parameters)
    case .noteFavorite: (done.results, change) = try note(parameters)
    case .undoFavorites: (done.results, change) = try undo()
    case .importFavorites: (done.results, change) = importRows(parameters.rows ?? [])
    default: throw Failure(.methodUnknown, "The method \"\(method)\" is not known.")
    }
    answer(done, afterSaving: change, ticket)
  }

  private mutating func remove(_ parameters: CallParameters) -> Change {
    let keys = parameters.keys ?? []
    let answer = favorites.document.remove(keys.compactMap { FavoriteKey($0) }, now: favoritesNow)
    let results = zip(keys, answer.results).map { key, result in
      switch result {
      case .removed(let favs): describe(favs.first, .removed, key)
      case .notThere: FavoriteResult(.absent, key: key)
      }
    }
    return (results, answer.change)
  }

  private mutating func move(_ parameters: CallParameters) throws(Failure) -> Change {
    let text = try key(parameters.key)
    let place: FavoritePosition
    switch parameters.place {
    case .first: place = .first
    case .before: place = .before(try key(parameters.target))
    case .after: place = .after(try key(parameters.target))
    case .last, nil: place = .last
    }
    let answer = favorites.document.move(text, to: place, now: favoritesNow)
    let results = answer.results.map { result in
      switch result {
      case .moved(let fav): describe(fav, .moved, parameters.key)
      case .unchanged(let fav): describe(fav, .unchanged, parameters.key)
      case .notThere(let missing): FavoriteResult(.absent, key: missing.description)
      }
    }
    return (results, answer.change)
  }

  private mutating func note(_ parameters: CallParameters) throws(Failure) -> Change {
    let key = try key(parameters.key)
    let answer = favorites.document.note(key, parameters.note, now: favoritesNow)
    let results = answer.results.map { result in
      switch result {
      case .noted(let fav): describe(fav, .noted, parameters.key)
      case .unchanged(let fav): describe(fav, .unchanged, parameters.key)
      case .notThere: FavoriteResult(.absent, key: parameters.key)
      case .refused(let refusal): refused(refusal, parameters.key)
      }
    }
    return (results, answer.change)
  }

  private mutating func undo() throws(Failure) -> Change {
    let answer = favorites.document.undo(now: favoritesNow)
    guard let undone = answer.results.first else {
      throw Failure(.notFound, "There is no change of the favourites that could be taken back.")
    }
    let results = undone.steps.map { step in
      var result = describe(step.fav, .undone, nil)
      result.undid = FavoriteResult.Undid(rawValue: step.kind.rawValue)
      result.at = undone.at.description
      return result
    }
    return (results, answer.change)
  }

  private mutating func importRows(_ rows: [JSONValue]) -> Change {
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
    let answer = favorites.document.importRows(items, now: favoritesNow, using: &favorites.random)
    var outcomes = answer.results.map(described)[...]
    return (results.compactMap { $0 ?? outcomes.popFirst() }, answer.change)
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
    let content = favorites.document.record(fav)?.content
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
