/// Apple's charts of today: `/api/v2/{country}/music/most-played/{count}/{albums|songs}.json`.
struct MostPlayedFeed: Sendable {
  private let charts: Charts
  private let request: Request

  init(_ catalog: SampleCatalog, _ request: Request) {
    charts = Charts(catalog)
    self.request = request
  }

  func response() -> Response {
    let path = request.segments
    guard path.count == 7, path[3] == "music", path[4] == "most-played",
      let store = Storefront.named(path[2]), let count = Int(path[5]), count > 0
    else { return .notFound }
    // The real one breaks down over this.
    guard count <= Charts.maxCount else { return .html(500, "500 Internal Server Error") }
    let entries: (title: String, items: [JSON])
    switch path[6] {
    case "albums.json":
      entries = ("Top Albums", albums(Array(charts.albums(in: store).prefix(count)), store))
    case "songs.json":
      entries = ("Top Songs", songs(Array(charts.songs(in: store).prefix(count)), store))
    default: return .notFound
    }
    let address = request.base + request.path
    let feed: JSON = [
      "feed": [
        "title": .string(entries.title),
        "id": .string(address),
        "author": ["name": "Apple", "url": "https://www.apple.com/"],
        "links": [["self": .string(address)]],
        "copyright": "Copyright © 2025 Apple Inc. All rights reserved.",
        "country": .string(store.code),
        "icon": "https://www.apple.com/favicon.ico",
        "updated": "Mon, 01 Sep 2025 08:49:26 +0000",
        "results": .array(entries.items),
      ]
    ]
    return Response(200, "application/json; charset=utf-8", Array(feed.text().utf8))
  }

  private func albums(_ albums: [StoreAlbum], _ store: Storefront) -> [JSON] {
    albums.enumerated().map { rank, album in
      let links = StoreLinks(base: request.base, store: store)
      return entry(
        rank,
        kind: "albums",
        id: album.id,
        name: album.name,
        album: album,
        artist: album.artist,
        url: links.album(album),
        genres: genres(album.genre, store),
        links
      )
    }
  }

  /// The songs' entries come without genres.
  private func songs(_ songs: [StoreSong], _ store: Storefront) -> [JSON] {
    songs.enumerated().map { rank, song in
      let links = StoreLinks(base: request.base, store: store)
      return entry(
        rank,
        kind: "songs",
        id: song.id,
        name: song.track.title,
        album: song.album,
        artist: song.artist,
        url: links.song(song),
        genres: [],
        links
      )
    }
  }

  private func entry(
    _ rank: Int,
    kind: String,
    id: Int,
    name: String,
    album: StoreAlbum,
    artist: StoreArtist,
    url: String,
    genres: [JSON],
    _ links: StoreLinks
  ) -> JSON {
    var members: [JSON.Member] = [
      .init("artistName", .string(artist.name)),
      .init("id", .string(String(id))),
      .init("name", .string(name)),
      .init("releaseDate", .string(date(album.album.storeDate, rank))),
      .init("kind", .string(kind)),
    ]
    if !artist.isVariousArtists {
      members.append(.init("artistId", .string(String(artist.id))))
      members.append(.init("artistUrl", .string(links.artist(artist))))
    }
    if album.advisory == .explicit {
      // Apple's own spelling.
      members.append(.init("contentAdvisoryRating", "Explict"))
    }
    members += [
      .init("artworkUrl100", .string(links.artwork(album, "100x100bb.jpg"))),
      .init("genres", .array(genres)),
      .init("url", .string(url)),
    ]
    return .object(members)
  }

  /// All the forms that were seen in the wild, the plain day most often.
  private func date(_ date: ReleaseDate, _ rank: Int) -> String {
    switch rank % 12 {
    case 5: String(date.text.prefix(7))
    case 7: date.firstDay + "T07:00:00Z"
    case 9: date.firstDay + "T00:00:00-07:00"
    case 11: date.year
    default: date.text
    }
  }

  private func genres(_ genre: Genre, _ store: Storefront) -> [JSON] {
    [genre, .music].map { genre in
      [
        "genreId": .string(String(genre.id)),
        "name": .string(genre.name),
        "url": "https://itunes.apple.com/\(store.code)/genre/id\(genre.id)",
      ]
    }
  }
}
