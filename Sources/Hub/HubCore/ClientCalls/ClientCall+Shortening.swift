import BusProtocol
import EntityResolution
import MusicModel

/// Entities that are too large for a message.
extension ClientCall {
  /// Returns a page of which each entity fits into a message, and a note on each that did not.
  ///
  /// Large entities are reduced to their name and ids, or omitted if even these are too large.
  func shortened(_ page: [Entity], _ settings: HubSettings) -> (page: [Entity], notes: [String]) {
    // The rest is for the message around it.
    let maxBytes = settings.limits.bodyBytes - settings.limits.bodyBytes / 8
    func fits(_ entity: Entity) -> Bool {
      ((try? BusCodec.encode(entity).count) ?? .max) <= maxBytes
    }
    var notes: [String] = []
    let entities = page.compactMap { entity -> Entity? in
      if fits(entity) { return entity }
      let short = [entity.brief, entity.bare].first(where: fits)
      let name = entity.displayName.prefix(80)
      let source = largestSource(of: entity).map { "the record of \($0) is" } ?? "its records are"
      let result = short == nil ? "omitted" : "shortened"
      notes.append("\"\(name)\" was \(result): \(source) too large for a message.")
      return short
    }
    return (entities, notes)
  }

  /// The provider with the largest records of an entity, or `nil` if this call has none.
  private func largestSource(of entity: Entity) -> ProviderID? {
    let ids = Set(entity.ids)
    var bytes: [ProviderID: Int] = [:]
    for record in records where !ids.isDisjoint(with: record.entity.ids) {
      bytes[record.provider, default: 0] += (try? BusCodec.encode(record.entity).count) ?? 0
    }
    return bytes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension Entity {
  /// The entity without the members that may be long.
  fileprivate var bare: Entity {
    switch self {
    case .artist(let artist):
      var bare = Artist(id: artist.id, name: artist.name)
      bare.ids = artist.ids
      return .artist(bare)
    case .album(let album):
      var bare = Album(id: album.id, title: album.title)
      (bare.ids, bare.artist, bare.releaseDate) = (album.ids, album.artist, album.releaseDate)
      return .album(bare)
    case .song(let song):
      var bare = Song(id: song.id, title: song.title)
      (bare.ids, bare.artist, bare.album) = (song.ids, song.artist, song.album)
      return .song(bare)
    case .chart: return self
    }
  }
}
