internal import ProviderKit

extension Artist {
  /// `language` is the language of the biography (first subtag of BCP 47).
  init(audioDB record: JSONRecord, language: String?) throws(UnusableRecord) {
    let id = try record.required("audiodb", "artist", "idArtist")
    self.init(id: id, name: try record.requiredText("strArtist"))
    add([record.wellFormedID("mbid", "artist", "strMusicBrainzID")])
    if let (biography, language) = record.biography(in: language) {
      (self.biography, biographyLang) = (biography, language)
    }
    formedYear = record.year("intFormedYear")
    bornYear = record.year("intBornYear")
    // Groups, too, have the year of their end in intDiedYear; strDisbanded is usually "Yes".
    let end = record.year("strDisbanded") ?? record.year("intDiedYear")
    (diedYear, disbandedYear) = bornYear == nil ? (nil, end) : (end, nil)
    genres = record.audioDBGenres
    country = record.text("strCountry")
    artwork = AudioDBImage.artwork(
      record,
      [
        ("strArtistThumb", .portrait), ("strArtistCutout", .portrait),
        ("strArtistWideThumb", .background), ("strArtistFanart", .background),
        ("strArtistFanart2", .background), ("strArtistFanart3", .background),
        ("strArtistFanart4", .background), ("strArtistBanner", .banner), ("strArtistLogo", .logo),
        ("strArtistClearart", .logo),
      ]
    )
    links = record.links([
      ("website", "strWebsite"), ("facebook", "strFacebook"), ("twitter", "strTwitter"),
      ("lastfm", "strLastFMChart"),
    ])
  }
}

extension Album {
  init(audioDB record: JSONRecord) throws(UnusableRecord) {
    let id = try record.required("audiodb", "album", "idAlbum")
    let title = try record.requiredText("strAlbum")
    self.init(id: id, title: title, artist: record.audioDBArtist)
    add([
      record.wellFormedID("mbid", "release-group", "strMusicBrainzID"),
      record.wellFormedID("itunes", "album", "strItunesID"),
      record.wellFormedID("discogs", "album", "strDiscogsID"),
      record.wellFormedID("wikidata", "album", "strWikidataID"),
      record.wellFormedID("allmusic", "album", "strAllMusicID"),
    ])
    releaseDate = record.year("intYearReleased").flatMap { PartialDate(year: $0) }
    genres = record.audioDBGenres
    let format = record.text("strReleaseFormat")?.lowercased()
    albumKind = format.map { Album.kinds[$0] ?? AlbumKind(rawValue: $0) }
    label = record.text("strLabel")
    artwork = AudioDBImage.artwork(
      record,
      [
        ("strAlbumThumbHQ", .cover), ("strAlbumThumb", .cover), ("strAlbumThumbBack", .back),
        ("strAlbumBack", .back), ("strAlbumCDart", .disc),
      ]
    )
  }

  /// The formats that are not the name of a kind.
  private static let kinds: [String: AlbumKind] = [
    "remixes": .remix, "dj-mix": .remix, "soundtracks": .soundtrack, "compilations": .compilation,
    "live album": .live, "demos": .demo, "studio": .album, "studio album": .album,
  ]
}

extension Song {
  init(audioDB record: JSONRecord) throws(UnusableRecord) {
    let id = try record.required("audiodb", "song", "idTrack")
    let title = try record.requiredText("strTrack")
    self.init(id: id, title: title, artist: record.audioDBArtist)
    add([record.wellFormedID("mbid", "recording", "strMusicBrainzID")])
    album = record.text("strAlbum").map {
      AlbumReference(id: record.wellFormedID("audiodb", "album", "idAlbum"), title: $0)
    }
    durationMs = record.positive("intDuration")
    discNumber = record.positive("intCD")
    trackNumber = record.positive("intTrackNumber")
    genres = record.audioDBGenres
    artwork = AudioDBImage.artwork(record, [("strTrackThumb", .cover)])
    links = record.links([("video", "strMusicVid")])
  }
}

extension JSONRecord {
  /// The record with repaired texts, and without those that mean unknown: empty ones and `0`.
  ///
  /// TheAudioDB sends every value as a string or null.
  var cleaned: JSONRecord {
    JSONRecord(
      members.mapValues { value in
        guard case .string(let text) = value else { return value }
        let trimmed = text.trimmed
        guard trimmed != "0" else { return .null }
        return .string(Mojibake.repaired(trimmed).replacing("\r\n", with: "\n"))
      }
    )
  }

  /// Returns a year of four digits.
  fileprivate func year(_ name: String) -> Int? {
    integer(name).flatMap { (1000...9999).contains($0) ? $0 : nil }
  }

  fileprivate func required(
    _ namespace: String,
    _ type: String,
    _ name: String
  ) throws(UnusableRecord) -> EntityID {
    guard let id = wellFormedID(namespace, type, name) else { throw UnusableRecord("no \(name)") }
    return id
  }

  /// Returns an id if its value has the form of the namespace; other values are ignored.
  fileprivate func wellFormedID(_ namespace: String, _ type: String, _ name: String) -> EntityID? {
    guard let text = text(name) else { return nil }
    let hasForm =
      switch namespace {
      case "mbid": text.isUUID
      case "wikidata": text.first == "Q" && text.dropFirst().isNumber
      case "allmusic":
        ["mn", "mw"].contains(text.prefix(2)) && text.utf8.count == 12
          && text.utf8.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
      default: text.isNumber
      }
    return hasForm ? EntityID(namespace: namespace, type: type, value: text) : nil
  }

  /// Returns the biography in a language, else in English, with its language.
  fileprivate func biography(in wanted: String?) -> (String, language: String)? {
    let suffix = wanted.flatMap { code in JSONRecord.suffixes[code].map { (code, $0) } }
    let languages = [suffix, ("en", "EN"), ("en", "")].compactMap { $0 }
    return languages.lazy
      .compactMap { language, suffix in text("strBiography" + suffix).map { ($0, language) } }.first
  }

  /// The suffixes of language-dependent members, most of them country codes.
  private static let suffixes = [
    "en": "EN", "de": "DE", "fr": "FR", "zh": "CN", "it": "IT", "ja": "JP", "ru": "RU",
    "es": "ES", "pt": "PT", "sv": "SE", "nl": "NL", "hu": "HU", "no": "NO", "nb": "NO",
    "nn": "NO", "he": "IL", "iw": "IL", "pl": "PL",
  ]

  /// The artist of an album or song.
  fileprivate var audioDBArtist: ArtistReference? {
    text("strArtist").map {
      ArtistReference(id: wellFormedID("audiodb", "artist", "idArtist"), name: $0)
    }
  }

  /// Genre and style, without duplicates.
  fileprivate var audioDBGenres: [String] {
    let genres = ["strGenre", "strStyle"].compactMap { text($0) }
    return genres.count == 2 && genres[0] == genres[1] ? [genres[0]] : genres
  }

  /// Returns web links; the source omits the scheme, and some values are not URLs.
  fileprivate func links(_ names: [(String, String)]) -> [String: String] {
    var links: [String: String] = [:]
    for (site, name) in names {
      guard let text = text(name), text.contains("."), !text.contains(" ") else { continue }
      let url = text.contains("://") ? text : "https://" + text
      if WebAddress(url) != nil { links[site] = url }
    }
    return links
  }
}

extension StringProtocol {
  /// Whether it is a number above zero of at most 18 digits.
  fileprivate var isNumber: Bool {
    (1...18).contains(utf8.count) && first != "0" && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  fileprivate var isUUID: Bool {
    split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x2D
      }
  }
}

/// The URL of an image of TheAudioDB.
///
/// Smaller copies have the suffix `/medium` or `/small` (`/preview` for older ones).
struct AudioDBImage {
  private static let copies = [("/small", 250), ("/medium", 500)]
  /// The members with square images, whose copies have known sizes.
  private static let square = ["strArtistThumb", "strAlbumThumb", "strTrackThumb"]

  /// Returns the images of a record, each followed by its smaller copies if their size is known.
  static func artwork(_ record: JSONRecord, _ members: [(String, Artwork.Role)]) -> [Artwork] {
    members.flatMap { name, role -> [Artwork] in
      guard let address = record.text(name).flatMap({ WebAddress($0) }) else { return [] }
      let url = AudioDBImage(address.description).original
      let known = square.contains(name) ? copies.reversed() : []
      return [Artwork(url: url, role: role)]
        + known.map { Artwork(url: url + $0.0, width: $0.1, height: $0.1, role: role) }
    }
  }

  /// The URL of the full size, by https if the host is TheAudioDB's.
  private let original: String

  init(_ url: String) {
    var url = url
    for suffix in ["/preview"] + AudioDBImage.copies.map(\.0) where url.hasSuffix(suffix) {
      url.removeLast(suffix.count)
    }
    original = WebAddress(url)?.upgradedToHTTPS(in: "theaudiodb.com").description ?? url
  }

  /// Returns the URL of the smallest copy with at least this edge length.
  func url(size: Int?) -> String {
    let copy = size.flatMap { size in AudioDBImage.copies.first { size <= $0.1 } }
    return original + (copy?.0 ?? "")
  }
}
