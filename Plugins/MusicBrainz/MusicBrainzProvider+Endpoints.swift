internal import ProviderKit

extension MusicBrainzProvider {
  var endpoints: [Endpoint] {
    let artist: Sample = "mbid:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
    let group: Sample = "mbid:release-group:aa997ea0-2936-40bd-884d-3af8a0e064dc"
    return [
      .list(.artistsSearch, "Daft Punk") { try await search($0, "artist", Artist.init(mb:)) },
      .list(.albumsSearch, "Discovery") { try await search($0, "release-group", Album.init(mb:)) },
      .list(.songsSearch, "One More Time") { try await search($0, "recording", Song.init(mb:)) },
      .one(.artistGet, artist) {
        $0.convert(try await one($0, "artist", "aliases genres url-rels"), Artist.init(mb:))
      },
      .one(.albumGet, requests: 3, also: [covers.upstream], isRedirected: true, group) {
        try await album($0)
      },
      .one(.songGet, "isrc:recording:GBDUW0000059") {
        $0.convert(try await one($0, "recording", "artist-credits isrcs releases"), Song.init(mb:))
      },
      .list(.artistAlbums, artist) {
        let names = api.paging.of("release-groups", total: "release-group-count")
        // What musicbrainz.org shows: no bootlegs and promotions.
        let query = [
          ("artist", $0.id("mbid", "artist") ?? ""), ("inc", "artist-credits genres"),
          ("release-group-status", showsAll ? "all" : "website-default"),
        ]
        return try await api.list($0, ["release-group"], query, paging: names, as: Album.init(mb:))
      },
      .list(.artistAppearances, artist) { call in
        // The number of releases says nothing about the number of groups.
        let names = api.paging.of("releases", total: "")
        let query = [
          ("track_artist", call.id("mbid", "artist") ?? ""),
          ("inc", "artist-credits release-groups"), ("status", "official"),
        ]
        let albums = try await api.list(
          call,
          ["release"],
          query,
          paging: names,
          as: Album.init(groupOfMB:)
        )
        // A group has several releases.
        var seen: Set<EntityID> = []
        return albums.filter { seen.insert($0.id).inserted }
      },
      .list(.albumSongs, requests: 3, group) { call -> [Song] in
        // The ids of a group may contain those of its releases, in any order.
        let wanted = call.parameters.id?.type == "release" ? call.id("mbid", "release") : nil
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
    if type == "recording", let code = call.id("isrc", type) {
      let found = try await api.record(call, ["isrc", code], [("inc", parts)]).records("recordings")
      return found.filter { $0.flag("video") != true }.earliest("first-release-date")
    }
    guard type == "release", let code = call.id("upc", "album") else { return nil }
    let query = [("query", "barcode:" + code)]
    let hit = try await api.record(call, [type], query).records("releases").first
    // A hit lacks the date of the first release.
    guard let id = hit?.text("id") else { return nil }
    return try await api.record(call, [type, id], [("inc", parts)])
  }

  private func record(_ call: Call) async throws -> JSONRecord? {
    let group = try await one(call, "release-group", "artist-credits genres releases")
    if let group { return group }
    return try await one(call, "release", "artist-credits labels media release-groups")
  }

  /// Returns an album with its covers.
  private func album(_ call: Call) async throws -> Album? {
    guard var album = call.convert(try await record(call), Album.init(mb:)) else { return nil }
    album.artwork = try await covers.covers(call, of: album.id)
    return album
  }
}
