/// Deezer: `/search/…`, `/artist/…`, `/album/…`, `/track/…`, `/chart/…` and `/genre`.
struct DeezerSource: Sendable {
  static let paths: Set<String> = ["artist", "album", "track", "chart", "genre"]

  private let library: ReleaseLibrary
  private let records: DeezerRecords
  private let request: Request

  init(_ library: ReleaseLibrary, _ request: Request) {
    self.library = library
    self.request = request
    records = DeezerRecords(base: request.base)
  }

  /// Errors, too, have status 200.
  func response() -> Response {
    let body = found(request.segments) ?? Self.noData
    return Response(200, "application/json; charset=utf-8", Array(body.text(.escaped).utf8))
  }

  private static let noData: JSON = [
    "error": ["type": "DataException", "message": "no data", "code": 800]
  ]

  private func found(_ path: [String]) -> JSON? {
    let key = path.count > 1 ? path[1] : ""
    switch (path[0], path.count > 2 ? path[2] : "") {
    case ("search", _): return search(key)
    case ("artist", ""): return artist(key).map(records.artist)
    case ("artist", "albums"):
      return artist(key).map { page(library.releases(of: $0)) { records.albumOfList($0) } }
    case ("artist", "top"):
      return artist(key).map { artist in
        page(library.releases(of: artist).flatMap(\.recordings)) { records.track($0) }
      }
    case ("album", ""): return album(key).map(records.album)
    case ("album", "tracks"):
      return album(key).map { page($0.recordings) { records.trackOfAlbum($0) } }
    case ("track", ""): return track(key).map(records.fullTrack)
    case ("chart", let list): return chart(key, list)
    case ("genre", ""): return ["data": .array(DeezerRecords.genres.map(records.genre))]
    default: return nil
    }
  }

  private func search(_ kind: String) -> JSON? {
    let query = DeezerQuery(request.query["q"] ?? "")
    switch kind {
    case "artist": return page(library.artists(matching: query.text)) { records.artist($0) }
    case "album":
      return page(library.releases(matching: query.text, by: query.artist)) { release in
        records.albumOfList(
          release,
          adding: [.init("artist", records.artistOfList(release.artist))]
        )
      }
    case "track":
      return page(library.recordings(matching: query.text, by: query.artist)) { records.track($0) }
    default: return nil
    }
  }

  private func chart(_ genre: String, _ list: String) -> JSON? {
    guard let number = Int(genre) else { return nil }
    let releases = library.artists.filter {
      number == 0 || DeezerRecords.number(of: $0.genre) == number
    }
    .compactMap { library.releases(of: $0).first }
    switch list {
    case "albums":
      let numbered = Array(releases.enumerated())
      return page(numbered) { position, release in
        records.albumOfList(
          release,
          adding: [
            .init("position", .int(position + 1)),
            .init("artist", records.artistOfList(release.artist)),
          ]
        )
      }
    case "tracks":
      let numbered = Array(releases.compactMap { $0.recordings.first }.enumerated())
      return page(numbered) { position, track in
        records.track(track, adding: [.init("position", .int(position + 1))])
      }
    default: return nil
    }
  }

  private func artist(_ key: String) -> Artist? {
    library.artists.first { String(DeezerRecords.id(of: $0)) == key }
  }

  private func album(_ key: String) -> Release? {
    library.releases.first { String(DeezerRecords.id(of: $0)) == key || "upc:" + $0.barCode == key }
  }

  private func track(_ key: String) -> Recording? {
    for release in library.releases {
      for track in release.recordings
      where String(DeezerRecords.id(of: track)) == key || "isrc:" + track.isrc == key {
        return track
      }
    }
    return nil
  }

  private func page<Element>(_ all: [Element], _ record: (Element) -> JSON) -> JSON {
    let query = request.query
    let page = Page(all, offset: query["index"], limit: query["limit"], default: 25, max: 100)
    var members = [
      JSON.Member("data", .array(page.elements.map(record))), .init("total", .int(page.total)),
    ]
    if let next = page.next {
      let others = request.query.filter { $0.key != "index" }.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)&" }.joined()
      members.append(
        .init("next", .string("\(request.base)\(request.path)?\(others)index=\(next)"))
      )
    }
    return .object(members)
  }
}

/// A search, plain or by fields: `album:"Low" artist:"David Bowie"`.
private struct DeezerQuery {
  let text: SearchText
  var artist: SearchText?

  init(_ query: String) {
    let parts = query.split(separator: "\"").map(String.init)
    guard query.contains(":\""), parts.count > 1 else {
      text = SearchText(query)
      return
    }
    text = SearchText(parts[1])
    for index in parts.indices.dropLast() where parts[index].hasSuffix("artist:") {
      artist = SearchText(parts[index + 1])
    }
  }
}
