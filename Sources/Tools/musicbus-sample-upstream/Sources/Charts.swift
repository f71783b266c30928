import HTTPServer
import JSON

/// Apple's charts: the catalogue's albums and songs, one of each artist in turn.
struct Charts: Sendable {
  static let maxCount = 100

  private let catalog: SampleCatalog

  init(_ catalog: SampleCatalog) { self.catalog = catalog }

  /// The albums in an order that depends on the country.
  func albums(in store: Storefront) -> [StoreAlbum] {
    let candidates = catalog.storeAlbums.filter { $0.advisory != .cleaned }
    return turned(inTurn(candidates) { $0.artist.id }, store)
  }

  func songs(in store: Storefront) -> [StoreSong] {
    let candidates = catalog.storeSongs.filter { $0.album.advisory != .cleaned }
    return turned(inTurn(candidates) { $0.artist.id }, store)
  }

  /// The first of each artist, then the second of each, and so on.
  private func inTurn<Record>(_ records: [Record], _ artist: (Record) -> Int) -> [Record] {
    var turns: [Int: Int] = [:]
    let numbered = records.enumerated().map { order, record in
      let turn = turns[artist(record), default: 0]
      turns[artist(record)] = turn + 1
      return (turn: turn, order: order, record: record)
    }
    return
      numbered
      .sorted { ($0.turn, $0.order) < ($1.turn, $1.order) }
      .prefix(Self.maxCount).map(\.record)
  }

  private func turned<Record>(_ records: [Record], _ store: Storefront) -> [Record] {
    let first = store == .us ? 0 : stableNumber(store.code, below: max(1, records.count / 4))
    return Array(records[first...] + records[..<first])
  }
}

/// Apple's charts of today: `/api/v2/{country}/music/most-played/{count}/{albums|songs}.json`.
struct MostPlayedFeed: Sendable {
  private let charts: Charts
  private let request: HTTPRequest

  init(_ catalog: SampleCatalog, _ request: HTTPRequest) {
    charts = Charts(catalog)
    self.request = request
  }

  func response() -> HTTPResponse {
    let path = request.path
    guard path.count == 7, path[3] == "music", path[4] == "most-played",
      let store = Storefront.named(path[2]), let count = Int(path[5]), count > 0
    else { return .notFound }
    // The real one breaks down over this.
    guard count <= Charts.maxCount else { return .html(500, "500 Internal Server Error") }
    let links = StoreLinks(base: request.base, store: store)
    let (title, results): (String, [JSONValue])
    switch path[6] {
    case "albums.json":
      title = "Top Albums"
      results = charts.albums(in: store).prefix(count).enumerated().map { rank, album in
        let own = record(["id": String(album.id), "name": album.name, "url": links.album(album)])
        return entry(rank, "albums", own, album, by: album.artist, [album.genre, .music], links)
      }
    case "songs.json":
      title = "Top Songs"
      // Their entries come without genres.
      results = charts.songs(in: store).prefix(count).enumerated().map { rank, song in
        let own = record([
          "id": String(song.id), "name": song.track.title, "url": links.song(song),
        ])
        return entry(rank, "songs", own, song.album, by: song.artist, [], links)
      }
    default: return .notFound
    }
    let address = request.base + request.pathText
    let feed = record([
      "title": title, "id": address, "links": [record(["self": address])],
      "author": record(["name": "Apple", "url": "https://www.apple.com/"]),
      "copyright": "Copyright © 2025 Apple Inc. All rights reserved.", "country": store.code,
      "icon": "https://www.apple.com/favicon.ico", "updated": "Mon, 01 Sep 2025 08:49:26 +0000",
      "results": results,
    ])
    return .json(record(["feed": feed]))
  }

  private func entry(
    _ rank: Int,
    _ kind: String,
    _ own: JSONValue,
    _ album: StoreAlbum,
    by artist: StoreArtist,
    _ genres: [Genre],
    _ links: StoreLinks
  ) -> JSONValue {
    let known = artist.isVariousArtists ? nil : artist
    let code = links.store.code
    return record([
      "artistName": artist.name, "releaseDate": date(album.album.storeDate, rank), "kind": kind,
      "artistId": known.map { String($0.id) }, "artistUrl": known.map(links.artist),
      // Apple's own spelling.
      "contentAdvisoryRating": album.advisory == .explicit ? "Explict" : nil,
      "artworkUrl100": links.artwork(album, "100x100bb.jpg"),
      "genres": genres.map { genre in
        record([
          "genreId": String(genre.id), "name": genre.name,
          "url": "https://itunes.apple.com/\(code)/genre/id\(genre.id)",
        ])
      },
    ]).adding(own)
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
}

/// Apple's old charts: `/{country}/rss/{topalbums|topsongs}/limit={n}/[…/]json`.
///
/// The optional parts are `genre={id}` and `explicit={true|false}`. Its JSON is converted XML:
/// leaves are `{label, attributes}`, a single entry is not in a list, and an empty feed has no key
/// for entries.
struct LegacyFeed: Sendable {
  private let charts: Charts
  private let request: HTTPRequest

  init(_ catalog: SampleCatalog, _ request: HTTPRequest) {
    charts = Charts(catalog)
    self.request = request
  }

  func response() -> HTTPResponse {
    let path = request.path
    guard path.count >= 4, path.last == "json", let store = Storefront.named(path[0]) else {
      return .notFound
    }
    let options = Dictionary(
      path[3...].dropLast().map { part in
        let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
        return (halves.first ?? "", halves.count > 1 ? halves[1] : "")
      }
    ) { first, _ in first }
    let count = Self.given(min(options["limit"].flatMap { Int($0) } ?? 10, 200))
    let entries = LegacyEntries(links: StoreLinks(base: request.base, store: store))
    switch path[2] {
    case "topalbums":
      let albums = charts.albums(in: store).filter { isWanted($0, options) }
      return feed("Top Albums", albums.prefix(count).map(entries.album))
    case "topsongs":
      let songs = charts.songs(in: store).filter { isWanted($0.album, options) }
      return feed("Top Songs", songs.prefix(count).map(entries.song))
    default: return .notFound
    }
  }

  /// The feed has fewer entries than requested: 60 of 100.
  static func given(_ requested: Int) -> Int {
    max(0, requested <= 25 ? requested : min(25 + (requested - 25) * 7 / 15, 90))
  }

  private func isWanted(_ album: StoreAlbum, _ options: [String: String]) -> Bool {
    if let genre = options["genre"], genre != "34", genre != String(album.genre.id) { return false }
    return options["explicit"] != "false" || album.advisory != .explicit
  }

  private func feed(_ title: String, _ entries: [JSONValue]) -> HTTPResponse {
    // The feed names a host of Apple's inner network as its own address.
    let address = "https://mzstoreservices-int-st.itunes.apple.com" + request.pathText
    let author = record([
      "name": leaf("iTunes Store"), "uri": leaf("http://www.apple.com/itunes/"),
    ])
    let feed = record([
      "author": author, "entry": entries.count > 1 ? entries.json : entries.first,
      "updated": leaf("2025-09-01T08:04:25-07:00"), "rights": leaf("Copyright 2008 Apple Inc."),
      "title": leaf("iTunes Store: " + title), "icon": leaf("http://itunes.apple.com/favicon.ico"),
      "link": [leaf(nil, ["rel": "self", "href": address])], "id": leaf(address),
    ])
    return .json(record(["feed": feed]), type: "text/javascript; charset=UTF-8")
  }
}

/// A leaf of the converted XML.
private func leaf(_ label: String?, _ attributes: [String: (any MemberValue)?]? = nil) -> JSONValue
{
  record(["label": label, "attributes": attributes.map(record)])
}

/// The entries of the old charts.
struct LegacyEntries: Sendable {
  let links: StoreLinks

  func album(_ album: StoreAlbum) -> JSONValue {
    let url = links.album(album) + "?uo=2"
    return record([
      "im:itemCount": leaf(String(album.album.tracks.count)),
      "im:price": album.album.price == .usual ? price(Price.cents(of: album)) : nil,
      "im:contentType": contentType("Album"), "link": page(url),
      "id": leaf(url, ["im:id": String(album.id)]),
    ]).adding(common(album.name, album, by: album.artist))
  }

  func song(_ song: StoreSong) -> JSONValue {
    let url = links.song(song) + "&uo=2"
    let collection = record([
      "im:name": leaf(song.album.name), "link": page(links.album(song.album) + "?uo=2"),
      "im:contentType": contentType("Album"),
    ])
    let preview = record([
      "im:duration": leaf("30000"),
      "attributes": record([
        "title": "Preview", "rel": "enclosure", "type": "audio/x-m4a",
        "href": links.preview(song), "im:assetType": "preview",
      ]),
    ])
    return record([
      "im:collection": collection, "im:price": price(129), "im:contentType": contentType("Track"),
      "link": [page(url), preview], "id": leaf(url, ["im:id": String(song.id)]),
    ]).adding(common(song.track.title, song.album, by: song.artist))
  }

  private func common(_ name: String, _ album: StoreAlbum, by artist: StoreArtist) -> JSONValue {
    // The number of an artist is only in the link, and Various Artists have none.
    let page = artist.isVariousArtists ? nil : links.artist(artist) + "?uo=2"
    let date = album.album.storeDate
    return record([
      "im:name": leaf(name), "rights": leaf("℗ \(date.year) \(artist.name)"),
      "title": leaf("\(name) - \(artist.name)"),
      "im:artist": leaf(artist.name, page.map { ["href": $0] }),
      "category": category(album.genre), "im:releaseDate": self.date(date),
      "im:image": [55, 60, 170].map { size in
        leaf(links.artwork(album, "\(size)x\(size)bb.png"), ["height": String(size)])
      },
    ])
  }

  private func price(_ cents: Int) -> JSONValue {
    let (amount, currency) = (Price.text(cents, links.store), links.store.currency)
    let sign = currency == "USD" ? "$" : currency + " "
    return leaf(sign + amount, ["amount": amount, "currency": currency])
  }

  private func contentType(_ name: String) -> JSONValue {
    record([
      "im:contentType": leaf(nil, ["term": name, "label": name]),
      "attributes": record(["term": "Music", "label": "Music"]),
    ])
  }

  private func page(_ url: String) -> JSONValue {
    leaf(nil, ["rel": "alternate", "type": "text/html", "href": url])
  }

  private func category(_ genre: Genre) -> JSONValue {
    let page = "music-\(StoreLinks.slug(genre.name))/id\(genre.id)?uo=2"
    return leaf(
      nil,
      [
        "im:id": String(genre.id), "term": genre.name, "label": genre.name,
        "scheme": "https://music.apple.com/\(links.store.code)/genre/\(page)",
      ]
    )
  }

  /// A time for programs and a text for users; a partial date has only its known parts.
  private func date(_ date: ReleaseDate) -> JSONValue {
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
    let time = date.day == nil ? date.text : date.text + "T00:00:00-07:00"
    return leaf(time, ["label": words])
  }
}
