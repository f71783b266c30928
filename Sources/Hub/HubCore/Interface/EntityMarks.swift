import EntityResolution
package import MusicModel

/// The marks that only the hub knows: whether an entity is a favourite, whether the user owns it and can use it now, and how many albums an
/// artist has.
struct EntityMarks: Sendable {
  let favorites: Favorites
  let index: EntityIndex
  /// The namespaces of what the user owns.
  let ownedNamespaces: Set<String>
  /// The providers that can fetch whole songs.
  let players: Set<ProviderID>

  /// An entity with its marks. Marks of providers are overwritten.
  func marked(_ entity: Entity) -> Entity {
    withAlbumCount(favorites.withFavoriteMark(withOwnedMark(entity)))
  }

  private func withAlbumCount(_ entity: Entity) -> Entity {
    guard case .artist(var artist) = entity else { return entity }
    artist.albumCount = index.entity(artist.id)?.albumCount
    return .artist(artist)
  }

  func withOwnedMark(_ entity: Entity) -> Entity {
    let isOwned = isOwned(entity)
    return entity.owned(isOwned, isUnavailable: isOwned && isUnavailable(entity))
  }

  func withOwnedMark(_ merged: MergedEntity) -> MergedEntity {
    let owned = withStream(of: merged.records, withOwnedMark(merged.entity))
    guard owned != merged.entity || !merged.editions.isEmpty else { return merged }
    var merged = merged
    merged.entity = owned
    merged.editions = merged.editions.map(withOwnedMark)
    return merged
  }

  /// A song with the stream of a record that the user owns, whatever other records say.
  private func withStream(of records: [SourceRecord], _ entity: Entity) -> Entity {
    guard case .song(var song) = entity, song.stream != nil else { return entity }
    song.stream = records.ownStreams(owned: ownedNamespaces, players: players).first?.stream
    return .song(song)
  }

  /// Whether one of its ids is of what the user owns, also one that an earlier call found.
  private func isOwned(_ entity: Entity) -> Bool {
    guard !ownedNamespaces.isEmpty else { return false }
    return entity.ids.contains { ownedNamespaces.contains($0.namespace) }
      || entity.ids.contains { id in
        !Catalog.isProductCode(id)
          && index.entity(id)?.ids.contains { ownedNamespaces.contains($0.namespace) } == true
      }
  }

  /// Whether nothing that the user has of it can be read now, as its provider says or has said.
  private func isUnavailable(_ entity: Entity) -> Bool {
    if let known = entity.isUnavailable { return known }
    let own = (index.entity(entity.id)?.records ?? []).map(\.entity)
      .filter { ownedNamespaces.contains($0.id.namespace) }
    return !own.isEmpty && own.allSatisfy { $0.isUnavailable == true }
  }
}

/// Members that lists are filtered and sorted by, for every kind of entity.
extension Entity {
  var genres: [String] {
    switch self {
    case .artist(let artist): artist.genres
    case .album(let album): album.genres
    case .song(let song): song.genres
    case .chart: []
    }
  }

  /// The entity with a rank, or without one.
  package func ranked(_ rank: Int?) -> Entity {
    switch self {
    case .album(var album):
      album.rank = rank
      return .album(album)
    case .song(var song):
      song.rank = rank
      return .song(song)
    case .artist, .chart: return self
    }
  }

  /// Disc and track, unknown ones last.
  var track: (disc: Int, number: Int) {
    guard case .song(let song) = self, let track = song.trackNumber else { return (.max, .max) }
    return (song.discNumber ?? 1, track)
  }

  var artwork: [Artwork] {
    switch self {
    case .artist(let artist): artist.artwork
    case .album(let album): album.artwork
    case .song(let song): song.artwork
    case .chart: []
    }
  }

  /// The entity with one more id.
  func known(also id: EntityID) -> Entity { ids.contains(id) ? self : with(ids: ids + [id]) }

  /// The entity with other ids than it had, one of which is its own.
  package func with(ids: [EntityID]) -> Entity {
    switch self {
    case .artist(var artist):
      artist.ids = ids
      return .artist(artist)
    case .album(var album):
      album.ids = ids
      return .album(album)
    case .song(var song):
      song.ids = ids
      return .song(song)
    case .chart(var chart):
      chart.ids = ids
      return .chart(chart)
    }
  }
}
