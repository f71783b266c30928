/// MusicBrainz, `/ws/2/…`.
struct MusicBrainzSource: Sendable {
  private let library: ReleaseLibrary
  private let request: Request
  private let records = MusicBrainzRecords()

  init(_ library: ReleaseLibrary, _ request: Request) {
    self.library = library
    self.request = request
  }

  func response() -> Response {
    let path = request.segments
    guard path.count > 2 else { return .notFound }
    guard let body = path.count > 3 ? lookup(path[2], path[3]) : list(path[2]) else {
      let text: JSON = [
        "error": "Not Found", "help": "For usage, please see: https://musicbrainz.org/",
      ]
      return Response(404, Self.type, Array(text.text().utf8))
    }
    return Response(200, Self.type, Array(body.text().utf8))
  }

  private static let type = "application/json; charset=utf-8"

  private func lookup(_ type: String, _ id: String) -> JSON? {
    switch type {
    case "artist":
      return library.artists.first { $0.musicBrainz == id }.map { records.artist($0, isFull: true) }
    case "release-group":
      return library.releases.first { $0.group == id }.map {
        records.group($0, releases: editions(of: $0))
      }
    case "release": return library.releases.first { $0.musicBrainz == id }.map(records.release)
    case "recording":
      return library.releases.lazy.flatMap(\.recordings).first { $0.musicBrainz == id }
        .map(records.recording)
    default: return nil
    }
  }

  private func list(_ type: String) -> JSON? {
    let query = request.query
    if let artist = query["artist"], type == "release-group" {
      let groups = groups(library.releases.filter { $0.artist.musicBrainz == artist })
      return page(groups, "release-groups", "release-group-count", "release-group-offset") {
        records.group($0)
      }
    }
    guard let text = query["query"] else { return nil }
    let search = LuceneQuery(text)
    switch type {
    case "artist":
      return page(library.artists(matching: search.text), "artists") { records.artist($0) }
    case "release-group":
      let found = library.releases(matching: search.text, by: search.artist)
      return page(groups(found), "release-groups") { records.group($0) }
    case "release":
      let found = library.releases.filter { search.barCode == $0.barCode }
      return page(found, "releases", record: records.release)
    case "recording":
      let found =
        search.isrc.map { code in
          library.releases.flatMap(\.recordings).filter { $0.isrc == code }
        } ?? library.recordings(matching: search.text, by: search.artist)
      return page(found, "recordings", record: records.recording)
    default: return nil
    }
  }

  /// One of each release group.
  private func groups(_ releases: [Release]) -> [Release] {
    var seen: Set<String> = []
    return releases.filter { seen.insert($0.group).inserted }
  }

  private func editions(of release: Release) -> [Release] {
    library.releases.filter { $0.group == release.group }
  }

  private func page<Element>(
    _ all: [Element],
    _ list: String,
    _ count: String = "count",
    _ offset: String = "offset",
    record: (Element) -> JSON
  ) -> JSON {
    let query = request.query
    let page = Page(all, offset: query["offset"], limit: query["limit"], default: 25, max: 100)
    return .object([
      .init(list, .array(page.elements.map(record))), .init(count, .int(page.total)),
      .init(offset, .int(page.offset)),
    ])
  }
}

/// A search: words, or fields such as `releasegroup:"Low" AND artist:"David Bowie"`.
private struct LuceneQuery {
  var text: SearchText
  var artist: SearchText?
  var barCode: String?
  var isrc: String?

  init(_ query: String) {
    let plain = query.replacing("\\", with: "")
    text = SearchText(plain)
    for part in plain.split(separator: " AND ") {
      let halves = part.split(separator: ":", maxSplits: 1).map(String.init)
      guard halves.count == 2, halves[0].allSatisfy(\.isLetter) else { continue }
      let value = halves[1].filter { $0 != "\"" }
      switch halves[0] {
      case "artist": artist = SearchText(value)
      case "barcode": barCode = value
      case "isrc": isrc = value
      case "releasegroup", "recording": text = SearchText(value)
      default: break
      }
    }
  }
}
