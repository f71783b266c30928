import BusProtocol
package import MusicModel

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
