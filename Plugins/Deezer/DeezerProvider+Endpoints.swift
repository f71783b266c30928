internal import ProviderKit

extension DeezerProvider {
  var endpoints: [Endpoint] {
    let (artist, album): (Sample, Sample) = ("deezer:artist:27", "deezer:album:302127")
    let song: Sample = "deezer:song:3135556"
    return [
      .list(.artistsSearch, "Daft Punk") { try await search($0, "artist", Artist.init(deezer:)) },
      .list(.albumsSearch, "Discovery") { try await search($0, "album", Album.init(deezer:)) },
      .list(.songsSearch, "One More Time") { try await search($0, "track", Song.init(deezer:)) },
      .one(.artistGet, artist) { $0.convert(try await record($0), Artist.init(deezer:)) },
      .one(.albumGet, album) { $0.convert(try await record($0), Album.init(deezer:)) },
      .one(.songGet, song) { $0.convert(try await record($0), Song.init(deezer:)) },
      .list(.artistSongs, artist) {
        let path = ["artist", $0.id("deezer", "artist") ?? "", "top"]
        return try await api.list($0, path, as: Song.init(deezer:))
      },
      .list(.artistSimilar, artist) {
        let path = ["artist", $0.id("deezer", "artist") ?? "", "related"]
        return try await api.list($0, path, as: Artist.init(deezer:))
      },
      // One request more if the name of the artist or album, which these lists do not repeat, is unknown.
      .list(.artistAlbums, requests: 3, artist) {
        try await list($0, "albums", Album.init(deezer:))
      },
      .list(.albumSongs, requests: 3, album) { try await list($0, "tracks", Song.init(deezer:)) },
      // The charts are those of the country of the request; no parameter selects another one.
      .list(.chartsList, requests: 0, .noParameters) {
        $0.country == nil ? Chart.ofAlbumsAndSongs("deezer", "Deezer top") : []
      },
      .list(.chartGet, .chart(.albums)) { try await $0.country == nil ? chart($0) : [] },
      .artwork { try await record($0)?.pictures(of: $0.kind) },
      .preview(song) { try await record($0)?.url("preview") },
    ]
  }

  func search<Item>(_ call: Call, _ name: String, _ item: Conversion<Item>) async throws -> [Item] {
    try await api.list(call, ["search", name], [("q", call.query(name))]) {
      record throws(UnusableRecord) in try item(known.store(record, name))
    }
  }

  func list<Item>(_ call: Call, _ name: String, _ item: Conversion<Item>) async throws -> [Item] {
    let kind = call.kind.rawValue
    var id = call.id("deezer", kind)
    let cached = id.flatMap { known[kind, $0, named: call.parameters.artist] }
    async let found = cached == nil ? record(call) : cached
    // With the id, the list need not wait for the record.
    if id == nil { id = try await found?.text("id") }
    guard let id else { return [] }
    let elements = try await api.elements(call, [kind, id, name])
    guard let one = try await found else { return [] }
    return call.convert(elements) { record throws(UnusableRecord) in
      try item(record.adding([kind: one.value]))
    }
  }

  private func record(_ call: Call) async throws -> JSONRecord? {
    let id = ("deezer", call.kind.rawValue, "")
    let key = call.key(id, ("upc", "album", "upc:"), ("isrc", "recording", "isrc:"))
    guard let key else { return nil }
    let kind = call.kind == .song ? "track" : call.kind.rawValue
    return known.store(try await api.record(call, [kind, key]), kind)
  }

  private func chart(_ call: Call) async throws -> [Entity] {
    var genre: JSONRecord? = JSONRecord(["id": 0])
    if let wanted = call.parameters.genre {
      let genres = try await api.record(call, ["genre"]).records("data")
      genre = genres.first { $0.text("name").map { isGenre($0, wanted) } ?? false }
    }
    guard let genre, let id = genre.text("id") else { return [] }
    let list = call.parameters.chart == .songs ? "tracks" : "albums"
    // The entries do not name their genre.
    let known: [String: JSONValue] = ["genres": ["data": [genre.value]]]
    return try await api.list(call, ["chart", id, list], adding: known, as: Entity.init(deezer:))
  }

  /// Whether a name such as "Rap/Hip Hop" is that of a genre, or one of its parts is; only letters count.
  private func isGenre(_ name: String, _ wanted: String) -> Bool {
    func letters(_ text: some StringProtocol) -> String { text.lowercased().filter(\.isLetter) }
    return ([name[...]] + name.split(separator: "/")).contains { letters($0) == letters(wanted) }
  }
}
