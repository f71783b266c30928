/// The entries of the old charts.
struct LegacyEntries: Sendable {
  private let links: StoreLinks

  init(_ links: StoreLinks) { self.links = links }

  func album(_ album: StoreAlbum) -> JSON {
    let url = links.album(album) + "?uo=2"
    var members: [JSON.Member] = [
      .init("im:name", ["label": .string(album.name)]),
      .init("im:image", images(album)),
      .init("im:itemCount", ["label": .string(String(album.album.tracks.count))]),
    ]
    members += price(of: album)
    members += [
      .init("im:contentType", contentType("Album")),
      .init("rights", ["label": .string("℗ \(album.album.storeDate.year) \(album.artist.name)")]),
      .init("title", ["label": .string("\(album.name) - \(album.artist.name)")]),
      .init("link", page(url)),
      .init("id", ["label": .string(url), "attributes": ["im:id": .string(String(album.id))]]),
      .init("im:artist", artist(album.artist)),
      .init("category", category(album.genre)),
      .init("im:releaseDate", date(album.album.storeDate)),
    ]
    return .object(members)
  }

  func song(_ song: StoreSong) -> JSON {
    let url = links.song(song) + "&uo=2"
    let collection: JSON = [
      "im:name": ["label": .string(song.album.name)],
      "link": page(links.album(song.album) + "?uo=2"),
      "im:contentType": contentType("Album"),
    ]
    let preview: JSON = [
      "im:duration": ["label": "30000"],
      "attributes": [
        "title": "Preview", "rel": "enclosure", "type": "audio/x-m4a",
        "href": .string(links.preview(song)), "im:assetType": "preview",
      ],
    ]
    let year = song.album.album.storeDate.year
    return [
      "im:name": ["label": .string(song.track.title)],
      "im:image": images(song.album),
      "im:collection": collection,
      "im:price": price(129),
      "im:contentType": contentType("Track"),
      "rights": ["label": .string("℗ \(year) \(song.artist.name)")],
      "title": ["label": .string("\(song.track.title) - \(song.artist.name)")],
      "link": [page(url), preview],
      "id": ["label": .string(url), "attributes": ["im:id": .string(String(song.id))]],
      "im:artist": artist(song.artist),
      "category": category(song.album.genre),
      "im:releaseDate": date(song.album.album.storeDate),
    ]
  }

  private func images(_ album: StoreAlbum) -> JSON {
    .array(
      [55, 60, 170].map { size in
        [
          "label": .string(links.artwork(album, "\(size)x\(size)bb.png")),
          "attributes": ["height": .string(String(size))],
        ]
      }
    )
  }

  private func price(of album: StoreAlbum) -> [JSON.Member] {
    album.album.price == .usual ? [.init("im:price", price(Price.cents(of: album)))] : []
  }

  private func price(_ cents: Int) -> JSON {
    let amount = Price.text(cents, links.store)
    let sign = links.store.currency == "USD" ? "$" : links.store.currency + " "
    return [
      "label": .string(sign + amount),
      "attributes": ["amount": .string(amount), "currency": .string(links.store.currency)],
    ]
  }

  private func contentType(_ name: String) -> JSON {
    [
      "im:contentType": ["attributes": ["term": .string(name), "label": .string(name)]],
      "attributes": ["term": "Music", "label": "Music"],
    ]
  }

  private func page(_ url: String) -> JSON {
    ["attributes": ["rel": "alternate", "type": "text/html", "href": .string(url)]]
  }

  /// The number of an artist is only in the link, and Various Artists have none.
  private func artist(_ artist: StoreArtist) -> JSON {
    if artist.isVariousArtists { return ["label": .string(artist.name)] }
    return [
      "label": .string(artist.name),
      "attributes": ["href": .string(links.artist(artist) + "?uo=2")],
    ]
  }

  private func category(_ genre: Genre) -> JSON {
    let slug = StoreLinks.slug(genre.name)
    let scheme =
      "https://music.apple.com/\(links.store.code)/genre/music-\(slug)/id\(genre.id)?uo=2"
    return [
      "attributes": [
        "im:id": .string(String(genre.id)), "term": .string(genre.name),
        "scheme": .string(scheme), "label": .string(genre.name),
      ]
    ]
  }

  /// A time for programs and a text for users; a partial date has only its known parts.
  private func date(_ date: ReleaseDate) -> JSON {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let words =
      switch (date.month, date.day) {
      case (let month?, let day?): "\(months[(month - 1) % 12]) \(day), \(date.year)"
      case (let month?, nil): "\(months[(month - 1) % 12]) \(date.year)"
      default: date.year
      }
    let label = date.day == nil ? date.text : date.text + "T00:00:00-07:00"
    return ["label": .string(label), "attributes": ["label": .string(words)]]
  }
}
