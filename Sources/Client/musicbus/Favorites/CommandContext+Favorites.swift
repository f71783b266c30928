import BusProtocol
import ClientKit
import CommandKit
import MusicModel

extension CommandContext {
  /// By what the hub knows a favourite: an id as it is; a name where one favourite has it.
  ///
  /// - Throws: ``CommandFailure`` where several favourites have the name, or none.
  func favoriteKey(_ word: String) throws -> String {
    let (key, nearest) = try keyOrNearest(word)
    if let key { return key }
    let problem = "No favourite is called \"\(word)\"." + (nearest.isEmpty ? "" : " Nearest:")
    throw CommandFailure(
      ([problem] + nearest).joined(separator: "\n"),
      "List them: musicbus favorites"
    )
  }

  /// The same, and where no favourite has the name, lines that tell which have one like it.
  ///
  /// - Throws: ``CommandFailure`` where several favourites have the name.
  func keyOrNearest(_ word: String) throws -> (key: String?, nearest: [String]) {
    if CallParameters.isKey(word) { return (word, []) }
    var parameters = CallParameters()
    parameters.text = word
    parameters.limit = 200
    parameters.offset = 0
    let found = word.trimmed.isEmpty ? [] : try ask(.listFavorites, parameters).items
    let named = found.filter { $0.displayName == word }
    let alike =
      named.isEmpty ? found.filter { $0.displayName.lowercased() == word.lowercased() } : named
    if alike.count == 1, let fav = alike[0].favored?.fav { return (fav, []) }
    let lines = FavoriteList(alike.isEmpty ? found : alike)
      .lines(fitting: terminal.width.map { $0 - 2 }).map { "  " + $0.text }
    guard alike.isEmpty else {
      let problem = "\(alike.count) favourites are called \"\(word)\":"
      throw CommandFailure(
        ([problem] + lines).joined(separator: "\n"),
        "Ask again with one of the ids."
      )
    }
    return (nil, found.isEmpty ? [] : lines)
  }
}
