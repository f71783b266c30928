import HTTPServer
import JSON

/// A user's own server with the API of Subsonic and what OpenSubsonic adds to it: `/rest/…`.
///
/// It has two of three albums of each artist, for any user and password whose signature has the right form.
struct OpenSubsonicSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  /// Errors, too, have status 200.
  func response() -> HTTPResponse {
    let endpoint = request.path.last.map { $0.hasSuffix(".view") ? String($0.dropLast(5)) : $0 }
    if let refusal { return failed(refusal.code, refusal.message) }
    switch endpoint {
    case "stream": return song(id).map(sound) ?? notFound("Song")
    case "getCoverArt": return picture(id) ?? notFound("Artwork")
    case "search3": return ok("searchResult3", found)
    case "getArtists": return ok("artists", record(["index": index, "ignoredArticles": "The"]))
    case "getArtist": return artist(id).map { ok("artist", whole($0)) } ?? notFound("Artist")
    case "getArtistInfo2":
      return artist(id).map { ok("artistInfo2", info($0)) } ?? notFound("Artist")
    case "getAlbum": return album(id).map { ok("album", whole($0)) } ?? notFound("Album")
    case "getAlbumList2": return ok("albumList2", record(["album": list.map(value)]))
    case "getSong": return song(id).map { ok("song", value($0)) } ?? notFound("Song")
    case "getLyricsBySongId":
      return song(id).map { ok("lyricsList", lyrics($0)) } ?? notFound("Song")
    case "getLyrics": return ok("lyrics", record([:]))
    default: return .notFound
    }
  }

  private var id: String { request[query: "id"] ?? "" }

  /// What is wrong with the parameters of every request.
  private var refusal: (code: Int, message: String)? {
    guard request[query: "v"] != nil, request[query: "c"] != nil else {
      return (10, "Required parameter is missing")
    }
    if let key = request[query: "apiKey"] {
      guard request[query: "u"] == nil, request[query: "t"] == nil else {
        return (43, "Multiple conflicting authentication mechanisms provided")
      }
      return key.isEmpty ? (44, "Invalid API key") : nil
    }
    guard request[query: "u"] != nil, let token = request[query: "t"],
      let salt = request[query: "s"]
    else { return (10, "Required parameter is missing") }
    let isToken = token.utf8.count == 32 && token.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    return isToken && salt.count >= 6 ? nil : (40, "Wrong username or password")
  }

  private func ok(_ member: String, _ value: JSONValue) -> HTTPResponse {
    envelope(["status": "ok", member: value])
  }

  private func notFound(_ what: String) -> HTTPResponse { failed(70, "\(what) not found") }

  private func failed(_ code: Int, _ message: String) -> HTTPResponse {
    envelope(["status": "failed", "error": record(["code": code, "message": message])])
  }

  private func envelope(_ members: [String: (any MemberValue)?]) -> HTTPResponse {
    let usual = record([
      "version": "1.16.1", "type": "sample", "serverVersion": "1.0.0", "openSubsonic": true,
    ])
    return .json(record(["subsonic-response": usual.adding(record(members))]))
  }

  // MARK: What is there

  private func releases(of artist: Artist) -> [Release] {
    library.releases(of: artist).enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
  }

  private var releases: [Release] { library.artists.flatMap(releases) }

  private func artist(_ id: String) -> Artist? { library.artists.first { Self.id($0) == id } }

  private func album(_ id: String) -> Release? { releases.first { Self.id($0) == id } }

  private func song(_ id: String) -> Recording? {
    releases.lazy.flatMap(\.recordings).first { Self.id($0) == id }
  }

  private static func id(_ artist: Artist) -> String {
    "ar-\(stableNumber("subsonic/" + artist.musicBrainz, below: 1_000_000_000))"
  }

  private static func id(_ release: Release) -> String {
    "al-\(stableNumber("subsonic/" + release.key, below: 1_000_000_000))"
  }

  private static func id(_ track: Recording) -> String {
    "tr-\(stableNumber("subsonic/" + track.key, below: 1_000_000_000))"
  }

  // MARK: Lists

  private var found: JSONValue {
    let text = SearchText(request[query: "query"] ?? "")
    let isAll = text.words.isEmpty
    let artists = isAll ? library.artists : library.artists(matching: text)
    let albums = releases.filter { isAll || text.isFound(in: [SearchText($0.album.title)]) }
    let songs = releases.flatMap(\.recordings)
      .filter { isAll || text.isFound(in: [SearchText($0.track.title)]) }
    return record([
      "artist": page(artists, "artist").map(value), "album": page(albums, "album").map(value),
      "song": page(songs, "song").map(value),
    ])
  }

  /// The albums by name.
  private var list: [Release] {
    let albums = releases.sorted { ($0.album.title, $0.key) < ($1.album.title, $1.key) }
    let (offset, size) = (request[query: "offset"], request[query: "size"])
    return Page(albums, offset: offset, limit: size, default: 10, max: 500).elements
  }

  /// The part that `artistOffset` and `artistCount` select; nothing of a count of 0.
  private func page<Element>(_ all: [Element], _ kind: String) -> [Element] {
    let (offset, count) = (request[query: "\(kind)Offset"], request[query: "\(kind)Count"])
    guard count != "0" else { return [] }
    return Page(all, offset: offset, limit: count, default: 20, max: 1000).elements
  }

  private var index: [JSONValue] {
    let groups = Dictionary(grouping: library.artists) { String($0.name.prefix(1)).uppercased() }
    return groups.sorted { $0.key < $1.key }.map { letter, artists in
      record(["name": letter, "artist": artists.map(value)])
    }
  }

  // MARK: Records

  private func whole(_ artist: Artist) -> JSONValue {
    value(artist).adding(record(["album": releases(of: artist).map(value)]))
  }

  private func whole(_ release: Release) -> JSONValue {
    value(release).adding(record(["song": release.recordings.map(value)]))
  }

  private func value(_ artist: Artist) -> JSONValue {
    record([
      "id": Self.id(artist), "name": artist.name, "coverArt": Self.id(artist),
      "albumCount": releases(of: artist).count, "musicBrainzId": artist.musicBrainz,
      "sortName": artist.name.lowercased(), "roles": ["albumartist"],
    ])
  }

  private func info(_ artist: Artist) -> JSONValue {
    let page = "https://www.last.fm/music/" + artist.name.filter { $0.isLetter }
    let text = artist.biography["EN"].map { "\($0) <a href=\"\(page)\">Read more on Last.fm</a>" }
    let count = Int(request[query: "count"] ?? "") ?? 20
    return record([
      "biography": text, "musicBrainzId": artist.musicBrainz, "lastFmUrl": page,
      "similarArtist": library.artists(similarTo: artist).prefix(count).map(value),
    ])
  }

  private func value(_ release: Release) -> JSONValue {
    let (album, date) = (release.album, release.album.date)
    let genre = (album.genre ?? release.artist.genre).name
    let parts = record(["year": Int(date.year), "month": date.month, "day": date.day])
    return record([
      "id": Self.id(release), "name": album.title, "coverArt": Self.id(release),
      "songCount": album.tracks.count, "duration": album.tracks.reduce(0) { $0 + $1.seconds },
      "created": "2024-05-06T07:08:09Z", "year": Int(date.year), "genre": genre,
      "genres": [record(["name": genre])], "musicBrainzId": release.musicBrainz,
      "isCompilation": album.kind == .compilation, "releaseTypes": [album.kind.rawValue],
      "originalReleaseDate": parts, "releaseDate": record([:]), "version": "",
      "recordLabels": [record(["name": "Sample Records"])],
      "explicitStatus": album.words == .harmless ? "" : "explicit",
    ]).adding(credit(release.artist.name, release.artist))
  }

  private func value(_ track: Recording) -> JSONValue {
    let (number, release) = (Self.id(track), track.release)
    return record([
      "id": number, "title": track.track.title, "isDir": false, "type": "music",
      "mediaType": "song", "album": release.album.title, "albumId": Self.id(release),
      "parent": Self.id(release), "coverArt": Self.id(release), "track": track.number,
      "discNumber": track.disc, "year": Int(release.album.date.year),
      "duration": track.track.seconds, "contentType": "audio/wav", "suffix": "wav",
      "bitRate": 256, "isrc": [track.isrc], "musicBrainzId": track.musicBrainz,
      "explicitStatus": release.album.words == .harmless ? "" : "explicit",
    ]).adding(credit(track.artistName, track.track.artist == nil ? release.artist : nil))
  }

  /// An artist without a record has no id.
  private func credit(_ name: String, _ artist: Artist?) -> JSONValue {
    let id = artist.map(Self.id)
    return record([
      "artist": name, "artistId": id, "displayArtist": name,
      "artists": id.map { [record(["id": $0, "name": name])] } ?? [],
    ])
  }

  /// Every second song has words with times.
  private func lyrics(_ track: Recording) -> JSONValue {
    guard stableNumber(Self.id(track), below: 2) == 0 else {
      return record(["structuredLyrics": [JSONValue]()])
    }
    let lines = ["The first line", "", "The last line"].enumerated().map { index, text in
      record(["start": index * 20_000, "value": text])
    }
    let text = record(["lang": "eng", "synced": true, "line": lines])
    return record(["structuredLyrics": [text]])
  }

  // MARK: Files

  private func picture(_ id: String) -> HTTPResponse? {
    let size = Int(request[query: "size"] ?? "") ?? 600
    let subject: Picture.Subject? =
      album(id).map(PictureSubjects.sleeve)
      ?? artist(id).map { .artist($0.name, people: $0.members ?? 1) }
    return subject.map { .picture(Picture($0, width: size, height: size)) }
  }

  private func sound(_ track: Recording) -> HTTPResponse {
    let bytes = Melody(name: Self.id(track)).wav
    return .file(bytes, type: "audio/wav", etag: HTTPResponse.etag(of: bytes), for: request)
  }
}
