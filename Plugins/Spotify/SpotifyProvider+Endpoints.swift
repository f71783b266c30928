internal import ProviderKit

extension SpotifyProvider {
  var endpoints: [Endpoint] {
    let artist: Sample = "spotify:artist:4tZwfgrHOc3mvqYlEYSvVi"
    let album: Sample = "spotify:album:2noRn2Aes5aoNVsU6iWThc"
    let song: Sample = "spotify:song:5W3cjX2J3tjhG8zb6u0qHn"
    return [
      .list(.artistsSearch, "Daft Punk") { try await search($0, "artist", Artist.init(spotify:)) },
      .list(.albumsSearch, "Discovery") { try await search($0, "album", Album.init(spotify:)) },
      .list(.songsSearch, "One More Time") { try await search($0, "track", Song.init(spotify:)) },
      .one(.artistGet, artist) { $0.convert(try await record($0), Artist.init(spotify:)) },
      .one(.albumGet, requests: 3, album) {
        $0.convert(try await record($0), Album.init(spotify:))
      },
      .one(.songGet, song) { $0.convert(try await record($0), Song.init(spotify:)) },
      .list(.artistAlbums, artist) { try await albums($0, "album,single,compilation") },
      .list(.artistAppearances, artist) { try await albums($0, "appears_on") },
      .list(.albumSongs, requests: 4, album) { call -> [Song] in
        guard let album = try await record(call), let id = album.text("id") else { return [] }
        let known = ["album": album.value]
        let tracks = album.record("tracks")
        guard tracks?.members["next"] == .null else {
          let path = ["albums", id, "tracks"]
          return try await api.list(call, path, adding: known, as: Song.init(spotify:))
        }
        let records = tracks?.records("items").map { $0.adding(known).value } ?? []
        return call.convert(records, Song.init(spotify:))
      },
      .artwork { call in
        let record = try await record(call)
        return (call.kind == .song ? record?.record("album") : record)?.spotifyImages(of: call.kind)
      },
    ]
  }

  func search<Item>(_ call: Call, _ type: String, _ item: Conversion<Item>) async throws -> [Item] {
    let market = ("market", call.country?.uppercased())
    let query: [(String, String?)] = [("q", call.query(type)), ("type", type), market]
    return try await api.list(call, ["search"], query, in: type + "s", upTo: 1_000, as: item)
  }

  /// Returns the albums to which an artist belongs in one of these ways.
  private func albums(_ call: Call, _ groups: String) async throws -> [Album] {
    let path = ["artists", call.id("spotify", "artist") ?? "", "albums"]
    return try await api.list(call, path, [("include_groups", groups)], as: Album.init(spotify:))
  }

  /// Returns the record with an id of the call, or the first hit of its bar code or ISRC.
  private func record(_ call: Call) async throws -> JSONRecord? {
    let type = call.kind == .song ? "track" : call.kind.rawValue
    let id = call.id("spotify", call.kind.rawValue)
    if let id { return try await api.record(call, [type + "s", id]) }
    let code = call.key(("upc", "album", "upc:"), ("isrc", "recording", "isrc:"))
    guard let code else { return nil }
    // Bar codes are compared as texts, which may begin with zeros.
    for zeros in code.hasPrefix("upc:") ? ["", "0", "00"] : [""] {
      let query = [("q", code.replacing(":", with: ":" + zeros)), ("type", type)]
      let found = try await api.record(call, ["search"], query)
      if let first = found.record(type + "s")?.records("items").first { return first }
    }
    return nil
  }
}
