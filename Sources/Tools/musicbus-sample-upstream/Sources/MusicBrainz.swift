import HTTPServer
import JSON

/// MusicBrainz, `/ws/2/…`.
struct MusicBrainzSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest
  private let records = MusicBrainzRecords()

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  func response() -> HTTPResponse {
    let path = request.path
    guard path.count > 2 else { return .notFound }
    if let body = path.count > 3 ? lookup(path[2], path[3]) : list(path[2]) { return .json(body) }
    let help = "For usage, please see: https://musicbrainz.org/"
    return .json(record(["error": "Not Found", "help": help]), 404)
  }

  private func lookup(_ type: String, _ id: String) -> JSONValue? {
    switch type {
    case "artist":
      return library.artists.first { $0.musicBrainz == id }.map(records.fullArtist)
    case "release-group":
      return library.releases.first { $0.group == id }.map { release in
        let editions = library.releases.filter { $0.group == release.group }
        return records.group(release)
          .adding(record(["releases": editions.map(records.edition)]))
      }
    case "release": return library.releases.first { $0.musicBrainz == id }.map(records.release)
    case "recording":
      return library.releases.lazy.flatMap(\.recordings).first { $0.musicBrainz == id }
        .map(records.fullRecording)
    case "isrc":
      let found = library.releases.flatMap(\.recordings).filter { $0.isrc == id }
      guard !found.isEmpty else { return nil }
      return record(["isrc": id, "recordings": found.map(records.fullRecording)])
    default: return nil
    }
  }

  private func list(_ type: String) -> JSONValue? {
    if let artist = request[query: "artist"], type == "release-group" {
      let found = groups(library.releases.filter { $0.artist.musicBrainz == artist })
      return page(found, "release-groups", prefix: "release-group-", records.group)
    }
    guard let query = request[query: "query"] else { return nil }
    let search = FieldQuery(query.replacing("\\", with: ""))
    let text = search.text("releasegroup", "recording")
    switch type {
    case "artist":
      return page(library.artists(matching: text), "artists") {
        records.artist($0).adding(record(["score": 100]))
      }
    case "release-group":
      let found = library.releases(matching: text, by: search.artist)
      return page(groups(found), "release-groups", records.group)
    case "release":
      let found = library.releases.filter { search["barcode"] == $0.barCode }
      return page(found, "releases", records.release)
    case "recording":
      let found = library.recordings(matching: text, by: search.artist)
      return page(found, "recordings", records.fullRecording)
    default: return nil
    }
  }

  /// One of each release group.
  private func groups(_ releases: [Release]) -> [Release] {
    var seen: Set<String> = []
    return releases.filter { seen.insert($0.group).inserted }
  }

  private func page<Element>(
    _ all: [Element],
    _ list: String,
    prefix: String = "",
    _ value: (Element) -> JSONValue
  ) -> JSONValue {
    let (offset, limit) = (request[query: "offset"], request[query: "limit"])
    let page = Page(all, offset: offset, limit: limit, default: 25, max: 100)
    return record([
      list: page.elements.map(value), prefix + "count": page.total,
      prefix + "offset": page.offset,
    ])
  }
}

/// MusicBrainz' records: hyphens in names, null for unknown values, and dates as precise as known.
struct MusicBrainzRecords: Sendable {
  func artist(_ artist: Artist) -> JSONValue {
    let area = artist.country.map { record(["name": country($0), "type": "Country"]) }
    return record([
      "id": artist.musicBrainz, "name": artist.name, "sort-name": sortName(artist),
      "type": artist.born != nil ? "Person" : "Group", "disambiguation": "",
      "area": nullable(area),
      "aliases": artist.aliases.map { record(["name": $0, "type": "Artist name"]) },
      "life-span": record([
        "begin": nullable((artist.born ?? artist.formed).map(String.init)),
        "end": nullable(artist.ended.map(String.init)), "ended": artist.ended != nil,
      ]),
    ])
  }

  func fullArtist(_ artist: Artist) -> JSONValue {
    self.artist(artist).adding(
      record([
        "genres": [
          record(["name": artist.genre.name.lowercased(), "count": 3]),
          record(["name": artist.style.lowercased(), "count": 9]),
        ],
        "relations": relations(artist),
      ])
    )
  }

  /// Pages of the artist at other services; their URLs are what records are matched by.
  private func relations(_ artist: Artist) -> [JSONValue] {
    let spotify = "https://open.spotify.com/artist/\(SpotifyID.of(artist))"
    var pages = [
      ("official homepage", "https://www.example.org/\(StoreLinks.slug(artist.name))"),
      ("free streaming", "https://www.deezer.com/artist/\(DeezerRecords.id(of: artist))"),
      ("free streaming", spotify),
      ("wikidata", "https://www.wikidata.org/wiki/\(WikiPages.item(of: artist))"),
    ]
    if let store = artist.store {
      pages.append(("streaming", "https://music.apple.com/us/artist/\(store)"))
    }
    return pages.map { type, url in
      record([
        "type": type, "target-type": "url", "ended": false, "url": record(["resource": url]),
      ])
    }
  }

  func group(_ release: Release) -> JSONValue {
    record([
      "id": release.group, "title": release.work.title, "primary-type": primaryType(release),
      "secondary-types": secondaryTypes(release), "disambiguation": "",
      "first-release-date": release.work.date.text, "artist-credit": credit(release.artist),
    ])
  }

  func edition(_ release: Release) -> JSONValue {
    title(release).adding(record(["country": "XW"]))
  }

  private func title(_ release: Release) -> JSONValue {
    record([
      "id": release.musicBrainz, "title": release.album.title, "status": "Official",
      "date": release.album.storeDate.text, "barcode": release.barCode,
    ])
  }

  func release(_ release: Release) -> JSONValue {
    let discs = Dictionary(grouping: release.recordings, by: \.disc).sorted { $0.key < $1.key }
    let label = record([
      "catalog-number": JSONValue.null, "label": record(["name": "Sample Records"]),
    ])
    return title(release).adding(
      record([
        "artist-credit": credit(release.artist), "label-info": [label],
        "cover-art-archive": record(["front": CoverArtSource.hasCover(release), "count": 1]),
        "release-group": group(release),
        "media": discs.map { disc, tracks in
          record([
            "position": disc, "format": "CD", "track-count": tracks.count,
            "tracks": tracks.map(track),
          ])
        },
      ])
    )
  }

  private func track(_ track: Recording) -> JSONValue {
    record([
      "id": stableUUID("track/" + track.key), "position": track.number,
      "number": String(track.number), "title": track.track.title,
      "length": track.track.seconds * 1000, "recording": recording(track),
    ])
  }

  func fullRecording(_ track: Recording) -> JSONValue {
    recording(track).adding(
      record([
        "artist-credit": credit(track.release.artist), "releases": [edition(track.release)],
      ])
    )
  }

  private func recording(_ track: Recording) -> JSONValue {
    record([
      "id": track.musicBrainz, "title": track.track.title, "length": track.track.seconds * 1000,
      "video": false, "first-release-date": track.release.album.date.text, "isrcs": [track.isrc],
    ])
  }

  private func credit(_ artist: Artist) -> JSONValue {
    let named = record([
      "id": artist.musicBrainz, "name": artist.name, "sort-name": sortName(artist),
    ])
    return [record(["name": artist.name, "joinphrase": "", "artist": named])].json
  }

  private func primaryType(_ release: Release) -> String {
    switch release.work.kind {
    case .ep: "EP"
    case .single: "Single"
    case .album, .live, .compilation, .soundtrack: "Album"
    }
  }

  private func secondaryTypes(_ release: Release) -> [String] {
    switch release.work.kind {
    case .live, .compilation, .soundtrack: [release.work.kind.rawValue]
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

/// The Cover Art Archive and its storage: an index, and images by redirect.
struct CoverArtSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  /// Every fourth release group has no cover.
  static func hasCover(_ release: Release) -> Bool {
    release.artist.name == "Daft Punk" || stableNumber("cover/" + release.group, below: 4) != 0
  }

  func response() -> HTTPResponse {
    let path = request.path
    guard path.count > 1 else { return .notFound }
    switch path[0] {
    case "download": return redirect(302, "/items/" + path.dropFirst().joined(separator: "/"))
    case "items": return item(path)
    default: break
    }
    guard let release = release(path[1]), Self.hasCover(release) else { return .notFound }
    let directory = "/download/mbid-\(release.musicBrainz)/"
    return redirect(307, directory + (path.count > 2 ? path[2] : "index.json"))
  }

  private func release(_ id: String) -> Release? {
    library.releases.first { $0.group == id || $0.musicBrainz == id }
  }

  private func item(_ path: [String]) -> HTTPResponse {
    let id = String(path[1].dropFirst("mbid-".count))
    guard let release = release(id), path.count > 2 else { return .notFound }
    guard path[2] == "index.json" else {
      let size =
        path[2].split(separator: "-").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 1000
      return .picture(Picture(PictureSubjects.sleeve(release), width: size, height: size))
    }
    let image =
      "\(request.base)/release/\(release.musicBrainz)/\(stableNumber(id, below: 1_000_000))"
    let thumbnails = record([
      "1200": image + "-1200.jpg", "250": image + "-250.jpg", "500": image + "-500.jpg",
      "large": image + "-500.jpg", "small": image + "-250.jpg",
    ])
    let front = record([
      "approved": true, "front": true, "back": false, "types": ["Front"],
      "image": image + ".jpg", "thumbnails": thumbnails,
    ])
    let page = "https://musicbrainz.org/release/\(release.musicBrainz)"
    return .json(record(["images": [front], "release": page]), type: "application/json")
  }

  private func redirect(_ status: Int, _ path: String) -> HTTPResponse {
    .html(status, "See: \(path)").adding(["Location": request.base + path])
  }
}
