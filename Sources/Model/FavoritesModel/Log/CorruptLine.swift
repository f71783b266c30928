import JSON
import MusicModel

/// A line that could not be used, with the reason. It is saved in a file next to the document.
package struct CorruptLine: Hashable, Sendable {
  /// The line number, counted from 1.
  package let number: Int
  package let reason: LineError
  /// The bytes of the line without its line feed.
  package let bytes: [UInt8]

  /// The entry in the file next to the document: time, line, reason and content. Bytes that are not text
  /// are written in hexadecimal.
  package func text(movedAsideAt moment: Timestamp) -> [UInt8] {
    var writer = LineWriter()
    writer.member("at", moment)
    writer.member("line", number)
    writer.member("reason", reason.description)
    writer.members(json: payload)
    return writer.finished()
  }

  /// The content as a member of the entry; it identifies lines that were moved aside before.
  package var payload: [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return Array("\"hex\":\"\(bytes.hexadecimal)\"".utf8)
    }
    var writer = JSONWriter()
    writer.name("text")
    writer.add(text: text)
    return writer.bytes
  }

  /// The payloads of all entries in such a file.
  package static func payloads(_ file: [UInt8]) -> Set<[UInt8]> {
    var payloads: Set<[UInt8]> = []
    for line in file.split(separator: 0x0A) {
      var cursor = JSONCursor(file, line.startIndex..<line.endIndex, dialect: .document)
      do throws(JSONError) {
        try cursor.open(.object)
        while let (name, value) = try cursor.nextMember() {
          guard ["text", "hex"].contains(String(decoding: file[name], as: UTF8.self)) else {
            continue
          }
          payloads.insert(Array(file[name.lowerBound - 1..<value.upperBound]))
        }
      } catch {
        // A torn entry has no payload.
        continue
      }
    }
    return payloads
  }
}
