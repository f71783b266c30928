package import MusicModel

extension Catalog {
  /// Whether the names of two entities show that they are not the same, whatever their ids.
  ///
  /// Names in two scripts cannot be compared, so they show nothing. An alias of an artist counts as
  /// a name.
  package static func areNamedApart(_ one: Entity, _ other: Entity) -> Bool {
    NameContradiction.compare(one, other) == .contradicts
  }
}

/// Compares the names alone of two entities.
struct NameContradiction {
  enum Relation {
    case fits
    case contradicts
    /// The names are in two scripts, or missing.
    case unknown
  }

  private var extractor = FeatureExtractor(records: 2, context: .none)

  private var arena: NameArena { extractor.arena }

  static func compare(_ one: Entity, _ other: Entity) -> Relation {
    var names = NameContradiction()
    switch (one, other) {
    case (.artist(let one), .artist(let other)): return names.compare(one, other)
    case (.album(let one), .album(let other)): return names.compare(one, other)
    case (.song(let one), .song(let other)): return names.compare(one, other)
    case (.chart, .chart): return .unknown
    default: return .contradicts
    }
  }

  private mutating func compare(_ one: Artist, _ other: Artist) -> Relation {
    if one.name == other.name { return .fits }
    let names = [one, other].map { artist in
      Set(([artist.name] + artist.aliases).map(FoldedName.init))
    }
    if !names[0].isDisjoint(with: names[1]) { return .fits }
    let areComparable = names[0].contains { name in
      names[1].contains { Script(name.words.utf8).isComparable(to: Script($0.words.utf8)) }
    }
    guard areComparable else { return .unknown }
    let (first, second) = (extractor.credit(one.name), extractor.credit(other.name))
    if first.isUnknown || second.isUnknown || first.isVarious || second.isVarious {
      return .unknown
    }
    return arena.similarity(first.name, second.name) < 80 ? .contradicts : .fits
  }

  private mutating func compare(_ one: Album, _ other: Album) -> Relation {
    let artists = compare(credit: one.artist?.name, other.artist?.name)
    if artists == .contradicts { return .contradicts }
    let (first, second) = (extractor.title(one.title), extractor.title(other.title))
    guard !first.isUnknown, !second.isUnknown, areComparable(one.title, other.title) else {
      return .unknown
    }
    if first.numbers != second.numbers { return .contradicts }
    let isSimilar = arena.similarity(first.core, second.core) >= 65
    return isSimilar || isBeginning(one.title, other.title) ? .fits : .contradicts
  }

  private mutating func compare(_ one: Song, _ other: Song) -> Relation {
    let artists = compare(credit: one.artist?.name, other.artist?.name)
    if artists == .contradicts { return .contradicts }
    let first = SongFeatures(SongFacts(one), source: 0, &extractor)
    let second = SongFeatures(SongFacts(other), source: 1, &extractor)
    guard !first.title.isUnknown, !second.title.isUnknown, areComparable(one.title, other.title)
    else { return .unknown }
    if first.title.numbers != second.title.numbers { return .contradicts }
    let titles = SongComparison(one: first, other: second, arena: arena).compareTitles().0
    return titles.contradicts ? .contradicts : .fits
  }

  /// Compares two credits, which fit if they name an artist in common.
  private mutating func compare(credit one: String?, _ other: String?) -> Relation {
    guard let one, let other, areComparable(one, other) else { return .unknown }
    let (first, second) = (extractor.credit(one), extractor.credit(other))
    if first.isUnknown || second.isUnknown || first.isVarious || second.isVarious {
      return .unknown
    }
    let isSimilar = arena.similarity(first.name, second.name) >= 65
    return isSimilar || arena.shareMember(first, second) ? .fits : .contradicts
  }

  private func areComparable(_ one: String, _ other: String) -> Bool {
    Script(FoldedName(one).words.utf8)
      .isComparable(to: Script(FoldedName(other).words.utf8))
  }

  /// Whether one title is the other and more: "OK Computer OKNOTOK".
  private func isBeginning(_ one: String, _ other: String) -> Bool {
    let (first, second) = (FoldedName(one), FoldedName(other))
    return first.begins(second) || second.begins(first)
  }
}
