/// Apple's old charts: `/{country}/rss/{topalbums|topsongs}/limit={n}/[…/]json`.
///
/// The optional parts are `genre={id}` and `explicit={true|false}`. Its JSON is converted XML:
/// leaves are `{label, attributes}`, a single entry is not in a list, and an empty feed has no key
/// for entries.
struct LegacyFeed: Sendable {
  private let charts: Charts
  private let request: Request

  init(_ catalog: SampleCatalog, _ request: Request) {
    charts = Charts(catalog)
    self.request = request
  }

  func response() -> Response {
    let path = request.segments
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
    let entries = LegacyEntries(StoreLinks(base: request.base, store: store))
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

  private func feed(_ title: String, _ entries: [JSON]) -> Response {
    var members: [JSON.Member] = [
      .init(
        "author",
        [
          "name": ["label": "iTunes Store"],
          "uri": ["label": "http://www.apple.com/itunes/"],
        ]
      )
    ]
    if let first = entries.first {
      members.append(.init("entry", entries.count == 1 ? first : .array(entries)))
    }
    // The feed names a host of Apple's inner network as its own address.
    let address = "https://mzstoreservices-int-st.itunes.apple.com" + request.path
    members += [
      .init("updated", ["label": "2025-09-01T08:04:25-07:00"]),
      .init("rights", ["label": "Copyright 2008 Apple Inc."]),
      .init("title", ["label": .string("iTunes Store: " + title)]),
      .init("icon", ["label": "http://itunes.apple.com/favicon.ico"]),
      .init(
        "link",
        [["attributes": ["rel": "self", "href": .string(address)]]]
      ),
      .init("id", ["label": .string(address)]),
    ]
    let body = JSON.object([.init("feed", .object(members))])
    return Response(200, "text/javascript; charset=UTF-8", Array(body.text().utf8))
  }
}
