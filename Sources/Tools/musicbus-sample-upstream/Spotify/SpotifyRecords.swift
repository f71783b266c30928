/// Spotify's records as apps in development mode get them: without followers, popularity and previews.
struct SpotifyRecords: Sendable {
  let base: String

  func artist(_ artist: Artist) -> JSON {
    .object(
      name("artist", SpotifyID.of(artist), artist.name)
        + [
          .init("genres", [.string(artist.style.lowercased())]),
          .init("images", images("artist/" + artist.musicBrainz)),
        ]
    )
  }

  func album(_ release: Release, isFull: Bool) -> JSON {
    var members =
      name("album", SpotifyID.of(release), release.album.title)
      + [
        .init("album_type", .string(kind(release))),
        .init("total_tracks", .int(release.album.tracks.count)),
        .init("release_date", .string(release.album.storeDate.text)),
        .init("release_date_precision", .string(precision(release.album.storeDate.text))),
        .init("images", images("album/" + release.group)),
        .init("artists", [credit(release.artist)]),
      ]
    if isFull {
      members += [
        .init("label", "Sample Records"), .init("external_ids", ["upc": .string(release.barCode)]),
        .init(
          "copyrights",
          [
            [
              "type": "P",
              "text": .string("℗ \(release.album.storeDate.year) \(release.artist.name)"),
            ]
          ]
        ),
      ]
    }
    return .object(members)
  }

  func track(_ track: Recording) -> JSON { .object(members(of: track)) }

  func fullTrack(_ track: Recording) -> JSON {
    .object(
      members(of: track)
        + [
          .init("album", album(track.release, isFull: false)),
          .init("external_ids", ["isrc": .string(track.isrc)]),
        ]
    )
  }

  private func members(of track: Recording) -> [JSON.Member] {
    name("track", SpotifyID.of(track), track.track.title)
      + [
        .init("artists", [credit(track.release.artist)]), .init("disc_number", .int(track.disc)),
        .init("duration_ms", .int(track.track.milliseconds)),
        .init("explicit", .bool(track.release.album.words != .harmless)),
        .init("preview_url", .null), .init("track_number", .int(track.number)),
      ]
  }

  private func credit(_ artist: Artist) -> JSON {
    .object(name("artist", SpotifyID.of(artist), artist.name))
  }

  private func name(_ type: String, _ id: String, _ name: String) -> [JSON.Member] {
    [
      .init("id", .string(id)), .init("name", .string(name)), .init("type", .string(type)),
      .init("uri", .string("spotify:\(type):\(id)")),
      .init("external_urls", ["spotify": .string("https://open.spotify.com/\(type)/\(id)")]),
    ]
  }

  private func kind(_ release: Release) -> String {
    switch release.album.kind {
    case .ep, .single: "single"
    case .compilation: "compilation"
    case .album, .live, .soundtrack: "album"
    }
  }

  private func precision(_ date: String) -> String {
    date.count == 4 ? "year" : date.count == 7 ? "month" : "day"
  }

  private func images(_ key: String) -> JSON {
    .array(
      [640, 300, 64].map { size in
        let url = "\(base)/artwork/image/spotify/\(key)/\(size)x\(size).jpg"
        return ["url": .string(url), "width": .int(size), "height": .int(size)]
      }
    )
  }
}
