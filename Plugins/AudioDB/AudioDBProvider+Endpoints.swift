internal import ProviderKit

extension AudioDBProvider {
  var endpoints: [Endpoint] {
    let (artist, album): (Sample, Sample) = ("audiodb:artist:111239", "audiodb:album:2109615")
    return [
      .list(.artistsSearch, "Coldplay") { try await artists($0, "search", [("s", $0.text)]) },
      .list(.albumsSearch, "Parachutes") {
        let (artist, title) = $0.artistAndTitle
        return try await albums($0, "searchalbum", [("s", artist), ("a", title)])
      },
      .list(.artistGet, isListed: true, artist) { try await self.artist($0) },
      .list(.albumGet, isListed: true, album) { try await self.album($0) },
      // Lists need TheAudioDB's own id, perhaps with one request more.
      .list(.artistAlbums, requests: 3, freshHours: 7 * 24, artist) { call -> [Album] in
        let known = call.id("audiodb", "artist")
        let id = if let known { known } else { try await self.artist(call).first?.id.value }
        return if let id { try await albums(call, "album", [("i", id)]) } else { [] }
      },
      .list(.albumSongs, requests: 3, album) { call -> [Song] in
        let known = call.id("audiodb", "album")
        let id = if let known { known } else { try await self.album(call).first?.id.value }
        guard let id else { return [] }
        let query = [("m", id)]
        return try await list(call, "track", query, ["track", "tracks"], Song.init(audioDB:))
      },
      .artwork(sized: { AudioDBImage($0).url(size: $1) }) { call in
        call.kind == .album
          ? try await self.album(call).first?.artwork : try await self.artist(call).first?.artwork
      },
    ]
  }

  private func artist(_ call: Call) async throws -> [Artist] {
    if let id = call.id("audiodb", "artist") {
      return try await artists(call, "artist", [("i", id)])
    }
    guard let id = call.id("mbid", "artist") else { return [] }
    return try await artists(call, "artist-mb", [("i", id)])
  }

  private func album(_ call: Call) async throws -> [Album] {
    if let id = call.id("audiodb", "album") { return try await albums(call, "album", [("m", id)]) }
    guard let id = call.id("mbid", "release-group") else { return [] }
    return try await albums(call, "album-mb", [("i", id)])
  }

  private func artists(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)]
  ) async throws -> [Artist] {
    try await list(call, script, query, ["artists"]) { record throws(UnusableRecord) in
      try Artist(audioDB: record, language: call.language)
    }
  }

  private func albums(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)]
  ) async throws -> [Album] {
    try await list(call, script, query, ["album", "loved"], Album.init(audioDB:))
  }

  /// Returns the list of a script, whose name varies.
  private func list<Item>(
    _ call: Call,
    _ script: String,
    _ query: [(String, String?)],
    _ names: [String],
    _ item: Conversion<Item>
  ) async throws -> [Item] {
    do throws(Failure) {
      let response = try await api.record(call, [script + ".php"], query)
      await acceptance.note()
      let name = names.first { response.members[$0] != nil } ?? names[0]
      return call.convert(try response.list(name)) { record throws(UnusableRecord) in
        try item(record.cleaned)
      }
    } catch {
      let isAccepted = await acceptance.isNoted
      let mayLackID = isAccepted && query.contains { ["i", "m"].contains($0.0) }
      guard error.code == .notFound, !mayLackID else { throw error }
      // All scripts exist, so the path with the key does not; or, with an accepted one, the id.
      throw Failure(
        .configurationInvalid,
        "\(api.upstream.name) rejected the API key (404). Check \"apiKey\"."
      )
    }
  }
}
