import BusProtocol
import ClientKit
import CommandKit
import MusicModel

extension CommandContext {
  /// The key of a favourite: an id as it is, or the name of exactly one favourite.
  ///
  /// - Throws: ``CommandFailure`` if no favourite or several match.
  func favoriteKey(_ word: String) throws -> String {
    let (key, nearest) = try keyOrNearest(word)
    if let key { return key }
    let problem = "No favourite matches \"\(word)\"." + (nearest.isEmpty ? "" : " Nearest:")
    throw CommandFailure(
      ([problem] + nearest).joined(separator: "\n"),
      "List your favourites: musicbus favorites"
    )
  }

  /// The id of the only favourite with a name, which no source needs to be asked for; otherwise that of the
  /// entity that the sources have.
  func favoriteOrEntity(
    _ name: String,
    _ kinds: [EntityKind],
    _ invocation: Invocation
  ) throws -> EntityID {
    if EntityID(name) == nil, try row(name) == nil, !name.trimmed.isEmpty {
      let list = Call.favorites.with { ($0.text, $0.limit, $0.offset) = (name, 200, 0) }
      let found = try callHub(list).items.filter { entity in
        kinds.contains(entity.kind) && entity.displayName.lowercased() == name.lowercased()
      }
      if found.count == 1 { return found[0].id }
    }
    return try find([name], as: kinds, for: invocation).id
  }

  /// The key of a favourite or, if none matches the name, the nearest favourites as lines.
  ///
  /// - Throws: ``CommandFailure`` if several favourites match.
  func keyOrNearest(_ word: String) throws -> (key: String?, nearest: [String]) {
    if let row = try row(word) { return (row.fav ?? "\(row.id)", []) }
    if CallParameters.isKey(word) { return (word, []) }
    let list = Call.favorites.with { ($0.text, $0.limit, $0.offset) = (word, 200, 0) }
    let found = word.trimmed.isEmpty ? [] : try call(list).items
    let named = found.filter { $0.displayName == word }
    let matches =
      named.isEmpty ? found.filter { $0.displayName.lowercased() == word.lowercased() } : named
    if matches.count == 1, let fav = matches[0].favored?.fav { return (fav, []) }
    let choices = matches.isEmpty ? Array(found.prefix(5)) : matches
    let first = number(choices, onErrors: true)
    let width = first == nil ? nil : terminal.width.map { $0 - 2 }
    let lines = FavoriteList(choices).lines(fitting: width, firstNumber: first)
      .map { "  " + $0.text }
    guard matches.isEmpty else {
      let problem = "\(matches.count) favourites match \"\(word)\":"
      throw CommandFailure(
        ([problem] + lines).joined(separator: "\n"),
        "Use one of these \(first == nil ? "ids" : "numbers")."
      )
    }
    return (nil, found.isEmpty ? [] : lines)
  }
}
