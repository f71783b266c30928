import BusProtocol
import FavoritesModel
import MusicModel

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
