import JSON
import MusicModel

/// Reads XML: libraries of iTunes and Music, and XSPF.
enum XMLFormats {
  static func read(_ text: ImportText, _ ids: LinkReader) throws(ImportFormatError) -> ImportedFile
  {
    var xml = XMLReader(text.bytes)
    while let event = try xml.next() {
      guard case .start(let name) = event else { continue }
      switch name {
      case "plist": return try library(&xml)
      case "playlist": return try PlaylistFormats.xspf(&xml, ids)
      default: throw ImportFormatError("The file is XML of no known format")
      }
    }
    throw .unknown
  }

  private static func library(_ xml: inout XMLReader) throws(ImportFormatError) -> ImportedFile {
    var plist = PropertyListReader(xml)
    guard let value = try plist.read(), let tracks = value["Tracks"]?.members else {
      throw ImportFormatError("The property list has no tracks")
    }
    var file = ImportedFile(.appleLibrary)
    // A dictionary has no order; the numbers of tracks are in that of the file.
    let numbers = tracks.keys.sorted { (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1) }
    for (index, key) in numbers.enumerated() {
      guard let track = tracks[key] else { continue }
      file.add(row(track, index + 1))
    }
    return file
  }

  private static func row(_ track: JSONValue, _ number: Int) -> ImportedRow {
    func text(_ name: String) -> String { track[name]?.text ?? "" }
    func isSet(_ name: String) -> Bool { track[name] == .bool(true) }
    var row = ImportedRow(number, .song)
    let ofAlbum = text("Album Artist")
    let artist =
      text("Artist").isEmpty && !ImportedRow.isVarious(ofAlbum) ? ofAlbum : text("Artist")
    row.setNames(text("Name"), by: artist, on: text("Album"))
    row.durationMs = track["Total Time"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    row.discNumber = track["Disc Number"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    row.trackNumber = track["Track Number"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    row.releaseDate = ImportDates.release(track["Year"]?.integer.map { "\($0)" } ?? "")
    row.added = ImportDates.added(text("Date Added"))
    if isSet("Podcast") || isSet("Audiobook") { row.isNothing = .podcast }
    if isSet("Movie") || isSet("Has Video") || isSet("TV Show") { row.isNothing = .video }
    if isSet("Disliked") { row.isNothing = .banned }
    return row
  }
}

/// Reads the value of a property list.
private struct PropertyListReader {
  private var xml: XMLReader
  private static let maxDepth = 32

  init(_ xml: XMLReader) { self.xml = xml }

  mutating func read() throws(ImportFormatError) -> JSONValue? {
    while let event = try xml.next() {
      if case .start(let name) = event { return try value(name, depth: 0) }
      if case .end = event { return nil }
    }
    return nil
  }

  private mutating func value(_ name: String, depth: Int) throws(ImportFormatError) -> JSONValue {
    guard depth < PropertyListReader.maxDepth else { throw .unknown }
    switch name {
    case "dict":
      var members: [String: JSONValue] = [:]
      var key = ""
      while case .start(let name) = try nextTag() {
        if name == "key" {
          key = try content()
        } else {
          members[key] = try value(name, depth: depth + 1)
        }
      }
      return .object(members)
    case "array":
      var elements: [JSONValue] = []
      while case .start(let name) = try nextTag() {
        elements.append(try value(name, depth: depth + 1))
      }
      return .array(elements)
    case "true", "false":
      _ = try content()
      return .bool(name == "true")
    case "integer":
      let text = try content()
      return Int(text.trimmed).map(JSONValue.integer) ?? .null
    case "data":
      _ = try content()
      return .null
    default: return .string(try content())
    }
  }

  /// The next start or end of an element.
  private mutating func nextTag() throws(ImportFormatError) -> XMLReader.Event {
    while let event = try xml.next() {
      if case .text = event { continue }
      return event
    }
    throw ImportFormatError("The property list is not complete")
  }

  /// The text of the current element, to its end.
  private mutating func content() throws(ImportFormatError) -> String {
    var text = ""
    while let event = try xml.next() {
      switch event {
      case .text(let more): text += more
      case .end: return text
      case .start: throw ImportFormatError("The property list has an element within a text")
      }
    }
    throw ImportFormatError("The property list is not complete")
  }
}
