import HTTPServer
import JSON

/// TheAudioDB, version 1: `/api/v1/json/{key}/{method}.php`.
struct AudioDBSource: Sendable {
  /// The free keys of today and of yesterday.
  static let keys: Set<String> = ["123", "2"]

  private let library: AudioDBLibrary
  private let records: AudioDBRecords
  private let request: HTTPRequest

  init(_ catalog: SampleCatalog, _ request: HTTPRequest) {
    library = AudioDBLibrary(catalog)
    records = AudioDBRecords(base: request.base)
    self.request = request
  }

  func response() -> HTTPResponse {
    let path = request.path
    guard path.count == 5, path[2] == "json", Self.keys.contains(path[3]),
      let (root, items) = found(path[4])
    else { return .notFound }
    // Nothing found is null, never an empty list.
    let body = record([root: items.isEmpty ? JSONValue.null : items.json])
    return .json(body, type: "application/json", isASCII: true)
      .adding(["Access-Control-Allow-Origin": "*"])
  }

  private func found(_ method: String) -> (root: String, items: [JSONValue])? {
    let (id, name) = (request[query: "i"], request[query: "s"])
    switch method {
    case "search.php": return artists { same($0.artist.name, name) }
    case "artist.php": return artists { String($0.id) == id }
    case "artist-mb.php": return artists { $0.artist.musicBrainz == id }
    case "album.php":
      let album = request[query: "m"]
      return albums { album == nil ? String($0.artist.id) == id : String($0.id) == album }
    case "album-mb.php": return albums { $0.musicBrainz == id }
    case "searchalbum.php":
      let title = request[query: "a"]
      return albums {
        (name == nil || same($0.artist.artist.name, name))
          && (title == nil || same($0.album.title, title)) && !request.target.query.isEmpty
      }
    case "track.php":
      let (track, album) = (request[query: "h"], request[query: "m"])
      return tracks { track == nil ? String($0.album.id) == album : String($0.id) == track }
    case "track-mb.php": return tracks { $0.musicBrainz == id }
    case "searchtrack.php":
      let title = request[query: "t"]
      return tracks { same($0.album.artist.artist.name, name) && same($0.track.title, title) }
    case "track-top10.php":
      let found = tracks { same($0.album.artist.artist.name, name) }
      return (found.root, Array(found.items.prefix(10)))
    case "discography.php":
      let albums = library.albums { same($0.artist.artist.name, name) }
      let sorted = albums.sorted { $0.album.date.text > $1.album.date.text }
      let items = sorted.map {
        record(["strAlbum": $0.album.title, "intYearReleased": $0.year])
      }
      return ("album", items)
    default: return nil
    }
  }

  /// The source finds a name only when it is the whole name; case does not matter.
  private func same(_ name: String, _ wanted: String?) -> Bool {
    name.lowercased() == wanted?.lowercased()
  }

  private func artists(_ isWanted: (AudioDBArtist) -> Bool) -> (root: String, items: [JSONValue]) {
    ("artists", library.artists.filter(isWanted).map(records.artist))
  }

  private func albums(_ isWanted: (AudioDBAlbum) -> Bool) -> (root: String, items: [JSONValue]) {
    ("album", library.albums(isWanted).map(records.album))
  }

  private func tracks(_ isWanted: (AudioDBTrack) -> Bool) -> (root: String, items: [JSONValue]) {
    ("track", library.tracks(isWanted).map(records.track))
  }
}

/// The part of the catalogue that TheAudioDB has, under its own numbers.
struct AudioDBLibrary: Sendable {
  let artists: [AudioDBArtist]

  init(_ catalog: SampleCatalog) {
    artists = catalog.artists.compactMap { artist in
      artist.audioDB.map { AudioDBArtist(id: $0, artist: artist) }
    }
  }

  func albums(_ isWanted: (AudioDBAlbum) -> Bool = { _ in true }) -> [AudioDBAlbum] {
    artists.flatMap { artist in
      artist.artist.albums
        .filter { $0.carried != .storeOnly }
        .map { AudioDBAlbum($0, by: artist) }
        .filter(isWanted)
    }
  }

  func tracks(_ isWanted: (AudioDBTrack) -> Bool) -> [AudioDBTrack] {
    albums().flatMap { album in
      album.album.tracks.enumerated()
        .map { AudioDBTrack($0.element, at: $0.offset + 1, on: album) }
        .filter(isWanted)
    }
  }
}

struct AudioDBArtist: Sendable {
  let id: Int
  let artist: Artist
}

struct AudioDBAlbum: Sendable {
  let id: Int
  let artist: AudioDBArtist
  let album: Album
  /// The release group.
  let musicBrainz: String

  init(_ album: Album, by artist: AudioDBArtist) {
    let key = "\(artist.id)/\(album.title)/\(album.date.text)"
    id = album.audioDBID ?? 2_100_000 + stableNumber(key, below: 3_000_000)
    musicBrainz = album.musicBrainzID ?? stableUUID("release-group/" + key)
    self.artist = artist
    self.album = album
  }

  /// Of the lesser releases the source often does not know the year, and says "0".
  var year: String {
    let isLesser = album.kind != .album && id % 3 == 0
    return isLesser ? "0" : album.date.year
  }
}

struct AudioDBTrack: Sendable {
  let id: Int
  let track: Track
  /// From 1, through all discs.
  let position: Int
  let album: AudioDBAlbum

  init(_ track: Track, at position: Int, on album: AudioDBAlbum) {
    id = 32_000_000 + (album.id - 2_100_000) * 64 + position
    self.track = track
    self.position = position
    self.album = album
  }

  var musicBrainz: String { stableUUID("recording/\(id)") }
}

/// TheAudioDB's records in its format: every value is text or null. Missing values are
/// inconsistently null, empty or "0".
struct AudioDBRecords: Sendable {
  let base: String

  func artist(_ record: AudioDBArtist) -> JSONValue {
    let artist = record.artist
    var known: [String: String?] = [
      "idArtist": String(record.id),
      "strArtist": artist.name,
      "strArtistAlternate": artist.aliases.joined(separator: ", "),
      "intFormedYear": artist.formed.map(String.init),
      "intBornYear": artist.born.map(String.init),
      "intDiedYear": artist.ended.map(String.init),
      "strDisbanded": artist.ended == nil ? nil : "Yes",
      "strStyle": artist.genre.name,
      "strGenre": artist.style,
      "strWebsite": "www.example.org/\(StoreLinks.slug(artist.name))",
      "intMembers": artist.members.map(String.init),
      "strCountry": artist.country,
      "strMusicBrainzID": artist.musicBrainz,
      "strArtistThumb": image("artist/thumb", artist.name, "jpg"),
      "strArtistLogo": image("artist/logo", artist.name, "png"),
      "strArtistFanart": image("artist/fanart", artist.name, "jpg"),
      "strArtistFanart2": image("artist/fanart", artist.name + "2", "jpg"),
      "strArtistBanner": image("artist/banner", artist.name, "jpg"),
    ]
    for (language, text) in artist.biography { known["strBiography" + language] = lines(text) }
    return fill(AudioDBKeys.artist, known, for: "artist/\(record.id)")
  }

  func album(_ record: AudioDBAlbum) -> JSONValue {
    let (album, artist) = (record.album, record.artist.artist)
    let name = "\(artist.name)-\(album.title)"
    let score = stableNumber("score/" + name, below: 40)
    return fill(
      AudioDBKeys.album,
      [
        "idAlbum": String(record.id),
        "idArtist": String(record.artist.id),
        "strAlbum": album.title,
        "strAlbumStripped": album.title.filter { $0.isLetter || $0.isNumber || $0 == " " },
        "strArtist": artist.name,
        "strArtistStripped": artist.name,
        "intYearReleased": record.year,
        "strStyle": artist.genre.name,
        "strGenre": album.genre?.name ?? artist.style,
        "strReleaseFormat": album.kind.rawValue,
        "intSales": "0",
        "strAlbumThumb": image("album/thumb", name, "jpg"),
        "strDescriptionEN": album.about.map(lines),
        "intScore": album.kind == .album ? "\(6 + score / 10).\(score % 10)" : nil,
        "intScoreVotes": album.kind == .album ? String(1 + score) : nil,
        "strMusicBrainzID": record.musicBrainz,
        "strMusicBrainzArtistID": artist.musicBrainz,
      ],
      for: "album/\(record.id)"
    )
  }

  func track(_ record: AudioDBTrack) -> JSONValue {
    let (album, artist) = (record.album, record.album.artist.artist)
    let second = album.album.secondDisc
    let isOnSecond = second.map { record.position > $0 } ?? false
    return fill(
      AudioDBKeys.track,
      [
        "idTrack": String(record.id),
        "idAlbum": String(album.id),
        "idArtist": String(album.artist.id),
        "strTrack": record.track.title,
        "strAlbum": album.album.title,
        "strArtist": record.track.artist ?? artist.name,
        "intCD": second == nil ? nil : (isOnSecond ? "2" : "1"),
        "intDuration": String(record.track.seconds * 1000),
        "strGenre": artist.style,
        "strStyle": artist.genre.name,
        "intTrackNumber": String(isOnSecond ? record.position - (second ?? 0) : record.position),
        "strMusicBrainzID": record.musicBrainz,
        "strMusicBrainzAlbumID": album.musicBrainz,
        "strMusicBrainzArtistID": artist.musicBrainz,
      ],
      for: "track/\(record.id)"
    )
  }

  /// All keys of the source, with the known value or one of its ways to say nothing.
  private func fill(_ keys: [String], _ known: [String: String?], for name: String) -> JSONValue {
    var members: [String: (any MemberValue)?] = ["strLocked": "unlocked"]
    for key in keys { members[key] = (known[key] ?? nil)?.json ?? gap(key, name) }
    return record(members)
  }

  private func gap(_ key: String, _ record: String) -> JSONValue {
    switch stableNumber("\(record)/\(key)", below: 6) {
    case 0: key.hasPrefix("int") ? "0" : ""
    case 1: ""
    default: .null
    }
  }

  /// Texts reach the source through Windows.
  private func lines(_ text: String) -> String { text.replacing("\n", with: "\r\n") }

  private func image(_ path: String, _ name: String, _ type: String) -> String {
    "\(base)/artwork/images/media/\(path)/\(Self.pictureName(path, name)).\(type)"
  }

  static func pictureName(_ path: String, _ name: String) -> String {
    String(stableHash(path + "/" + name), radix: 36)
  }
}

/// The keys of TheAudioDB's records, known or not.
enum AudioDBKeys {
  static let artist =
    words(
      """
      idArtist strArtist strArtistStripped strArtistAlternate strLabel idLabel intFormedYear \
      intBornYear intDiedYear strDisbanded strStyle strGenre strMood strWebsite strFacebook \
      strTwitter strGender intMembers strCountry strCountryCode strArtistThumb strArtistLogo \
      strArtistCutout strArtistClearart strArtistWideThumb strArtistFanart strArtistFanart2 \
      strArtistFanart3 strArtistFanart4 strArtistBanner strMusicBrainzID strISNIcode \
      strLastFMChart intCharted
      """
    ) + inAllLanguages("strBiography")

  static let album =
    words(
      """
      idAlbum idArtist idLabel strAlbum strAlbumStripped strArtist strArtistStripped \
      intYearReleased strStyle strGenre strLabel strReleaseFormat intSales strAlbumThumb \
      strAlbumThumbHQ strAlbumThumbBack strAlbumCDart strAlbumSpine strAlbum3DCase \
      strAlbum3DFlat strAlbum3DFace strAlbum3DThumb intLoved intScore intScoreVotes strReview \
      strMood strTheme strSpeed strLocation strMusicBrainzID strMusicBrainzArtistID strAllMusicID \
      strBBCReviewID strRateYourMusicID strDiscogsID strWikidataID strWikipediaID strGeniusID \
      strLyricWikiID strMusicMozID strItunesID strAmazonID
      """
    ) + inAllLanguages("strDescription")

  static let track = words(
    """
    idTrack idAlbum idArtist idLyric idIMVDB strTrack strAlbum strArtist strArtistAlternate \
    intCD intDuration strGenre strMood strStyle strTheme strDescriptionEN strTrackThumb \
    strTrackLyrics strMusicVid strMusicVidDirector strMusicVidCompany strMusicVidScreen1 \
    strMusicVidScreen2 strMusicVidScreen3 intMusicVidViews intMusicVidLikes \
    intMusicVidDislikes intMusicVidFavorites intMusicVidComments intTrackNumber intLoved \
    intScore intScoreVotes strMusicBrainzID strMusicBrainzAlbumID strMusicBrainzArtistID
    """
  )

  private static func inAllLanguages(_ prefix: String) -> [String] {
    words("EN DE FR CN IT JP RU ES PT SE NL HU NO IL PL").map { prefix + $0 }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
