package import BusProtocol
package import MusicModel

/// A chunk of an export. All chunks together are the file.
package struct ExportChunk: Hashable, Sendable {
  package let text: [UInt8]
  /// The offset of the next chunk, or `nil` at the end.
  package let next: Int?
}

extension FavoritesDocument {
  /// Exports favourites from `offset` on, in the user's order, until there are `bytes` of them. Favourites that
  /// are shown as one are exported one after the other.
  package mutating func export(
    as format: CallParameters.FavoriteFormat,
    offset: Int = 0,
    bytes: Int = .max
  ) -> ExportChunk {
    let order = ownOrder
    var text: [UInt8] = offset == 0 ? Array(format.opening.utf8) : []
    var isFirst = !order.all.prefix(offset).contains { has($0.slot, format) }
    var next = offset
    for row in order.all.dropFirst(offset) {
      guard text.count < bytes || next == offset else { break }
      next += 1
      for slot in table.group(of: row.slot) where has(slot, format) {
        if !isFirst { text += format.separator.utf8 }
        text += format.row(table.records[Int(slot)])
        isFirst = false
        // A playlist has a song once.
        if format.isPlaylist { break }
      }
    }
    guard next >= order.count else { return ExportChunk(text: text, next: next) }
    return ExportChunk(text: text + Array(format.closing.utf8), next: nil)
  }

  /// Whether a file of a format has a row for a record.
  private func has(_ slot: Int32, _ format: CallParameters.FavoriteFormat) -> Bool {
    !format.isPlaylist || table.records[Int(slot)].content?.kind == .song
  }
}

extension CallParameters.FavoriteFormat {
  fileprivate var opening: String {
    switch self {
    case .json: "["
    case .jsonl: ""
    // Without the mark, spreadsheets do not read UTF-8.
    case .csv: "\u{FEFF}" + CSV.line(FavoriteColumn.allCases.map(\.rawValue))
    case .jspf: PlaylistText.jspfOpening
    case .xspf: PlaylistText.xspfOpening
    case .m3u8: PlaylistText.m3uOpening
    }
  }

  fileprivate var separator: String { self == .json || self == .jspf ? "," : "" }

  fileprivate var closing: String {
    switch self {
    case .json: "\n]\n"
    case .jsonl, .csv, .m3u8: ""
    case .jspf: PlaylistText.jspfClosing
    case .xspf: PlaylistText.xspfClosing
    }
  }

  fileprivate func row(_ record: FavoriteRecord) -> [UInt8] {
    switch self {
    case .json: [0x0A] + record.exported
    case .jsonl: record.exported + [0x0A]
    case .csv: Array(CSV.line(FavoriteColumn.values(record)).utf8)
    case .jspf: [0x0A] + PlaylistText(record).jspf
    case .xspf: Array(PlaylistText(record).xspf.utf8)
    case .m3u8: Array(PlaylistText(record).m3u().utf8)
    }
  }
}

extension FavoriteRecord {
  /// The favourite as an exported object.
  fileprivate var exported: [UInt8] {
    var writer = LineWriter()
    writer.member("fav", fav.description)
    writer.member("added", added)
    if let note { writer.member("note", note) }
    if let content { writer.members(of: content) }
    return writer.closed()
  }
}

/// The columns of a table of favourites.
enum FavoriteColumn: String, CaseIterable {
  case fav, kind, name, artist, album, date, genres, ids, added, note

  /// The fields of a favourite. Several genres or ids are joined by a separator that cannot occur in them.
  static func values(_ record: FavoriteRecord) -> [String] {
    let json = record.content?.json ?? [:]
    let year = (json["formedYear"] ?? json["bornYear"])?.integer.map(String.init)
    return allCases.map { column in
      switch column {
      case .fav: record.fav.description
      case .kind: record.content?.kind.rawValue ?? ""
      case .name: record.content?.name ?? ""
      case .artist: json["artist"]?["name"]?.text ?? ""
      case .album: json["album"]?["title"]?.text ?? ""
      case .date: json["releaseDate"]?.text ?? year ?? ""
      case .genres: (json["genres"]?.elements ?? []).compactMap(\.text).joined(separator: "; ")
      case .ids: (record.content?.ids ?? []).map(\.description).joined(separator: " ")
      case .added: record.added.description
      case .note: record.note ?? ""
      }
    }
  }
}

/// Comma-separated values (RFC 4180).
enum CSV {
  /// A line with its line ending.
  static func line(_ values: [String]) -> String {
    values.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ value: String) -> String {
    let value = isFormula(value) ? "'" + value : value
    guard value.contains(where: { ",;\"\n\r\r\n".contains($0) }) else { return value }
    return "\""
      + value.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// Whether a spreadsheet would execute a value, without apostrophes before it.
  private static func isFormula(_ value: String) -> Bool {
    guard let first = value.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  }
}

/// A song as the entry of a playlist.
package struct PlaylistText {
  private let title: String
  private let creator: String
  private let album: String
  private let durationMs: Int?
  private let trackNumber: Int?
  private let added: Timestamp?
  private let note: String?
  /// Addresses that name the song: of MusicBrainz first, which ListenBrainz needs.
  private let identifiers: [String]

  init(_ record: FavoriteRecord) {
    self.init(record.content?.entity, added: record.added, note: record.note)
  }

  /// A song without its date and note.
  package init(_ song: Entity) { self.init(song, added: nil, note: nil) }

  private init(_ entity: Entity?, added: Timestamp?, note: String?) {
    (self.added, self.note) = (added, note)
    guard case .song(let song)? = entity else {
      (title, creator, album, durationMs, trackNumber) = ("", "", "", nil, nil)
      identifiers = []
      return
    }
    title = song.title
    creator = song.artist?.name ?? ""
    album = song.album?.title ?? ""
    durationMs = song.durationMs
    trackNumber = song.trackNumber
    var found = song.ids.filter { $0.namespace == "mbid" && $0.type == "recording" }
      .map { "https://musicbrainz.org/recording/\($0.value)" }
    found += song.ids.filter { $0.namespace == "spotify" && $0.type == "song" }
      .map { "https://open.spotify.com/track/\($0.value)" }
    for (_, url) in song.links.sorted(by: { $0.key < $1.key }) where !found.contains(url) {
      if url.hasPrefix("https://") || url.hasPrefix("http://") { found.append(url) }
    }
    identifiers = found
  }

  // MARK: JSPF

  /// ListenBrainz requires the title and the extension.
  static let jspfOpening = """
    {"playlist":{"title":"Favourites","creator":"MusicBus","extension":\
    {"https://musicbrainz.org/doc/jspf#playlist":{"public":false}},"track":[
    """
  static let jspfClosing = "\n]}}\n"

  var jspf: [UInt8] {
    var members: [String: JSONValue] = ["title": .string(title)]
    if !creator.isEmpty { members["creator"] = .string(creator) }
    if !album.isEmpty { members["album"] = .string(album) }
    if let durationMs { members["duration"] = .integer(durationMs) }
    if let trackNumber { members["trackNum"] = .integer(trackNumber) }
    if let note { members["annotation"] = .string(note) }
    if !identifiers.isEmpty { members["identifier"] = .array(identifiers.map { .string($0) }) }
    if let added {
      let track: JSONValue = ["added_at": .string(added.description)]
      members["extension"] = .object(["https://musicbrainz.org/doc/jspf#track": track])
    }
    return EncodedJSON(.object(members)).bytes
  }

  // MARK: XSPF

  static let xspfOpening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <playlist version="1" xmlns="http://xspf.org/ns/0/">
    <title>Favourites</title>
    <trackList>

    """
  static let xspfClosing = "</trackList>\n</playlist>\n"

  /// The elements in the order of the schema.
  var xspf: String {
    var text = "<track>"
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text += "<\(name)>\(value.escapedForXML)</\(name)>"
    }
    for identifier in identifiers { add("identifier", identifier) }
    add("title", title)
    add("creator", creator)
    add("annotation", note)
    add("album", album)
    add("trackNum", trackNumber.map { "\($0)" })
    add("duration", durationMs.map { "\($0)" })
    return text + "</track>\n"
  }

  // MARK: M3U

  package static let m3uOpening = "#EXTM3U\n#PLAYLIST:Favourites\n"

  /// The entry, with the path of a file, else its page, else its name.
  package func m3u(_ file: String? = nil) -> String {
    let name = [creator, title].filter { !$0.isEmpty }.joined(separator: " - ")
    let line = file ?? identifiers.last { !$0.contains("musicbrainz.org") } ?? identifiers.first
    let seconds = durationMs.map { ($0 + 500) / 1000 } ?? -1
    let texts = ["#EXTINF:\(seconds),\(name)", line ?? name].map { text in
      text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return texts.joined(separator: "\n") + "\n"
  }
}
