internal import ProviderKit

extension MusicBrainzProvider {
  var endpoints: [Endpoint] {
    let artist: Sample = "mbid:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
    let group: Sample = "mbid:release-group:aa997ea0-2936-40bd-884d-3af8a0e064dc"
    return [
      .list(.searchArtists, "Daft Punk") { try await search($0, "artist", Artist.init(mb:)) },
      .list(.searchAlbums, "Random Access Memories") {
        try await search($0, "release-group", Album.init(mb:))
      },
      .list(.searchSongs, "One More Time") { try await search($0, "recording", Song.init(mb:)) },
      .one(.getArtist, artist) {
        $0.convert(try await one($0, "artist", "aliases genres url-rels"), Artist.init(mb:))
      },
      .one(.getAlbum, requests: 3, also: [covers.upstream], group) { try await album($0) },
      .one(.getSong, "isrc:recording:GBDUW0000059") {
        $0.convert(try await one($0, "recording", "artist-credits isrcs releases"), Song.init(mb:))
      },
      .list(.artistAlbums, artist) {
        let names = api.paging.of("release-groups", total: "release-group-count")
        let query = [("artist", $0.id("mbid", "artist") ?? ""), ("inc", "artist-credits genres")]
        return try await api.list($0, ["release-group"], query, paging: names, as: Album.init(mb:))
      },
      .list(.albumSongs, group) { call -> [Song] in
        // The ids of a group may contain those of its releases, in any order.
        let isRelease = call.parameters.id?.type == "release"
        let wanted = isRelease ? call.id("mbid", "release") : nil
        let first = wanted == nil ? try await record(call)?.firstEdition : nil
        guard let id = wanted ?? first else { return [] }
        let query = [("inc", "artist-credits isrcs recordings")]
        let tracks = try await api.record(call, ["release", id], query).tracks
        return call.convert(tracks, Song.init(mb:))
      },
      .artwork(from: covers.upstream, group) { [$0.type, $0.value, "front-500"] },
    ]
  }

  func search<Item>(_ call: Call, _ type: String, _ item: Conversion<Item>) async throws -> [Item] {
    let query = call.luceneQuery(type.filter { $0 != "-" }, album: "release")
    let names = api.paging.of(type + "s", total: "count")
    return try await api.list(call, [type], [("query", query)], paging: names, as: item)
  }

  /// Returns the record with an id of the call, or with its bar code or ISRC.
  private func one(_ call: Call, _ type: String, _ parts: String) async throws -> JSONRecord? {
    let id = call.id("mbid", type)
    if let id { return try await api.record(call, [type, id], [("inc", parts)]) }
    let code = call.key(("upc", "album", "barcode:"), ("isrc", "recording", "isrc:"))
    guard let code, type != "release-group" else { return nil }
    return try await api.record(call, [type], [("query", code)]).records(type + "s").first
  }

  private func record(_ call: Call) async throws -> JSONRecord? {
    let group = try await one(call, "release-group", "artist-credits genres releases")
    if let group { return group }
    return try await one(call, "release", releaseParts)
  }

  private var releaseParts: String { "artist-credits labels media release-groups" }

  /// Returns an album with its covers; many have none.
  private func album(_ call: Call) async throws -> Album? {
    var found = try await record(call)
    // Hits of a bar code lack the date of the first release.
    let isHit = call.key(("mbid", "release-group", ""), ("mbid", "release", "")) == nil
    if isHit, let id = found?.text("id") {
      found = try await api.record(call, ["release", id], [("inc", releaseParts)])
    }
    guard var album = call.convert(found, Album.init(mb:)) else { return nil }
    let id = album.id
    let index = try await call.optionally { try await covers.record(call, [id.type, id.value]) }
    album.artwork = index?.records("images").flatMap(\.covers) ?? []
    return album
  }
}
