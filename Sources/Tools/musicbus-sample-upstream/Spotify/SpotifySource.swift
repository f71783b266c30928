/// Spotify: access tokens at `/api/token`, and the Web API below `/v1`.
struct SpotifySource: Sendable {
  /// The longest page of a search or of an artist's albums for an app in development mode.
  private static let maxPageLength = 10

  private let library: ReleaseLibrary
  private let request: Request

  init(_ library: ReleaseLibrary, _ request: Request) {
    self.library = library
    self.request = request
  }

  func response() -> Response {
    if request.path == "/api/token" { return token() }
    guard request.authorization == "Bearer " + Self.accessToken else {
      return Self.error(401, "The access token expired")
    }
    let path = request.segments
    guard path.count > 1 else { return .notFound }
    if let limit = request.query["limit"].flatMap({ Int($0) }), limit > Self.maxPageLength {
      return Self.error(400, "Invalid limit")
    }
    guard let body = found(path) else { return Self.error(404, "Non existing id") }
    return Self.json(200, body)
  }

  private static let accessToken = "sample-access-token"

  /// Any credentials will do, but there must be some.
  private func token() -> Response {
    guard request.method == "POST", request.authorization.hasPrefix("Basic "),
      request.body.contains("grant_type=client_credentials")
    else {
      return Self.json(400, ["error": "invalid_client", "error_description": "Invalid client"])
    }
    return Self.json(
      200,
      ["access_token": .string(Self.accessToken), "token_type": "Bearer", "expires_in": 3600]
    )
  }

  private func found(_ path: [String]) -> JSON? {
    let id = path.count > 2 ? path[2] : ""
    switch (path[1], path.count > 3 ? path[3] : "") {
    case ("search", _): return search()
    case ("artists", ""): return artist(id).map(records.artist)
    case ("artists", "albums"):
      return artist(id).map { page(library.releases(of: $0)) { records.album($0, isFull: false) } }
    case ("albums", ""): return album(id).map { records.album($0, isFull: true) }
    case ("albums", "tracks"): return album(id).map { page($0.recordings, records.track) }
    case ("tracks", ""):
      return library.releases.lazy.flatMap(\.recordings).first { SpotifyID.of($0) == id }
        .map(records.fullTrack)
    default: return nil
    }
  }

  private var records: SpotifyRecords { SpotifyRecords(base: request.base) }

  private func search() -> JSON? {
    let query = request.query["q"] ?? ""
    let fields = Self.fields(query)
    let artist = fields["artist"].map { SearchText($0) }
    switch request.query["type"] {
    case "artist":
      return ["artists": page(library.artists(matching: SearchText(query)), records.artist)]
    case "album":
      let found =
        fields["upc"].map { code in library.releases.filter { $0.barCode == code } }
        ?? library.releases(matching: SearchText(fields["album"] ?? query), by: artist)
      return ["albums": page(found) { records.album($0, isFull: false) }]
    case "track":
      let found =
        fields["isrc"].map { code in
          library.releases.flatMap(\.recordings).filter { $0.isrc == code }
        } ?? library.recordings(matching: SearchText(fields["track"] ?? query), by: artist)
      return ["tracks": page(found, records.fullTrack)]
    default: return nil
    }
  }

  /// The fields of `album:"Low" artist:"David Bowie"` or `upc:123`.
  private static func fields(_ query: String) -> [String: String] {
    if let colon = query.firstIndex(of: ":"), !query.contains("\"") {
      return [String(query[..<colon]): String(query[query.index(after: colon)...])]
    }
    let parts = query.split(separator: "\"").map(String.init)
    var fields: [String: String] = [:]
    for (name, value) in zip(parts, parts.dropFirst()) where name.hasSuffix(":") {
      fields[name.dropLast().drop { $0 == " " }.description] = value
    }
    return fields
  }

  private func artist(_ id: String) -> Artist? {
    library.artists.first { SpotifyID.of($0) == id }
  }

  private func album(_ id: String) -> Release? {
    library.releases.first { SpotifyID.of($0) == id }
  }

  private func page<Element>(_ all: [Element], _ record: (Element) -> JSON) -> JSON {
    let query = request.query
    let page = Page(
      all,
      offset: query["offset"],
      limit: query["limit"],
      default: 5,
      max: Self.maxPageLength
    )
    let next = page.next.map { "\(request.base)\(request.path)?offset=\($0)&limit=\(page.limit)" }
    return [
      "href": .string(request.base + request.target), "limit": .int(page.limit),
      "next": .text(next),
      "offset": .int(page.offset), "previous": .null, "total": .int(page.total),
      "items": .array(page.elements.map(record)),
    ]
  }

  private static func error(_ status: Int, _ message: String) -> Response {
    json(status, ["error": ["status": .int(status), "message": .string(message)]])
  }

  private static func json(_ status: Int, _ body: JSON) -> Response {
    Response(status, "application/json; charset=utf-8", Array(body.text().utf8))
  }
}
