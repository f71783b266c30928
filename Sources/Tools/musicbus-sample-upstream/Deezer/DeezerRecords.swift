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
    let isKnown = id(of: track.release) == 302_127 && track.position == 4
    return isKnown
      ? 3_135_556 : 4_000_000 + stableNumber("deezer/" + track.key, below: 2_000_000_000)
  }

  /// The genres with a separate chart.
  static let genres: [Genre] = [
    .alternative, .classical, .electronic, .hipHop, .jazz, .metal, .pop, .rock, .soul, .soundtrack,
  ]

  static func number(of genre: Genre) -> Int { genre.id + 100 }

  func genre(_ genre: Genre) -> JSON {
    ["id": .int(Self.number(of: genre)), "name": .string(genre.name), "type": "genre"]
  }

  func artist(_ artist: Artist) -> JSON {
    .object(
      names(artist)
        + [
          .init("nb_album", .int(artist.albums.count)),
          .init("nb_fan", .int(10_000 + stableNumber("fans/" + artist.name, below: 9_000_000))),
          .init("radio", true), .init("type", "artist"),
        ]
    )
  }

  func artistOfList(_ artist: Artist) -> JSON { .object(names(artist) + [.init("type", "artist")]) }

  private func names(_ artist: Artist) -> [JSON.Member] {
    let id = Self.id(of: artist)
    return [
      .init("id", .int(id)), .init("name", .string(artist.name)),
      .init("link", .string("https://www.deezer.com/artist/\(id)")),
    ] + pictures("picture", "artist", artist.musicBrainz)
  }

  func album(_ release: Release) -> JSON {
    let tracks = release.recordings.map { trackOfAlbum($0) }
    return .object(
      title(release)
        + [
          .init("upc", .string(release.barCode)),
          .init("genres", ["data": .array([genre(release.album.genre ?? release.artist.genre)])]),
          .init("label", .string("Sample Records")),
          .init("nb_tracks", .int(tracks.count)),
          .init("release_date", .string(release.album.storeDate.firstDay)),
          .init("record_type", .string(kind(release))),
          .init("explicit_lyrics", .bool(isExplicit(release))),
          .init("artist", artistOfList(release.artist)),
          .init("type", "album"), .init("tracks", ["data": .array(tracks)]),
        ]
    )
  }

  func albumOfList(_ release: Release, adding members: [JSON.Member] = []) -> JSON {
    .object(
      title(release)
        + [
          .init("release_date", .string(release.album.storeDate.firstDay)),
          .init("record_type", .string(kind(release))),
          .init("explicit_lyrics", .bool(isExplicit(release))),
        ] + members + [.init("type", "album")]
    )
  }

  private func title(_ release: Release) -> [JSON.Member] {
    let id = Self.id(of: release)
    return [
      .init("id", .int(id)), .init("title", .string(release.album.title)),
      .init("link", .string("https://www.deezer.com/album/\(id)")),
    ] + pictures("cover", "cover", release.group)
  }

  func track(_ track: Recording, adding members: [JSON.Member] = []) -> JSON {
    .object(
      name(track) + members
        + [
          .init("artist", artistOfList(track.release.artist)),
          .init("album", .object(title(track.release) + [.init("type", "album")])),
          .init("type", "track"),
        ]
    )
  }

  func fullTrack(_ track: Recording) -> JSON {
    self.track(
      track,
      adding: position(track)
        + [.init("release_date", .string(track.release.album.storeDate.firstDay))]
    )
  }

  /// Without the album, which the caller knows.
  func trackOfAlbum(_ track: Recording) -> JSON {
    .object(
      name(track) + position(track)
        + [.init("artist", artistOfList(track.release.artist)), .init("type", "track")]
    )
  }

  private func position(_ track: Recording) -> [JSON.Member] {
    [
      .init("isrc", .string(track.isrc)), .init("track_position", .int(track.number)),
      .init("disk_number", .int(track.disc)),
    ]
  }

  private func name(_ track: Recording) -> [JSON.Member] {
    let id = Self.id(of: track)
    return [
      .init("id", .int(id)), .init("readable", true), .init("title", .string(track.track.title)),
      .init("title_version", ""), .init("link", .string("https://www.deezer.com/track/\(id)")),
      .init("duration", .int(track.track.seconds)),
      .init("explicit_lyrics", .bool(isExplicit(track.release))),
      .init("preview", .string("\(base)/preview/deezer/\(id).mp3")),
    ]
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

  private func pictures(_ name: String, _ path: String, _ key: String) -> [JSON.Member] {
    [("small", 56), ("medium", 250), ("big", 500), ("xl", 1000)].map { suffix, size in
      let file = "\(size)x\(size)-000000-80-0-0.jpg"
      return .init("\(name)_\(suffix)", .string("\(base)/artwork/image/\(path)/\(key)/\(file)"))
    }
  }
}
