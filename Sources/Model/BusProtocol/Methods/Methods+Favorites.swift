import MusicModel

extension Method {
  public static let listFavorites = Method(rawValue: "favorites.list")
  public static let getFavorite = Method(rawValue: "favorites.get")
  public static let addFavorite = Method(rawValue: "favorites.add")
  public static let toggleFavorite = Method(rawValue: "favorites.toggle")
  public static let removeFavorites = Method(rawValue: "favorites.remove")
  public static let moveFavorite = Method(rawValue: "favorites.move")
  public static let noteFavorite = Method(rawValue: "favorites.note")
  public static let undoFavorites = Method(rawValue: "favorites.undo")
  public static let importFavorites = Method(rawValue: "favorites.import")
  public static let exportFavorites = Method(rawValue: "favorites.export")
  public static let checkFavorites = Method(rawValue: "favorites.check")
  public static let compactFavorites = Method(rawValue: "favorites.compact")
}

extension Methods {
  /// The methods about favourites.
  static let ofFavorites: [MethodSpec] = [
    MethodSpec(
      .listFavorites,
      "returns a page of the favourites",
      .favorites,
      kinds: [.artist, .album, .song],
      gives: ["total", "next", "revision"],
      isReadOnly: true,
      client: .init(optional: [
        .favoriteSort, .entityKind, .text, .genre, .from, .to, .addedFrom, .addedTo, .limit,
        .offset, .detail,
      ])
    ),
    MethodSpec(
      .getFavorite,
      "returns one favourite in full",
      .favorites,
      .noSubject,
      .single,
      kinds: [.artist, .album, .song],
      gives: [],
      isReadOnly: true,
      client: .init([.key])
    ),
    MethodSpec(
      .addFavorite,
      "makes an artist, album or song a favourite",
      .favorites,
      .anyID,
      .favorite,
      gives: ["results", "sources"],
      client: .init([.id], optional: [.country, .lang], [.calling])
    ),
    MethodSpec(
      .toggleFavorite,
      "makes an artist, album or song a favourite, or removes it from them",
      .favorites,
      .anyID,
      .favorite,
      gives: ["results", "sources"],
      client: .init([.id], optional: [.country, .lang], [.calling])
    ),
    MethodSpec(
      .removeFavorites,
      "removes favourites",
      .favorites,
      gives: ["results"],
      client: .init([.keys])
    ),
    MethodSpec(
      .moveFavorite,
      "moves a favourite within the user's order",
      .favorites,
      gives: ["results"],
      client: .init([.key], anyOf: [.position, .index], optional: [.target])
    ),
    MethodSpec(
      .noteFavorite,
      "sets or removes the note of a favourite",
      .favorites,
      gives: ["results"],
      client: .init([.key], optional: [.note])
    ),
    MethodSpec(
      .undoFavorites,
      "undoes the last change of the favourites",
      .favorites,
      gives: ["results", "total"]
    ),
    MethodSpec(
      .importFavorites,
      "imports favourites and merges them with the existing ones",
      .favorites,
      gives: ["results"],
      client: .init([.rows], optional: [.batch])
    ),
    MethodSpec(
      .exportFavorites,
      "returns a chunk of a file with all favourites, as an attachment",
      .favorites,
      gives: ["media", "next", "revision"],
      isReadOnly: true,
      client: .init([.format], optional: [.offset])
    ),
    MethodSpec(
      .checkFavorites,
      "checks the whole favourites file for errors",
      .favorites,
      gives: ["check"]
    ),
    MethodSpec(
      .compactFavorites,
      "compacts the favourites file",
      .favorites,
      gives: ["notes"]
    ),
  ]
}
