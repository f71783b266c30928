/// MusicBrainz' records: hyphens in names, null for unknown values, and dates as precise as known.
struct MusicBrainzRecords: Sendable {
  func artist(_ artist: Artist, isFull: Bool = false) -> JSON {
    let isPerson = artist.born != nil
    var members: [JSON.Member] = [
      .init("id", .string(artist.musicBrainz)), .init("name", .string(artist.name)),
      .init("sort-name", .string(sortName(artist))),
      .init("type", isPerson ? "Person" : "Group"),
      .init("disambiguation", ""),
      .init(
        "area",
        artist.country.map { ["name": .string(country($0)), "type": "Country"] } ?? .null
      ),
      .init(
        "life-span",
        [
          "begin": .text((artist.born ?? artist.formed).map(String.init)),
          "end": .text(artist.ended.map(String.init)), "ended": .bool(artist.ended != nil),
        ]
      ),
    ]
    guard isFull else { return .object(members + [.init("score", 100)]) }
    members.append(
      .init("aliases", .array(artist.aliases.map { ["name": .string($0), "type": "Artist name"] }))
    )
    members.append(
      .init(
        "genres",
        [
          ["name": .string(artist.genre.name.lowercased()), "count": 3],
          ["name": .string(artist.style.lowercased()), "count": 9],
        ]
      )
    )
    members.append(.init("relations", .array(relations(artist))))
    return .object(members)
  }

  /// Pages of the artist at other services; their URLs are what records are matched by.
  private func relations(_ artist: Artist) -> [JSON] {
    var pages = [
      ("official homepage", "https://www.example.org/\(StoreLinks.slug(artist.name))"),
      ("free streaming", "https://www.deezer.com/artist/\(DeezerRecords.id(of: artist))"),
      (
        "free streaming",
        "https://open.spotify.com/artist/\(SpotifyID.of(artist))"
      ),
      ("wikidata", "https://www.wikidata.org/wiki/\(WikiPages.item(of: artist))"),
    ]
    if let store = artist.store {
      pages.append(("streaming", "https://music.apple.com/us/artist/\(store)"))
    }
    return pages.map { type, url in
      [
        "type": .string(type), "target-type": "url", "ended": false,
        "url": ["resource": .string(url)],
      ]
    }
  }

  func group(_ release: Release, releases: [Release]? = nil) -> JSON {
    var members: [JSON.Member] = [
      .init("id", .string(release.group)), .init("title", .string(release.work.title)),
      .init("primary-type", .string(primaryType(release))),
      .init("secondary-types", .array(secondaryTypes(release))),
      .init("first-release-date", .string(release.work.date.text)),
      .init("disambiguation", ""), .init("artist-credit", credit(release.artist)),
    ]
    if let releases { members.append(.init("releases", .array(releases.map(edition)))) }
    return .object(members)
  }

  private func edition(_ release: Release) -> JSON {
    [
      "id": .string(release.musicBrainz), "title": .string(release.album.title),
      "status": "Official",
      "date": .string(release.album.storeDate.text), "country": "XW",
      "barcode": .string(release.barCode),
    ]
  }

  func release(_ release: Release) -> JSON {
    let discs = Dictionary(grouping: release.recordings, by: \.disc).sorted { $0.key < $1.key }
    return [
      "id": .string(release.musicBrainz), "title": .string(release.album.title),
      "status": "Official",
      "date": .string(release.album.storeDate.text), "barcode": .string(release.barCode),
      "artist-credit": credit(release.artist),
      "label-info": [["catalog-number": .null, "label": ["name": "Sample Records"]]],
      "cover-art-archive": ["front": .bool(CoverArtSource.hasCover(release)), "count": 1],
      "release-group": group(release),
      "media": .array(
        discs.map { disc, tracks in
          [
            "position": .int(disc), "format": "CD", "track-count": .int(tracks.count),
            "tracks": .array(tracks.map(track)),
          ]
        }
      ),
    ]
  }

  private func track(_ track: Recording) -> JSON {
    [
      "id": .string(stableUUID("track/" + track.key)), "position": .int(track.number),
      "number": .string(String(track.number)), "title": .string(track.track.title),
      "length": .int(track.track.seconds * 1000), "recording": recording(track, isFull: false),
    ]
  }

  func recording(_ track: Recording) -> JSON { recording(track, isFull: true) }

  private func recording(_ track: Recording, isFull: Bool) -> JSON {
    var members: [JSON.Member] = [
      .init("id", .string(track.musicBrainz)), .init("title", .string(track.track.title)),
      .init("length", .int(track.track.seconds * 1000)), .init("video", false),
      .init("first-release-date", .string(track.release.album.date.text)),
      .init("isrcs", [.string(track.isrc)]),
    ]
    if isFull {
      members.append(.init("artist-credit", credit(track.release.artist)))
      members.append(.init("releases", [edition(track.release)]))
    }
    return .object(members)
  }

  private func credit(_ artist: Artist) -> JSON {
    [
      [
        "name": .string(artist.name), "joinphrase": "",
        "artist": [
          "id": .string(artist.musicBrainz), "name": .string(artist.name),
          "sort-name": .string(sortName(artist)),
        ],
      ]
    ]
  }

  private func primaryType(_ release: Release) -> String {
    switch release.work.kind {
    case .ep: "EP"
    case .single: "Single"
    case .album, .live, .compilation, .soundtrack: "Album"
    }
  }

  private func secondaryTypes(_ release: Release) -> [JSON] {
    switch release.work.kind {
    case .live, .compilation, .soundtrack: [.string(release.work.kind.rawValue)]
    case .album, .ep, .single: []
    }
  }

  private func sortName(_ artist: Artist) -> String {
    if artist.name.hasPrefix("The ") { return artist.name.dropFirst(4) + ", The" }
    let words = artist.name.split(separator: " ")
    guard artist.born != nil, words.count == 2 else { return artist.name }
    return "\(words[1]), \(words[0])"
  }

  /// The country of "London, England".
  private func country(_ place: String) -> String {
    String(place.split(separator: ",").last ?? "").trimmingPrefix(" ").description
  }
}
