/// `/lookup` of Apple's store: records by number. With `entity`, each is followed by its children.
struct ITunesLookup: Sendable {
  private let catalog: SampleCatalog
  private let request: Request

  init(_ catalog: SampleCatalog, _ request: Request) {
    self.catalog = catalog
    self.request = request
  }

  func response() -> Response {
    do throws(ITunesRefusal) {
      let query = try ITunesQuery(request)
      return ITunesResponse.response(parents(query).flatMap { family(of: $0, query) })
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

  /// The records in the requested order; unknown numbers are ignored.
  private func parents(_ query: ITunesQuery) -> [Parent] {
    if let ids = query.parameters["id"] { return numbers(ids).compactMap(parent) }
    if let ids = query.parameters["amgArtistId"] {
      return numbers(ids).compactMap { id in
        catalog.storeArtists.first { $0.amg == id }.map(Parent.artist)
      }
    }
    if let codes = query.parameters["upc"] {
      return codes.split(separator: ",").flatMap { code in
        catalog.storeAlbums.filter { $0.upc == code }.map(Parent.album)
      }
    }
    return []
  }

  private func numbers(_ list: String) -> [Int] {
    list.split(separator: ",").compactMap { Int($0) }
  }

  private func parent(_ id: Int) -> Parent? {
    if let artist = catalog.storeArtist(id) { return .artist(artist) }
    if let album = catalog.storeAlbum(id) { return .album(album) }
    if let song = catalog.storeSong(id) { return .song(song) }
    return catalog.otherMedia.first { $0.id == id }.map(Parent.other)
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
      let videos = catalog.otherMedia.filter {
        $0.album == album.name && $0.artist == album.artist.name
      }
      let children =
        catalog.storeSongs(on: album).map(records.song)
        + videos.map { records.other($0, in: catalog) }
      return [records.album(album)] + children.prefix(query.limit)
    case .song(let song): return [records.song(song)]
    case .other(let other): return [records.other(other, in: catalog)]
    }
  }

  private func children(
    of artist: StoreArtist,
    _ query: ITunesQuery,
    _ records: ITunesRecords
  ) -> [JSON] {
    switch query.entity {
    case .album:
      var albums = catalog.storeAlbums(of: artist)
      if query.parameters["sort"] == "recent" {
        albums.sort { $0.album.storeDate.firstDay > $1.album.storeDate.firstDay }
      }
      return albums.prefix(query.limit).map(records.album)
    case .song, .musicTrack:
      return catalog.storeSongs(by: artist).prefix(query.limit).map(records.song)
    case .musicVideo:
      let videos = catalog.otherMedia.filter {
        $0.kind == .musicVideo && $0.artist == artist.name
      }
      return videos.prefix(query.limit).map { records.other($0, in: catalog) }
    default: return []
    }
  }
}
