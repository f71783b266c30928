import BusProtocol
import EntityResolution
import MusicModel

/// By what an entity can be looked for at a provider that does not know its id.
struct SearchTerms: Hashable, Sendable {
  let kind: EntityKind
  let text: String
  /// The artist of an album or song, where known.
  let artist: String?

  init(_ entity: Entity) {
    kind = entity.kind
    text = entity.displayName
    artist = entity.artist?.name
  }

  init(_ kind: EntityKind, _ text: String, by artist: String? = nil) {
    self.kind = kind
    self.text = text
    self.artist = artist
  }

  /// Whether an entity is called so, however it is written.
  func fits(_ entity: Entity) -> Bool {
    guard FoldedName(entity.displayName) == FoldedName(text) else { return false }
    guard let artist else { return true }
    return entity.artist.map { FoldedName($0.name) == FoldedName(artist) } ?? false
  }

  /// The search that may find it.
  func search(like parameters: CallParameters) -> CallParameters {
    var search = CallParameters()
    search.text = text
    search.artist = artist
    search.country = parameters.country
    search.lang = parameters.lang
    return search
  }
}

extension SearchTerms {
  /// What an entity is called by records that tell of it or of what belongs to it.
  ///
  /// - Parameters:
  ///   - ids: all ids under which it is known.
  ///   - records: the entity itself, the albums or songs of an artist, the songs of an album.
  init?(of ids: [EntityID], in records: [Entity]) {
    guard let kind = ids.first?.kind else { return nil }
    for record in records {
      if record.kind == kind {
        guard record.ids.contains(where: ids.contains) else { continue }
        self.init(record)
        return
      }
      // What else a list may hold, such as "Various Artists", is not what was asked about.
      if kind == .artist, let artist = record.artist, artist.id.map(ids.contains) == true {
        self.init(.artist, artist.name)
        return
      }
      if kind == .album, case .song(let song) = record, let album = song.album,
        album.id.map(ids.contains) == true
      {
        self.init(.album, album.title, by: song.artist?.name)
        return
      }
    }
    return nil
  }
}
