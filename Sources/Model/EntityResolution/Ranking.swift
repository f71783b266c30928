import MusicModel

/// A parsed search text, and the parsers that read the names of hits in turn.
struct SearchText {
  let exact: String
  let folded: FoldedName
  let words: [Substring]
  private var scanner = NameTokenizer()
  private var titles = TitleParser()

  init(_ text: String) {
    exact = text
    folded = FoldedName(text, by: &scanner)
    words = folded.words.split(separator: " ")
  }

  /// Returns how well the name of a hit matches.
  mutating func fit(of entity: Entity) -> SearchRank.Fit {
    if entity.displayName == exact { return .exact }
    let name = FoldedName(entity.displayName, by: &scanner)
    if name == folded || folded == plainTitle(of: entity) { return .normalized }
    if folded.begins(name) { return .prefix }
    if words.isEmpty { return .rest }
    if name.words.utf8.starts(with: folded.words.utf8) { return .beginning }
    let ofName = name.words.split(separator: " ")
    var missing = words.filter { !ofName.contains($0) }
    let artist = entity.album?.artist?.name ?? entity.song?.artist?.name
    if !missing.isEmpty, let artist {
      let ofArtist = FoldedName(artist, by: &scanner).words.split(separator: " ")
      missing.removeAll { ofArtist.contains($0) }
    }
    return missing.isEmpty ? .words : .rest
  }

  /// The title without edition and version.
  private mutating func plainTitle(of entity: Entity) -> FoldedName? {
    switch entity {
    case .album(let album): titles.plain(album.title)
    case .song(let song): titles.plain(song.title)
    case .artist, .chart: nil
    }
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

  /// Ranks a hit. `fit` is the match of its name with the search text, if there is one; `artists` are the
  /// names of all artists in the list.
  init(
    _ merged: MergedEntity,
    _ fit: Fit?,
    artists: Set<FoldedName>,
    position: Int,
    preference: Int = 0
  ) {
    let entity = merged.entity
    name = entity.displayName
    id = entity.id
    let fit = fit?.rawValue ?? 0
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
    return left.name == right.name ? left.id < right.id : left.name < right.name
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
