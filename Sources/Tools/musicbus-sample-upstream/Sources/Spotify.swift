import HTTPServer
import JSON

/// Spotify: access tokens at `/api/token`, and the Web API below `/v1`.
struct SpotifySource: Sendable {
  /// The longest page of a search or of an artist's albums for an app in development mode.
  private static let maxPageLength = 10

  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  func response() -> HTTPResponse {
    if request.path == ["api", "token"] { return token() }
    guard request["authorization"] == "Bearer " + Self.accessToken else {
      return Self.error(401, "The access token expired")
    }
    let path = request.path
    guard path.count > 1 else { return .notFound }
    if let limit = request[query: "limit"].flatMap({ Int($0) }), limit > Self.maxPageLength {
      return Self.error(400, "Invalid limit")
    }
    guard let body = found(path) else { return Self.error(404, "Non existing id") }
    return .json(body)
  }

  private static let accessToken = "sample-access-token"

  /// Any credentials will do, but there must be some.
  private func token() -> HTTPResponse {
    guard request.method == "POST", request["authorization"]?.hasPrefix("Basic ") == true,
      String(decoding: request.body, as: UTF8.self).contains("grant_type=client_credentials")
    else {
      let body = record(["error": "invalid_client", "error_description": "Invalid client"])
      return .json(body, 400)
    }
    let token = Self.accessToken
    return .json(record(["access_token": token, "token_type": "Bearer", "expires_in": 3600]))
  }

  private func found(_ path: [String]) -> JSONValue? {
    let id = path.count > 2 ? path[2] : ""
    switch (path[1], path.count > 3 ? path[3] : "") {
    case ("search", _): return search()
    case ("artists", ""): return artist(id).map(records.artist)
    case ("artists", "albums"):
      return artist(id).map { page(library.releases(of: $0), records.album) }
    case ("albums", ""): return album(id).map { records.fullAlbum($0) }
    case ("albums", "tracks"): return album(id).map { page($0.recordings, records.track) }
    case ("tracks", ""):
      return library.releases.lazy.flatMap(\.recordings).first { SpotifyID.of($0) == id }
        .map(records.fullTrack)
    default: return nil
    }
  }

  private var records: SpotifyRecords { SpotifyRecords(base: request.base) }

  private func search() -> JSONValue? {
    let query = FieldQuery(request[query: "q"] ?? "")
    switch request[query: "type"] {
    case "artist":
      return record(["artists": page(library.artists(matching: query.text()), records.artist)])
    case "album":
      let found =
        query["upc"].map { code in library.releases.filter { $0.barCode == code } }
        ?? library.releases(matching: query.text("album"), by: query.artist)
      return record(["albums": page(found, records.album)])
    case "track":
      let found =
        query["isrc"].map { code in
          library.releases.flatMap(\.recordings).filter { $0.isrc == code }
        } ?? library.recordings(matching: query.text("track"), by: query.artist)
      return record(["tracks": page(found, records.fullTrack)])
    default: return nil
    }
  }

  private func artist(_ id: String) -> Artist? {
    library.artists.first { SpotifyID.of($0) == id }
  }

  private func album(_ id: String) -> Release? {
    library.releases.first { SpotifyID.of($0) == id }
  }

  private func page<Element>(_ all: [Element], _ value: (Element) -> JSONValue) -> JSONValue {
    let page = Page(
      all,
      offset: request[query: "offset"],
      limit: request[query: "limit"],
      default: 5,
      max: Self.maxPageLength
    )
    let next = page.next.map {
      "\(request.base)\(request.pathText)?offset=\($0)&limit=\(page.limit)"
    }
    return record([
      "href": request.base + request.targetText, "limit": page.limit, "next": nullable(next),
      "offset": page.offset, "previous": JSONValue.null, "total": page.total,
      "items": page.elements.map(value),
    ])
  }

  private static func error(_ status: Int, _ message: String) -> HTTPResponse {
    .json(record(["error": record(["status": status, "message": message])]), status)
  }
}

/// Spotify's records as apps in development mode get them: without followers, popularity and previews.
struct SpotifyRecords: Sendable {
  let base: String

  func artist(_ artist: Artist) -> JSONValue {
    credit(artist).adding(
      record([
        "genres": [artist.style.lowercased()], "images": images("artist/" + artist.musicBrainz),
      ])
    )
  }

  func album(_ release: Release) -> JSONValue {
    let album = release.album
    let date = album.storeDate.text
    return name("album", SpotifyID.of(release), album.title).adding(
      record([
        "album_type": kind(release), "total_tracks": album.tracks.count, "release_date": date,
        "release_date_precision": date.count == 4 ? "year" : date.count == 7 ? "month" : "day",
        "images": images("album/" + release.group), "artists": [credit(release.artist)],
      ])
    )
  }

  func fullAlbum(_ release: Release) -> JSONValue {
    let owner = "℗ \(release.album.storeDate.year) \(release.artist.name)"
    return album(release).adding(
      record([
        "label": "Sample Records", "external_ids": record(["upc": release.barCode]),
        "copyrights": [record(["type": "P", "text": owner])],
      ])
    )
  }

  func track(_ track: Recording) -> JSONValue {
    name("track", SpotifyID.of(track), track.track.title).adding(
      record([
        "artists": [credit(track.release.artist)], "disc_number": track.disc,
        "duration_ms": track.track.milliseconds, "preview_url": JSONValue.null,
        "explicit": track.release.album.words != .harmless, "track_number": track.number,
      ])
    )
  }

  func fullTrack(_ track: Recording) -> JSONValue {
    self.track(track).adding(
      record(["album": album(track.release), "external_ids": record(["isrc": track.isrc])])
    )
  }

  private func credit(_ artist: Artist) -> JSONValue {
    name("artist", SpotifyID.of(artist), artist.name)
  }

  private func name(_ type: String, _ id: String, _ name: String) -> JSONValue {
    record([
      "id": id, "name": name, "type": type, "uri": "spotify:\(type):\(id)",
      "external_urls": record(["spotify": "https://open.spotify.com/\(type)/\(id)"]),
    ])
  }

  private func kind(_ release: Release) -> String {
    switch release.album.kind {
    case .ep, .single: "single"
    case .compilation: "compilation"
    case .album, .live, .soundtrack: "album"
    }
  }

  private func images(_ key: String) -> [JSONValue] {
    [640, 300, 64].map { size in
      let url = "\(base)/artwork/image/spotify/\(key)/\(size)x\(size).jpg"
      return record(["url": url, "width": size, "height": size])
    }
  }
}

/// The ids of Spotify: 22 letters and digits; those of the provider's examples are real.
enum SpotifyID {
  private static let digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  static func of(_ artist: Artist) -> String {
    artist.name == "Daft Punk" ? "4tZwfgrHOc3mvqYlEYSvVi" : id("artist/" + artist.musicBrainz)
  }

  static func of(_ release: Release) -> String {
    DeezerRecords.id(of: release) == 302_127 ? "2noRn2Aes5aoNVsU6iWThc" : id("album/" + release.key)
  }

  static func of(_ track: Recording) -> String {
    DeezerRecords.id(of: track) == 3_135_556 ? "5W3cjX2J3tjhG8zb6u0qHn" : id("track/" + track.key)
  }

  private static func id(_ key: String) -> String {
    var (low, high) = (stableHash("spotify/" + key), stableHash(key + "/spotify"))
    return String(
      (0..<22).map { place in
        let number = place < 11 ? low : high
        if place < 11 { low /= 62 } else { high /= 62 }
        return digits[Int(number % 62)]
      }
    )
  }
}
