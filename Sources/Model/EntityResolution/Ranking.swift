import MusicModel

/// A parsed search text.
struct SearchText {
  let exact: String
  let folded: FoldedName
  let words: [Substring]
  private let artist: FoldedName?
  /// Whether tributes and the like are asked for.
  private let wantsImitations: Bool

  init(_ text: String, artist: String? = nil) {
    exact = text
    folded = FoldedName(text)
    words = folded.words.split(separator: " ")
    self.artist = artist.map(FoldedName.init)
    wantsImitations = !SearchText.imitations.isDisjoint(with: words.map(String.init))
  }

  /// Words that say that tributes and the like are wanted.
  private static let imitations = bands.union(["cover", "covers"])

  /// The tier of an entity, independent of its name: tributes, karaoke and covers last, and other artists than the wanted one after it.
  func place(of entity: Entity, _ names: NameReader) -> SearchRank.Place {
    let credit = (entity.artist?.name).map(names.name)
    let isOther = artist.map { wanted in credit != nil && credit != wanted } ?? false
    let title = names.title(entity.displayName)
    let stated: [AlbumKind?] = [.karaoke, .tribute]
    let isImitation =
      !wantsImitations
      && (!title.version.isDisjoint(with: [.karaoke, .tribute, .cover])
        || stated.contains(entity.albumKind)
        || [names.name(entity.displayName).words, credit?.words ?? ""].contains { text in
          text.split(separator: " ").contains { SearchText.bands.contains(String($0)) }
        })
    return SearchRank.Place(
      isImitation: isImitation,
      isOther: isOther,
      isCompilation: entity.albumKind == .compilation
        || entity.kind == .album && title.marks.contains(.generic)
    )
  }

  /// Words that name no original in any position.
  private static let bands: Set<String> = [
    "tribute", "tributes", "karaoke", "lullaby", "renditions",
  ]

  /// Returns how well the name of a hit matches.
  func fit(of entity: Entity, _ names: NameReader) -> SearchRank.Fit {
    if entity.displayName == exact { return .exact }
    let name = names.name(entity.displayName)
    let title = plainTitle(of: entity, names)?.text ?? name.text
    if name == folded || folded.text == title { return .normalized }
    if let artist = entity.artist?.name, folded.isJoined(of: names.name(artist).text, title) {
      return .normalized
    }
    if folded.begins(name) { return .prefix }
    if words.isEmpty { return .rest }
    if name.words.utf8.starts(with: folded.words.utf8) { return .beginning }
    guard let artist = entity.artist?.name else {
      return words.allSatisfy(name.hasWord) ? .words : .rest
    }
    let credit = names.name(artist)
    if credit == folded { return .prefix }
    if words.allSatisfy(name.hasWord) { return .words }
    return words.allSatisfy { name.hasWord($0) || credit.hasWord($0) } ? .words : .rest
  }

  /// The title without edition and version.
  private func plainTitle(of entity: Entity, _ names: NameReader) -> Name? {
    switch entity {
    case .album(let album): names.title(album.title).core
    case .song(let song): names.title(song.title).core
    case .artist, .chart: nil
    }
  }
}

extension FoldedName {
  /// Whether it is two texts, in any order: "U2 One" is "One" by U2.
  fileprivate func isJoined(of one: String, _ other: String) -> Bool {
    guard text.utf8.count == one.utf8.count + other.utf8.count else { return false }
    return text.hasPrefix(one) && text.hasSuffix(other)
      || text.hasPrefix(other) && text.hasSuffix(one)
  }
}

/// The sort key of a hit: compared member by member, smaller first.
struct SearchRank {
  /// The quality of a name match.
  enum Fit: Int {
    case exact
    /// Equal but for case, accents, punctuation and edition, alone or with the artist's name.
    case normalized
    /// The name starts with the words of the text.
    case prefix
    /// The name starts with the text, which ends within a word.
    case beginning
    /// All words of the text occur in the name or the artist's name.
    case words
    case rest
  }

  /// A tier of results, independent of their names.
  struct Place {
    var isImitation = false
    var isOther = false
    var isCompilation = false

    static let original = Place()
  }

  private let key: InlineArray<10, Int>
  private let name: String
  private let id: EntityID

  /// Ranks a hit. `fit` is the match of its name with the search text, if there is one; `artists` are the
  /// names of all artists in the list.
  init(
    _ merged: MergedEntity,
    _ fit: Fit?,
    _ place: Place,
    artists: Set<FoldedName>,
    position: Int,
    preference: Int = 0
  ) {
    let entity = merged.entity
    name = entity.displayName
    id = entity.id
    let fit = fit?.rawValue ?? 0
    key = [
      place.isImitation ? 1 : 0,
      place.isOther ? 1 : 0,
      fit <= Fit.normalized.rawValue ? 0 : 1,
      preference,
      fit,
      SearchRank.isCollaboration(entity, of: artists) ? 1 : 0,
      place.isCompilation ? 1 : 0,
      -SearchRank.providerCount(of: merged.records),
      entity.rank ?? Int.max,
      position,
    ]
  }

  func precedes(_ other: SearchRank) -> Bool {
    for index in key.indices where key[index] != other.key[index] {
      return key[index] < other.key[index]
    }
    return name == other.name ? id < other.id : name < other.name
  }

  private static func providerCount(of records: [SourceRecord]) -> Int {
    records.indices.count { index in
      let provider = records[index].provider
      // The records are sorted by id, so those of a provider are usually adjacent.
      if index > 0, records[index - 1].provider == provider { return false }
      return !records[..<index].contains { $0.provider == provider }
    }
  }

  /// Whether it is a collaboration whose first artist is in the list alone: "A & B" next to "A".
  private static func isCollaboration(_ entity: Entity, of artists: Set<FoldedName>) -> Bool {
    guard case .artist(let artist) = entity, let first = ArtistCredit.first(of: artist.name)
    else {
      return false
    }
    return artists.contains(first)
  }
}
