internal import MusicModel

/// What the tags of a music file say.
struct FileTags: Hashable, Sendable {
  /// An artist by name, with the id that the tags have for it.
  struct Credit: Hashable, Sendable {
    var name: String
    var ids: [EntityID] = []
  }

  var title: String?
  /// The artist as credited: `A feat. B`.
  var artist: String?
  /// The artists one by one.
  var artists: [Credit] = []
  /// Other contributors, each with their role.
  var contributors: [CreditedArtist] = []
  var albumArtist: String?
  var albumArtists: [Credit] = []
  var album: String?
  var releaseDate: PartialDate?
  var track: Int?
  var trackTotal: Int?
  var disc: Int?
  var genres: [String] = []
  var label: String?
  var albumKind: AlbumKind?
  var isCompilation = false
  var songIDs: [EntityID] = []
  var albumIDs: [EntityID] = []
  /// The release at MusicBrainz; its files are one album.
  var release: String?
  /// What was guessed from the path.
  var guessed: Guesses = []

  struct Guesses: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let title = Guesses(rawValue: 1)
    static let artist = Guesses(rawValue: 2)
    static let album = Guesses(rawValue: 4)
  }
}

extension FileTags {
  /// The artists whom the line names before "feat."; all if it names none.
  var mainArtists: [Credit] {
    let line = artists.map { CreditedArtist(name: $0.name) }.inOrder(of: artist ?? "")
    let main = Set(line.filter { $0.role == nil }.map(\.name))
    return artists.filter { main.contains($0.name) }
  }

  /// The tags for the roles that listeners look for.
  private static let roles = [
    ("remixer", ["REMIXER", "MIXARTIST"]), ("composer", ["COMPOSER"]),
    ("conductor", ["CONDUCTOR"]), ("orchestra", ["ORCHESTRA", "ENSEMBLE"]),
  ]
  private static let maxContributors = 10

  /// Reads the values of all formats; the keys are those of TagLib.
  init(_ values: [String: [String]]) {
    let values = TagValues(values)
    title = values.text("TITLE")
    artists = values.credits("ARTISTS", "ARTIST", id: "MUSICBRAINZ_ARTISTID", services: "ARTIST")
    artist = values.credit("ARTIST", of: artists)
    contributors = FileTags.roles.flatMap { role, keys in
      let names = keys.lazy.map(values.texts).first { !$0.isEmpty } ?? []
      return names.flatMap { $0.split(separator: ";") }.compactMap { TagText.cleaned(String($0)) }
        .prefix(FileTags.maxContributors).map { CreditedArtist(name: $0, role: role) }
    }
    let albumArtist =
      ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"].first(where: values.has) ?? "ALBUMARTIST"
    albumArtists = values.credits("ALBUMARTISTS", albumArtist, id: "MUSICBRAINZ_ALBUMARTISTID")
    self.albumArtist = values.credit(albumArtist, of: albumArtists)
    album = values.text("ALBUM")
    releaseDate = values.date(
      "ORIGINALDATE",
      "ORIGINALYEAR",
      "ORIGYEAR",
      "DATE",
      "YEAR",
      "RELEASEDATE"
    )
    (track, trackTotal) = values.place(
      "TRACKNUMBER",
      "TRACK",
      "TRACKTOTAL",
      "TOTALTRACKS",
      "TRACKC"
    )
    (disc, _) = values.place("DISCNUMBER", "DISC", "DISCTOTAL", "TOTALDISCS", "DISCC")
    genres = values.texts("GENRE").flatMap { $0.split(separator: ";") }
      .compactMap { TagText.cleaned(String($0)) }
    label = values.text("LABEL") ?? values.text("ORGANIZATION") ?? values.text("PUBLISHER")
    isCompilation = ["1", "true", "yes"].contains(values.text("COMPILATION")?.lowercased())
    albumKind = values.albumKind ?? (isCompilation ? .compilation : nil)
    release = values.uuids("MUSICBRAINZ_ALBUMID").first
    songIDs = values.ids("recording", "MUSICBRAINZ_TRACKID")
    for text in values.texts("ISRC") {
      songIDs += text.split { ";,/".contains($0) }.compactMap { RecordingCode.id($0) }
    }
    songIDs += values.serviceIDs("song", "TRACK", "SONG", "CATALOG")
    albumIDs = values.ids("release-group", "MUSICBRAINZ_RELEASEGROUPID")
    albumIDs += values.ids("release", "MUSICBRAINZ_ALBUMID")
    for key in ["BARCODE", "UPC", "EAN", "EAN/UPN"] {
      albumIDs += values.texts(key).compactMap(FileTags.barCode)
    }
    albumIDs += values.serviceIDs("album", "ALBUM", "RELEASE")
  }

  fileprivate static func id(_ namespace: String, _ type: String, _ value: String) -> EntityID? {
    EntityID(namespace: namespace, type: type, value: value)
  }

  /// A bar code may have lost its leading zeros.
  private static func barCode(_ text: String) -> EntityID? {
    let digits = text.filter { $0 != " " && $0 != "-" }
    let padding = String(repeating: "0", count: max(0, 12 - digits.count))
    return digits.count >= 8 ? BarCode.id(padding + digits) : nil
  }
}

/// The values of tags by key.
private struct TagValues {
  private let values: [String: [String]]
  /// The services that may have ids; most files have none.
  private let services: [String]
  private static let maxTexts = 100

  init(_ values: [String: [String]]) {
    self.values = values
    services = ["spotify", "deezer", "itunes", "discogs"].filter { service in
      let start = service.uppercased().utf8
      return values.keys.contains { $0.utf8.starts(with: start) }
    }
  }

  func has(_ key: String) -> Bool { !texts(key).isEmpty }

  /// The different values of a key.
  func texts(_ key: String) -> [String] {
    guard let found = values[key] else { return [] }
    if found.count == 1 { return found.compactMap(TagText.cleaned) }
    var seen: Set<String> = []
    return found.prefix(TagValues.maxTexts).compactMap(TagText.cleaned)
      .filter { seen.insert($0).inserted }
  }

  func text(_ key: String) -> String? { texts(key).first }

  /// The ids of MusicBrainz; old tags join several with any separator.
  func uuids(_ key: String) -> [String] {
    let parts = texts(key).flatMap { text -> [Substring] in
      text.lowercased().split { !$0.isHexDigit && $0 != "-" }
    }
    return parts.filter { $0.utf8.count == 36 && $0.split(separator: "-").count == 5 }
      .map { String($0) }
  }

  func ids(_ type: String, _ key: String) -> [EntityID] {
    uuids(key).compactMap { FileTags.id("mbid", type, $0) }
  }

  /// The longest valid beginning of the first date, or a later date that says the day or month of it.
  func date(_ keys: String...) -> PartialDate? {
    let dates = keys.flatMap(texts).compactMap(TagValues.date)
    guard let first = dates.first else { return nil }
    return dates.filter { "\($0)".hasPrefix("\(first)") }.max { "\($0)".count < "\($1)".count }
  }

  private static func date(_ text: String) -> PartialDate? {
    let text = text.replacing("/", with: "-").replacing(".", with: "-")
    for length in [10, 7, 4] {
      if let date = PartialDate(text.prefix(length)), date.year > 0 { return date }
    }
    return nil
  }

  /// A number and a total, which may be in one value: `2/3`.
  func place(_ key: String, _ other: String, _ totals: String...) -> (Int?, Int?) {
    let parts = (text(key) ?? text(other) ?? "")
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let total = parts.dropFirst().first.flatMap { TagValues.number($0) }
    let stated = totals.lazy.compactMap { text($0).flatMap { TagValues.number($0) } }.first
    return (parts.first.flatMap { TagValues.number($0) }, total ?? stated)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    let digits = String(text).filter { $0 != " " }
    return Int(digits).flatMap { (1...9999).contains($0) ? $0 : nil }
  }

  /// The artists as credited; those of a list that has no credit.
  func credit(_ key: String, of artists: [FileTags.Credit]) -> String? {
    let texts = has(key) ? texts(key) : artists.map(\.name)
    return texts.joined(separator: ", ").nonEmpty
  }

  /// The artists one by one, with their ids if there is one for each.
  func credits(_ names: String, _ credit: String, id: String, services: String? = nil) -> [FileTags
    .Credit]
  {
    let ids = ids("artist", id)
    var found = texts(names)
    if found.isEmpty {
      found = texts(credit)
      if found.count == 1 { found = TagValues.split(found[0], idCount: ids.count) }
    } else if found.count == 1 {
      // A list in one value.
      found = TagValues.split(found[0], at: ["; ", ";", "、"])
    }
    var credits = found.map { FileTags.Credit(name: $0) }
    // One id is that of the first one: guests have none.
    if ids.count == credits.count || ids.count == 1 {
      for (index, id) in zip(credits.indices, ids) { credits[index].ids = [id] }
    }
    if let services, credits.count == 1 { credits[0].ids += serviceIDs("artist", services) }
    return credits
  }

  /// The artists of a credit.
  ///
  /// A slash may be part of a name (AC/DC, Their / They're / There): it separates artists if there are as many ids.
  private static func split(_ credit: String, idCount: Int) -> [String] {
    // Searching for each separator takes long, and few names have one.
    guard zip(credit.utf8, credit.utf8.dropFirst()).contains(where: mayBeginSeparator) else {
      return [credit]
    }
    let separators = [" feat. ", " Feat. ", " feat ", " ft. ", " Ft. ", " ft ", "; "]
    let names = split(credit, at: separators + [" / "])
    return names.count == idCount ? names : split(credit, at: separators)
  }

  private static func split(_ text: String, at separators: [String]) -> [String] {
    var parts = [text]
    for separator in separators {
      parts = parts.flatMap { part in
        part.replacing(separator, with: "\u{1F}")
          .split(separator: "\u{1F}").map { String($0) }
      }
    }
    let names = parts.compactMap { TagText.cleaned($0) }
    return names.isEmpty ? [text] : names
  }

  private static func mayBeginSeparator(_ one: UInt8, _ next: UInt8) -> Bool {
    one == UInt8(ascii: ";") || one == UInt8(ascii: " ") && "/fF".utf8.contains(next)
  }

  /// The kind; a secondary one is more specific: `album; live`.
  var albumKind: AlbumKind? {
    let words = ["RELEASETYPE", "MUSICBRAINZ_ALBUMTYPE"].flatMap(texts)
      .flatMap { $0.lowercased().split { ";,/+".contains($0) } }
      .map { $0.filter { !$0.isWhitespace } }
    let kinds: [AlbumKind] = [
      .compilation, .live, .remix, .soundtrack, .demo, .single, .ep, .album,
    ]
    return kinds.first { words.contains($0.rawValue) }
  }

  /// The ids of other services, which programs write as `SPOTIFY_TRACK_ID` or `ITUNESALBUMID`.
  func serviceIDs(_ type: String, _ words: String...) -> [EntityID] {
    services.flatMap { service in
      words.flatMap { word -> [EntityID] in
        let name = service.uppercased()
        let keys = ["\(name)_\(word)_ID", "\(name)_\(word)ID", "\(name)\(word)ID"]
        let isRelease = service == "discogs" && word == "RELEASE"
        return keys.lazy.flatMap(texts).prefix(4).compactMap { text in
          let value = text.split { ":/".contains($0) }.last.map { String($0) } ?? ""
          return FileTags.id(service, isRelease ? "release" : type, value)
        }
      }
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
