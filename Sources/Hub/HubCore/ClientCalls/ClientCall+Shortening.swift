import BusProtocol
import EntityResolution
import MusicModel

/// Entities that are too large for a message.
extension ClientCall {
  /// Returns a page of which each entity fits into a message, and a note on each that did not.
  ///
  /// Large entities are reduced to their name and ids, or omitted if even these are too large.
  func shortened(_ page: [Entity], _ settings: HubSettings) -> (page: [Entity], notes: [String]) {
    let maxBytes = settings.maxContentBytes
    var notes: [String] = []
    let entities = page.compactMap { entity -> Entity? in
      if entity.encodedBytes <= maxBytes { return entity }
      let short = entity.shortened(to: maxBytes)
      let name = entity.displayName.prefix(80)
      let source = largestSource(of: entity).map { "the record of \($0) is" } ?? "its records are"
      let result = short == nil ? "omitted" : "shortened"
      notes.append("\"\(name)\" was \(result): \(source) too large for a message.")
      return short
    }
    return (entities, notes)
  }

  /// Returns an explanation that fits into a message, with a note on each record that did not.
  ///
  /// The near misses are omitted first, because they are the least important.
  func shortened(_ done: Done, _ settings: HubSettings) -> Done {
    let maxBytes = settings.maxContentBytes
    func fits(_ done: Done) -> Bool { ((try? JSONCodec.encode(done).count) ?? .max) <= maxBytes }
    var done = done
    if fits(done) { return done }
    done.explanation?.neighbors = nil
    guard var explanation = done.explanation, !fits(done) else { return done }
    let share = maxBytes / 2 / (explanation.records.count + 1)
    explanation.fields = nil
    explanation.entity = explanation.entity.shortened(to: share) ?? explanation.entity
    var notes: [String] = []
    for index in explanation.records.indices {
      let record = explanation.records[index]
      guard record.entity.encodedBytes > share else { continue }
      explanation.records[index].entity = record.entity.shortened(to: share) ?? record.entity
      notes.append("The record of \(record.provider) was shortened: it is too large for a message.")
    }
    done.explanation = explanation
    if !fits(done) { done.explanation?.joins = nil }
    done.notes = (done.notes ?? []) + notes
    return done
  }

  /// The provider with the largest records of an entity, or `nil` if this call has none.
  private func largestSource(of entity: Entity) -> ProviderID? {
    let ids = Set(entity.ids)
    var bytes: [ProviderID: Int] = [:]
    for record in records where !ids.isDisjoint(with: record.entity.ids) {
      bytes[record.provider, default: 0] += record.entity.encodedBytes
    }
    return bytes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension HubSettings {
  /// The maximum size of what a body is about; the rest is for the message around it.
  fileprivate var maxContentBytes: Int { limits.bodyBytes - limits.bodyBytes / 8 }
}

extension Entity {
  fileprivate var encodedBytes: Int { (try? JSONCodec.encode(self).count) ?? .max / 2 }

  /// The entity, or its most important members that fit; `nil` if none do.
  fileprivate func shortened(to maxBytes: Int) -> Entity? {
    [self, brief, bare].first { $0.encodedBytes <= maxBytes }
  }

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
