import BusProtocol
import FavoritesModel
import MusicModel

/// The results of changes, as clients get them.
extension FavoritesDocument {
  /// The result for a favourite, with its current name.
  func result(
    of fav: FavoriteID?,
    _ outcome: FavoriteResult.Outcome,
    _ key: String?
  ) -> FavoriteResult {
    var result = FavoriteResult(outcome, key: key)
    guard let fav else { return result }
    result.fav = fav.description
    let content = record(fav)?.content
    result.id = content?.ids.min()
    result.name = content?.name
    return result
  }

  func result(of imported: ImportResult) -> FavoriteResult {
    switch imported {
    case .added(let fav): result(of: fav, .added, nil)
    case .updated(let fav): result(of: fav, .updated, nil)
    case .unchanged(let fav): result(of: fav, .unchanged, nil)
    case .refused(let error): FavoriteResult(error, key: nil)
    }
  }
}

extension FavoriteResult {
  /// The result of a rejected change.
  init(_ error: FavoriteError, key: String?) {
    self.init(.refused, key: key)
    reason = error.sentence
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
