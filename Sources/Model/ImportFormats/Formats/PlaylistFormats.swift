import JSON
import MusicModel

/// Reads JSPF and XSPF.
enum PlaylistFormats {
  static func jspf(_ playlist: JSONValue, _ ids: LinkReader) -> ImportedFile {
    var file = ImportedFile(.jspf)
    for (index, track) in (playlist["track"]?.elements ?? []).enumerated() {
      // A text before 2024, a list since.
      func texts(_ name: String) -> [String] {
        track[name]?.elements?.compactMap(\.text) ?? track[name]?.text.map { [$0] } ?? []
      }
      var entry = PlaylistEntry()
      entry.title = track["title"]?.text ?? ""
      entry.creator = track["creator"]?.text ?? ""
      entry.album = track["album"]?.text ?? ""
      entry.durationMs = track["duration"]?.integer
      entry.trackNumber = track["trackNum"]?.integer
      entry.addresses = texts("identifier") + texts("location")
      var row = entry.row(index + 1, ids)
      let own = track["extension"]?["https://musicbrainz.org/doc/jspf#track"]
      row.added = ImportDates.added(own?["added_at"]?.text ?? "")
      if let artists = own?["artist_identifiers"]?.elements, artists.count == 1 {
        row.artistID = artists[0].text.flatMap { LinkReader.musicBrainz($0) }
      }
      row.note = track["annotation"]?.text
      file.add(row)
    }
    return file
  }

  /// Reads the tracks of XSPF, after the start of the playlist.
  static func xspf(
    _ xml: inout XMLReader,
    _ ids: LinkReader
  ) throws(ImportFormatError) -> ImportedFile {
    var file = ImportedFile(.xspf)
    var path: [String] = []
    var entry = PlaylistEntry()
    var number = 0
    while let event = try xml.next() {
      switch event {
      case .start(let name):
        guard path.count < 64 else { throw .unknown }
        path.append(name)
        if name == "track" { entry = PlaylistEntry() }
      case .text(let text):
        guard path.count >= 2, path[path.count - 2] == "track" else { continue }
        entry.set(path[path.count - 1], text.trimmed)
      case .end(let name):
        if path.last == name { path.removeLast() }
        guard name == "track" else { continue }
        number += 1
        file.add(entry.row(number, ids))
      }
    }
    return file
  }
}

/// A track of a playlist.
private struct PlaylistEntry {
  var title = ""
  var creator = ""
  var album = ""
  var annotation = ""
  var durationMs: Int?
  var trackNumber: Int?
  /// Identifiers, then locations.
  var addresses: [String] = []

  mutating func set(_ element: String, _ text: String) {
    guard !text.isEmpty else { return }
    switch element {
    case "title": title += text
    case "creator": creator += text
    case "album": album += text
    case "annotation": annotation += text
    case "duration": durationMs = Int(text)
    case "trackNum": trackNumber = Int(text)
    case "identifier", "location": addresses.append(text)
    default: break
    }
  }

  func row(_ number: Int, _ ids: LinkReader) -> ImportedRow {
    let found = addresses.compactMap { ids.id($0) }.filter { $0.kind != .chart }
    // A playlist of ours may have artists and albums, too.
    let kind = found.first?.kind ?? .song
    var row = ImportedRow(number, kind)
    row.ids = found.filter { $0.kind == kind }
    row.hasLink = row.ids.isEmpty && addresses.contains { LinkReader.isLink($0) }
    row.setNames(title, by: creator, on: kind == .song ? album : "")
    row.durationMs = durationMs.flatMap { $0 > 0 ? $0 : nil }
    row.trackNumber = trackNumber.flatMap { $0 > 0 ? $0 : nil }
    row.note = annotation.isEmpty ? nil : annotation
    if row.name.isEmpty, row.ids.isEmpty {
      let path = addresses.last ?? ""
      row.setNames(fromPath: path)
      if row.name.isEmpty {
        row.isNothing = LinkReader.isLink(path) ? .unknownLink : .localFile
        row.name = path
      }
    }
    if row.ids.isEmpty { row.splitName() }
    return row
  }
}
