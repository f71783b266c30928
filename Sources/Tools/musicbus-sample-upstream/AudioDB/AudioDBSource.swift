/// TheAudioDB, version 1: `/api/v1/json/{key}/{method}.php`.
struct AudioDBSource: Sendable {
  /// The free keys of today and of yesterday.
  static let keys: Set<String> = ["123", "2"]

  private let library: AudioDBLibrary
  private let records: AudioDBRecords
  private let request: Request

  init(_ catalog: SampleCatalog, _ request: Request) {
    library = AudioDBLibrary(catalog)
    records = AudioDBRecords(base: request.base)
    self.request = request
  }

  func response() -> Response {
    let path = request.segments
    guard path.count == 5, path[2] == "json", Self.keys.contains(path[3]),
      let method = Self.methods[path[4]]
    else { return .notFound }
    let found = method(self, request.query)
    // Nothing found is null, never an empty list.
    let body = JSON.object([.init(found.root, found.items.isEmpty ? .null : .array(found.items))])
    return Response(
      200,
      "application/json",
      headers: [.init("Access-Control-Allow-Origin", "*")],
      Array(body.text(.escaped).utf8)
    )
  }

  private struct Found {
    let root: String
    let items: [JSON]
  }

  private typealias Method = @Sendable (AudioDBSource, [String: String]) -> Found

  private static let methods: [String: Method] = [
    "search.php": { $0.artists { [name = $1["s"]] in same($0.artist.name, name) } },
    "artist.php": { $0.artists { [id = $1["i"]] in String($0.id) == id } },
    "artist-mb.php": { $0.artists { [id = $1["i"]] in $0.artist.musicBrainz == id } },
    "album.php": { source, query in
      if let id = query["m"] { return source.albums { String($0.id) == id } }
      return source.albums { [id = query["i"]] in String($0.artist.id) == id }
    },
    "album-mb.php": { $0.albums { [id = $1["i"]] in $0.musicBrainz == id } },
    "searchalbum.php": { source, query in
      source.albums {
        (query["s"] == nil || same($0.artist.artist.name, query["s"]))
          && (query["a"] == nil || same($0.album.title, query["a"])) && !query.isEmpty
      }
    },
    "track.php": { source, query in
      if let id = query["h"] { return source.tracks { String($0.id) == id } }
      return source.tracks { [id = query["m"]] in String($0.album.id) == id }
    },
    "track-mb.php": { $0.tracks { [id = $1["i"]] in $0.musicBrainz == id } },
    "searchtrack.php": { source, query in
      source.tracks {
        same($0.album.artist.artist.name, query["s"]) && same($0.track.title, query["t"])
      }
    },
    "track-top10.php": { source, query in
      let found = source.tracks { same($0.album.artist.artist.name, query["s"]) }
      return Found(root: "track", items: Array(found.items.prefix(10)))
    },
    "discography.php": { source, query in
      let albums = source.library.albums { same($0.artist.artist.name, query["s"]) }
      let items = albums.sorted { $0.album.date.text > $1.album.date.text }
      return Found(root: "album", items: items.map(source.records.discography))
    },
  ]

  /// The source finds a name only when it is the whole name; case does not matter.
  private static func same(_ name: String, _ wanted: String?) -> Bool {
    name.lowercased() == wanted?.lowercased()
  }

  private func artists(_ isWanted: (AudioDBArtist) -> Bool) -> Found {
    Found(root: "artists", items: library.artists.filter(isWanted).map(records.artist))
  }

  private func albums(_ isWanted: (AudioDBAlbum) -> Bool) -> Found {
    Found(root: "album", items: library.albums(isWanted).map(records.album))
  }

  private func tracks(_ isWanted: (AudioDBTrack) -> Bool) -> Found {
    Found(root: "track", items: library.tracks(isWanted).map(records.track))
  }
}
