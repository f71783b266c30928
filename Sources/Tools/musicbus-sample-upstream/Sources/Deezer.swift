import HTTPServer
import JSON

/// Deezer: `/search/…`, `/artist/…`, `/album/…`, `/track/…`, `/chart/…` and `/genre`.
struct DeezerSource: Sendable {
  static let paths: Set<String> = ["artist", "album", "track", "chart", "genre"]

  private let library: ReleaseLibrary
  private let records: DeezerRecords
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
    records = DeezerRecords(base: request.base)
  }

  /// Errors, too, have status 200.
  func response() -> HTTPResponse {
    let noData = record(["type": "DataException", "message": "no data", "code": 800])
    return .json(found(request.path) ?? record(["error": noData]), isASCII: true)
  }

  private func found(_ path: [String]) -> JSONValue? {
    let key = path.count > 1 ? path[1] : ""
    switch (path[0], path.count > 2 ? path[2] : "") {
    case ("search", _): return search(key)
    case ("artist", ""): return artist(key).map(records.artist)
    case ("artist", "albums"):
      return artist(key).map { page(library.releases(of: $0), records.albumOfList) }
    case ("artist", "top"):
      return artist(key).map {
        page(library.releases(of: $0).flatMap(\.recordings), records.track)
      }
    case ("artist", "related"):
      return artist(key).map { page(library.artists(similarTo: $0), records.artist) }
    case ("album", ""): return album(key).map(records.album)
    case ("album", "tracks"):
      return album(key).map { page($0.recordings, records.trackOfAlbum) }
    case ("track", ""): return track(key).map(records.fullTrack)
    case ("chart", let list): return chart(key, list)
    case ("genre", ""): return record(["data": DeezerRecords.genres.map(records.genre)])
    default: return nil
    }
  }

  private func search(_ kind: String) -> JSONValue? {
    let query = FieldQuery(request[query: "q"] ?? "")
    let text = query.text("album", "track")
    switch kind {
    case "artist": return page(library.artists(matching: text), records.artist)
    case "album":
      return page(library.releases(matching: text, by: query.artist)) { release in
        records.albumOfList(release)
          .adding(record(["artist": records.artistOfList(release.artist)]))
      }
    case "track":
      return page(library.recordings(matching: text, by: query.artist), records.track)
    default: return nil
    }
  }

  private func chart(_ genre: String, _ list: String) -> JSONValue? {
    guard let number = Int(genre) else { return nil }
    let releases = library.artists.filter {
      number == 0 || DeezerRecords.number(of: $0.genre) == number
    }
    .compactMap { library.releases(of: $0).first }
    switch list {
    case "albums":
      return page(Array(releases.enumerated())) { index, release in
        let artist = records.artistOfList(release.artist)
        return records.albumOfList(release)
          .adding(record(["position": index + 1, "artist": artist]))
      }
    case "tracks":
      return page(Array(releases.compactMap(\.recordings.first).enumerated())) { index, track in
        records.track(track).adding(record(["position": index + 1]))
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
    library.releases.lazy.flatMap(\.recordings).first {
      String(DeezerRecords.id(of: $0)) == key || "isrc:" + $0.isrc == key
    }
  }

  private func page<Element>(_ all: [Element], _ value: (Element) -> JSONValue) -> JSONValue {
    let (offset, limit) = (request[query: "index"], request[query: "limit"])
    let page = Page(all, offset: offset, limit: limit, default: 25, max: 100)
    let others = request.target.query.filter { $0.name != "index" }.sorted { $0.name < $1.name }
      .map { "\($0.name)=\($0.value)&" }.joined()
    return record([
      "data": page.elements.map(value), "total": page.total,
      "next": page.next.map { "\(request.base)\(request.pathText)?\(others)index=\($0)" },
    ])
  }
}

/// Deezer's records in its own shape; what a list leaves out depends on the list.
struct DeezerRecords: Sendable {
  let base: String

  /// The real numbers of the provider's examples; the others are made up.
  static func id(of artist: Artist) -> Int {
    artist.name == "Daft Punk"
      ? 27 : 1000 + stableNumber("deezer/" + artist.musicBrainz, below: 90_000_000)
  }

  static func id(of release: Release) -> Int {
    let isKnown = release.artist.name == "Daft Punk" && release.album.title == "Discovery"
    return isKnown ? 302_127 : 1_000_000 + stableNumber("deezer/" + release.key, below: 900_000_000)
  }

  static func id(of track: Recording) -> Int {
    let isKnown = track.position == 4 && id(of: track.release) == 302_127
    return isKnown
      ? 3_135_556 : 4_000_000 + stableNumber("deezer/" + track.key, below: 2_000_000_000)
  }

  /// The genres with a separate chart.
  static let genres = [
    "Alternative", "Classical", "Electronic", "Hip-Hop/Rap", "Jazz", "Metal", "Pop", "Rock",
    "R&B/Soul", "Soundtrack",
  ].compactMap { Genre.all[$0] }

  static func number(of genre: Genre) -> Int { genre.id + 100 }

  func genre(_ genre: Genre) -> JSONValue {
    record(["id": Self.number(of: genre), "name": genre.name, "type": "genre"])
  }

  func artist(_ artist: Artist) -> JSONValue {
    artistOfList(artist).adding(
      record([
        "nb_album": artist.albums.count,
        "nb_fan": 10_000 + stableNumber("fans/" + artist.name, below: 9_000_000),
        "radio": true,
      ])
    )
  }

  func artistOfList(_ artist: Artist) -> JSONValue {
    let id = Self.id(of: artist)
    return record([
      "id": id, "name": artist.name, "type": "artist",
      "link": "https://www.deezer.com/artist/\(id)",
    ]).adding(pictures("picture", "artist", artist.musicBrainz))
  }

  func album(_ release: Release) -> JSONValue {
    let tracks = release.recordings.map(trackOfAlbum)
    return albumOfList(release).adding(
      record([
        "upc": release.barCode, "label": "Sample Records",
        "genres": record(["data": [genre(release.album.genre ?? release.artist.genre)]]),
        "nb_tracks": tracks.count, "tracks": record(["data": tracks]),
        "artist": artistOfList(release.artist),
      ])
    )
  }

  func albumOfList(_ release: Release) -> JSONValue {
    title(release).adding(
      record([
        "release_date": release.album.storeDate.firstDay, "record_type": kind(release),
        "explicit_lyrics": isExplicit(release),
      ])
    )
  }

  private func title(_ release: Release) -> JSONValue {
    let id = Self.id(of: release)
    return record([
      "id": id, "title": release.album.title, "type": "album",
      "link": "https://www.deezer.com/album/\(id)",
    ]).adding(pictures("cover", "cover", release.group))
  }

  func track(_ track: Recording) -> JSONValue {
    name(track).adding(record(["album": title(track.release)]))
  }

  func fullTrack(_ track: Recording) -> JSONValue {
    self.track(track).adding(position(track))
      .adding(record(["release_date": track.release.album.storeDate.firstDay]))
  }

  /// Without the album, which the caller knows.
  func trackOfAlbum(_ track: Recording) -> JSONValue { name(track).adding(position(track)) }

  private func position(_ track: Recording) -> JSONValue {
    record(["isrc": track.isrc, "track_position": track.number, "disk_number": track.disc])
  }

  private func name(_ track: Recording) -> JSONValue {
    let id = Self.id(of: track)
    return record([
      "id": id, "readable": true, "title": track.track.title, "title_version": "", "type": "track",
      "link": "https://www.deezer.com/track/\(id)", "duration": track.track.seconds,
      "explicit_lyrics": isExplicit(track.release),
      "preview": "\(base)/preview/deezer/\(id).mp3", "artist": artistOfList(track.release.artist),
    ])
  }

  private func kind(_ release: Release) -> String {
    switch release.album.kind {
    case .album, .live, .soundtrack: "album"
    case .ep: "ep"
    case .single: "single"
    case .compilation: "compile"
    }
  }

  private func isExplicit(_ release: Release) -> Bool { release.album.words != .harmless }

  private func pictures(_ name: String, _ path: String, _ key: String) -> JSONValue {
    let sizes = [("small", 56), ("medium", 250), ("big", 500), ("xl", 1000)]
    let urls = sizes.map { suffix, size in
      let file = "\(size)x\(size)-000000-80-0-0.jpg"
      return ("\(name)_\(suffix)", JSONValue.string("\(base)/artwork/image/\(path)/\(key)/\(file)"))
    }
    return .object(Dictionary(uniqueKeysWithValues: urls))
  }
}
