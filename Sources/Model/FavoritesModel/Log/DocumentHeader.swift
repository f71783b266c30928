import JSON

/// The first line of a document: its format and version.
package struct DocumentHeader: Hashable, Sendable {
  package let version: Int

  package static let format = "musicbus-favorites"
  /// The version that this program writes.
  package static let current = DocumentHeader(version: 1)

  /// The line with its line feed.
  package var text: [UInt8] {
    var writer = LineWriter()
    writer.member("format", DocumentHeader.format)
    writer.member("version", version)
    return writer.finished()
  }

  /// Recognizes a header whatever its checksum: a newer version may use another one.
  package init?(recognizing bytes: [UInt8], _ range: Range<Int>) {
    var format: String?
    var version: Int?
    var cursor = JSONCursor(bytes, range, dialect: .document)
    do throws(JSONError) {
      try cursor.open(.object)
      while let (name, value) = try cursor.nextMember() {
        switch String(decoding: bytes[name], as: UTF8.self) {
        case "format": format = JSONText.string(bytes, value)
        case "version": version = JSONText.integer(bytes, value)
        default: break
        }
      }
    } catch {
      return nil
    }
    guard format == DocumentHeader.format, let version, version >= 0 else { return nil }
    self.version = version
  }

  package init(version: Int) { self.version = version }
}
