/// `/lookup` of Apple's store: records by number, each followed by its children when an entity asks
/// for them.
struct ITunesLookup: Sendable {
  private let catalogue: SampleCatalog
  private let request: Request

  init(_ catalogue: SampleCatalog, _ request: Request) {
    self.catalogue = catalogue
    self.request = request
  }

  func answer() -> Response {
    do throws(ITunesRefusal) {
      let query = try ITunesQuery(request)
      return ITunesAnswer.response(parents(query).flatMap { family(of: $0, query) })
    } catch {
      return error.response
    }
  }

  private enum Parent {
    case artist(StoreArtist)
    case album(StoreAlbum)
    case song(StoreSong)
    case other(OtherMedium)
  }

  /// What is looked up, in the order asked; what the store does not know is left out in silence.
  private func parents(_ query: ITunesQuery) -> [Parent] {
    if let ids = query.parameters["id"] { return numbers(ids).compactMap(parent) }
    if let ids = query.parameters["amgArtistId"] {
      return numbers(ids).compactMap { id in
        catalogue.storeArtists.first { $0.amg == id }.map(Parent.artist)
      }
    }
    if let codes = query.parameters["upc"] {
      return codes.split(separator: ",").flatMap { code in
        catalogue.storeAlbums.filter { $0.upc == code }.map(Parent.album)
      }
    }
    return []
  }

  private func numbers(_ list: String) -> [Int] {
    list.split(separator: ",").compactMap { Int($0) }
  }

  private func parent(_ id: Int) -> Parent? {
    if let artist = catalogue.storeArtist(id) { return .artist(artist) }
    if let album = catalogue.storeAlbum(id) { return .album(album) }
    if let song = catalogue.storeSong(id) { return .song(song) }
    return catalogue.otherMedia.first { $0.id == id }.map(Parent.other)
  }

  /// The parent and up to `limit` children.
  private func family(of parent: Parent, _ query: ITunesQuery) -> [JSON] {
    let records = ITunesRecords(base: request.base, store: query.store)
    switch parent {
    case .artist(let artist):
      return [records.artist(artist)] + children(of: artist, query, records)
    case .album(let album):
      guard query.entity == .song || query.entity == .musicTrack else {
        return [records.album(album)]
      }
      let videos = catalogue.otherMedia.filter {
        $0.album == album.name && $0.artist == album.artist.name
      }
      let children =
        catalogue.storeSongs(on: album).map(records.song)
        + videos.map { records.other($0, in: catalogue) }
      return [records.album(album)] + children.prefix(query.limit)
    case .song(let song): return [records.song(song)]
    case .other(let other): return [records.other(other, in: catalogue)]
    }
  }

  private func children(
    of artist: StoreArtist,
    _ query: ITunesQuery,
    _ records: ITunesRecords
  ) -> [JSON] {
    switch query.entity {
    case .album:
      var albums = catalogue.storeAlbums(of: artist)
      if query.parameters["sort"] == "recent" {
        albums.sort { $0.album.storeDate.firstDay > $1.album.storeDate.firstDay }
      }
      return albums.prefix(query.limit).map(records.album)
    case .song, .musicTrack:
      return catalogue.storeSongs(by: artist).prefix(query.limit).map(records.song)
    case .musicVideo:
      let videos = catalogue.otherMedia.filter {
        $0.kind == .musicVideo && $0.artist == artist.name
      }
      return videos.prefix(query.limit).map { records.other($0, in: catalogue) }
    default: return []
    }
  }
}
