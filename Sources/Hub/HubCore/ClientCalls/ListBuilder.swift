import BusProtocol
import EntityResolution
import MusicModel

/// Builds a list from merged entities: filtered, sorted, in the requested detail.
struct ListBuilder: Sendable {
  let parameters: CallParameters
  let order: ListOrder
  let names: NameReader
  /// The position of each record in the reply of its source.
  let positions: [EntityID: Int]
  /// The preference of records of the library; favourites and opened entities come first.
  var preferences: [EntityID: Int] = [:]
  /// The time in milliseconds since 1970, if known.
  var unixMs: Int?
  /// The artists of the albums and songs that have names in languages.
  private let artists: [EntityID: Artist]
  /// The genres of which the list is to be, whatever sources call them; `nil` if it is of all.
  private let genres: Set<FoldedName>?

  init(
    parameters: CallParameters,
    order: ListOrder,
    names: NameReader,
    positions: [EntityID: Int],
    preferences: [EntityID: Int] = [:],
    unixMs: Int? = nil,
    artists: [EntityID: Artist] = [:]
  ) {
    (self.parameters, self.order, self.names) = (parameters, order, names)
    (self.positions, self.preferences, self.unixMs) = (positions, preferences, unixMs)
    self.artists = artists
    genres = parameters.genre.map { Set(GenreVocabulary.spellings(of: $0).map(FoldedName.init)) }
  }

  /// The complete list, from which pages are cut. No two entries have the same id.
  func list(_ merged: [MergedEntity]) -> [Entity] {
    let unfolded = parameters.editions == true ? merged.flatMap(\.unfolded) : merged
    let wanted = unfolded.filter { isWanted($0.entity) }
    var seen: Set<EntityID> = []
    return ordered(wanted).filter { seen.insert($0.entity.id).inserted }.map {
      // Lists contain biographies only on request.
      $0.detailed(parameters.detail ?? .brief, parameters.lang, artists, at: unixMs)
    }
  }

  private func ordered(_ merged: [MergedEntity]) -> [MergedEntity] {
    switch parameters.sort.flatMap(ListBuilder.order) ?? order {
    case .relevance:
      Catalog.ranked(
        merged,
        for: parameters.text,
        artist: parameters.artist,
        names: names,
        position: position
      ) { merged in
        merged.entity.ids.lazy.compactMap { preferences[$0] }.min() ?? 0
      }
    case .date: merged.sorted { isOlder($0.entity, $1.entity) }
    case .newest: merged.sorted { isNewer($0.entity, $1.entity) }
    case .name: merged.sorted { isNamedBefore($0.entity, $1.entity) }
    case .rank:
      merged.sorted {
        ($0.entity.rank ?? .max, position($0)) < ($1.entity.rank ?? .max, position($1))
      }
    case .track:
      merged.sorted {
        let (one, other) = ($0.entity.track, $1.entity.track)
        return (one.disc, one.number, position($0)) < (other.disc, other.number, position($1))
      }
    case .position: merged.sorted { (position($0), $0.entity.id) < (position($1), $1.entity.id) }
    case .agreement:
      merged.map { (merged: $0, weight: weight($0)) }
        .sorted { ($1.weight, $0.merged.entity.id) < ($0.weight, $1.merged.entity.id) }.map(
          \.merged
        )
    }
  }

  private static func order(_ sort: CallParameters.Sort) -> ListOrder? {
    switch sort {
    case .date: .date
    case .newest: .newest
    case .name: .name
    case .rank: .rank
    case .own, .added, .recent, .year: nil
    }
  }

  private func position(_ merged: MergedEntity) -> Int {
    merged.entity.ids.lazy.compactMap { positions[$0] }.min() ?? .max
  }

  /// The sum of reciprocal ranks, with which lists are combined whose scores are not comparable: a place
  /// counts less the later it is, and two places count more than any one (Cormack, Clarke and Büttcher,
  /// 2009, where 60 was best).
  private func weight(_ merged: MergedEntity) -> Double {
    merged.entity.ids.lazy.compactMap { positions[$0] }.map { 1 / Double(60 + $0) }.reduce(0, +)
  }

  private func isWanted(_ entity: Entity) -> Bool {
    if parameters.exact == true, let text = parameters.text,
      !FoldedName(text).isName(of: entity)
    {
      return false
    }
    if let title = parameters.title, !names.name(entity.displayName).holds(title) { return false }
    if let kind = parameters.albumKind, case .album(let album) = entity, album.albumKind != kind {
      return false
    }
    if let owned = parameters.owned, entity.isOwned != owned { return false }
    if let genres, !entity.genres.contains(where: { genres.contains(FoldedName($0)) }) {
      return false
    }
    if parameters.from != nil || parameters.to != nil {
      guard let date = entity.releaseDate else { return false }
      return date.overlaps(from: parameters.from, to: parameters.to)
    }
    return true
  }

  /// Entries without a date come last in either order.
  private func isOlder(_ left: Entity, _ right: Entity) -> Bool {
    switch (left.releaseDate, right.releaseDate) {
    case (let one?, let other?) where one != other: one < other
    case (.some, nil): true
    case (nil, .some): false
    default: isNamedBefore(left, right)
    }
  }

  private func isNewer(_ left: Entity, _ right: Entity) -> Bool {
    switch (left.releaseDate, right.releaseDate) {
    case (let one?, let other?) where one != other: other < one
    case (.some, nil): true
    case (nil, .some): false
    default: isNamedBefore(left, right)
    }
  }

  private func isNamedBefore(_ left: Entity, _ right: Entity) -> Bool {
    let (one, other) = (names.name(left.displayName).words, names.name(right.displayName).words)
    return one == other ? left.id < right.id : one < other
  }
}

extension Entity {
  /// The ids of the artists that an album or song names.
  var artistIDs: [EntityID] {
    let (one, all): (ArtistReference?, [CreditedArtist]) =
      switch self {
      case .album(let album): (album.artist, album.artists)
      case .song(let song): (song.artist, song.artists)
      case .artist, .chart: (nil, [])
      }
    return [one?.id].compactMap(\.self) + all.compactMap(\.id)
  }
}

extension FoldedName {
  /// Whether the name contains the text, in any spelling.
  func holds(_ text: String) -> Bool {
    words.contains(FoldedName(text).words)
  }
}

extension MergedEntity {
  /// The entity in a detail, with the names of artists in a language. `nowMs` is the time in milliseconds since 1970, if known.
  func detailed(
    _ detail: CallParameters.Detail,
    _ language: String?,
    _ artists: [EntityID: Artist],
    at nowMs: Int?
  ) -> Entity {
    switch detail {
    case .brief: entity.named(in: language, artists: artists).withoutOtherLanguages.brief
    case .full: entity.named(in: language, artists: artists)
    case .provenance: withProvenance(at: nowMs).named(in: language, artists: artists)
    }
  }
}
