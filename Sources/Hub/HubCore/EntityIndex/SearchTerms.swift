import BusProtocol
import EntityResolution
import MusicModel

/// The text and artist by which an entity is searched at a provider that does not know its id.
struct SearchTerms: Hashable, Sendable {
  let kind: EntityKind
  let text: String
  /// The artist of an album or song, if known.
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

  /// Whether an entity has this name, and this artist if known, after normalization.
  func fits(_ entity: Entity) -> Bool {
    guard FoldedName(entity.displayName) == FoldedName(text) else { return false }
    guard let artist else { return true }
    return entity.artist.map { FoldedName($0.name) == FoldedName(artist) } ?? false
  }

  /// The parameters of the search.
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
  /// Takes the name from records of the entity, or of albums and songs that belong to it.
  ///
  /// - Parameters:
  ///   - ids: all known ids of the entity.
  ///   - records: the entity itself, the albums or songs of an artist, the songs of an album.
  init?(of ids: [EntityID], in records: [Entity]) {
    guard let kind = ids.first?.kind else { return nil }
    for record in records {
      if record.kind == kind {
        guard record.ids.contains(where: ids.contains) else { continue }
        self.init(record)
        return
      }
      // A list may name other artists, such as "Various Artists".
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
