import MusicModel

/// A parsed search text.
struct SearchText {
  let exact: String
  let folded: FoldedName
  let words: [Substring]

  init(_ text: String) {
    exact = text
    folded = FoldedName(text)
    words = folded.words.split(separator: " ")
  }
}

/// The sort key of a hit: compared member by member, smaller first.
struct SearchRank: Comparable {
  /// The quality of a name match.
  enum Fit: Int {
    case exact
    /// Equal but for case, accents, punctuation and edition.
    case normalized
    /// The name starts with the words of the text.
    case prefix
    /// The name starts with the text, which ends within a word.
    case beginning
    /// All words of the text occur in the name or the artist's name.
    case words
    case rest
  }

  private let key: [Int]
  private let name: String
  private let id: EntityID

  /// Ranks a hit; `artists` are the names of all artists in the list.
  init(
    _ merged: MergedEntity,
    _ query: SearchText?,
    artists: Set<FoldedName>,
    position: Int,
    preference: Int = 0
  ) {
    let entity = merged.entity
    name = entity.displayName
    id = entity.id
    let fit = query.map { SearchRank.fit(of: entity, $0).rawValue } ?? 0
    key = [
      fit <= Fit.normalized.rawValue ? 0 : 1,
      preference,
      fit,
      SearchRank.isCollaboration(entity, of: artists) ? 1 : 0,
      -Set(merged.records.map(\.provider)).count,
      entity.album?.rank ?? entity.song?.rank ?? Int.max,
      position,
    ]
  }

  static func < (left: SearchRank, right: SearchRank) -> Bool {
    if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
    return left.name == right.name ? left.id.precedes(right.id) : left.name < right.name
  }

  private static func fit(of entity: Entity, _ query: SearchText) -> Fit {
    if entity.displayName == query.exact { return .exact }
    let name = FoldedName(entity.displayName)
    if name == query.folded || query.folded == plainTitle(of: entity) { return .normalized }
    if query.folded.begins(name) { return .prefix }
    if !query.words.isEmpty, name.words.utf8.starts(with: query.folded.words.utf8) {
      return .beginning
    }
    let artist = entity.album?.artist?.name ?? entity.song?.artist?.name
    let words =
      name.words.split(separator: " ")
      + (artist.map { FoldedName($0).words } ?? "").split(separator: " ")
    return !query.words.isEmpty && query.words.allSatisfy(words.contains) ? .words : .rest
  }

  /// The title without edition and version.
  private static func plainTitle(of entity: Entity) -> FoldedName? {
    switch entity {
    case .album(let album): TitleParser.plain(album.title)
    case .song(let song): TitleParser.plain(song.title)
    case .artist, .chart: nil
    }
  }

  /// Whether it is a collaboration whose first artist is in the list alone: "A & B" next to "A".
  private static func isCollaboration(_ entity: Entity, of artists: Set<FoldedName>) -> Bool {
    guard case .artist(let artist) = entity, let first = ArtistCreditParser.first(of: artist.name)
    else {
      return false
    }
    return artists.contains(first)
  }
}
