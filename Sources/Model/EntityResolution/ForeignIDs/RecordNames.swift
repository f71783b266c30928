package import MusicModel

extension Catalog {
  /// Whether the names of two entities show that they are not the same, independent of their ids.
  ///
  /// Names in two scripts cannot be compared, so they show nothing. An alias of an artist counts as
  /// a name.
  package static func namesConflict(_ one: Entity, _ other: Entity) -> Bool {
    let names = NameReader()
    return RecordNames(one, names).relation(to: RecordNames(other, names)) == .contradicts
  }
}

/// The names of an entity, which its ids are checked against.
enum RecordNames {
  /// An artist credit, and all names including the aliases.
  case artist(ArtistCredit, [FoldedName])
  case album(ParsedTitle, ArtistCredit)
  case song(SongFeatures)
  case chart

  enum Relation {
    case fits
    case contradicts
    /// The names are in two scripts, or missing.
    case unknown
  }

  init(_ entity: Entity, _ names: NameReader) {
    self =
      switch entity {
      case .artist(let artist):
        .artist(names.credit(artist.name), ([artist.name] + artist.aliases).map(names.name))
      case .album(let album):
        .album(names.title(album.title), names.credit(album.artist?.name))
      case .song(let song): .song(SongFeatures(song, from: nil, names))
      case .chart: .chart
      }
  }

  /// Compares the names alone of two entities.
  func relation(to other: RecordNames) -> Relation {
    switch (self, other) {
    case (.artist(let one, let names), .artist(let other, let otherNames)):
      if names.contains(where: otherNames.contains) { return .fits }
      let areComparable = names.contains { name in
        otherNames.contains(where: name.isComparable)
      }
      guard areComparable, one.isOneArtist, other.isOneArtist else { return .unknown }
      return one.name.similarity(to: other.name) < 80 ? .contradicts : .fits
    case (.album(let title, let artist), .album(let otherTitle, let otherArtist)):
      if RecordNames.relation(artist, otherArtist) == .contradicts { return .contradicts }
      guard !title.isUnknown, !otherTitle.isUnknown, title.full.isComparable(to: otherTitle.full)
      else { return .unknown }
      if title.numbers != otherTitle.numbers { return .contradicts }
      let isSimilar = title.core.similarity(to: otherTitle.core) >= 65
      let isBeginning = title.full.begins(otherTitle.full) || otherTitle.full.begins(title.full)
      return isSimilar || isBeginning ? .fits : .contradicts
    case (.song(let one), .song(let other)):
      if RecordNames.relation(one.artist, other.artist) == .contradicts { return .contradicts }
      let (title, otherTitle) = (one.title, other.title)
      guard !title.isUnknown, !otherTitle.isUnknown, title.full.isComparable(to: otherTitle.full)
      else { return .unknown }
      if title.numbers != otherTitle.numbers { return .contradicts }
      let titles = SongComparison(one: one, other: other).compareTitles().0
      return titles.contradicts ? .contradicts : .fits
    case (.chart, .chart): return .unknown
    default: return .contradicts
    }
  }

  /// Compares two credits, which fit if they name an artist in common.
  private static func relation(_ one: ArtistCredit, _ other: ArtistCredit) -> Relation {
    guard one.isOneArtist, other.isOneArtist, one.name.isComparable(to: other.name) else {
      return .unknown
    }
    let isSimilar = one.name.similarity(to: other.name) >= 65
    return isSimilar || one.sharesMember(with: other) ? .fits : .contradicts
  }
}

extension ArtistCredit {
  /// Whether it names one artist in particular.
  fileprivate var isOneArtist: Bool { !isUnknown && !isVarious }
}
