/// A line that could not be used, and why. It is kept in a file beside the document.
package struct CorruptLine: Hashable, Sendable {
  /// Counted from 1.
  package var number: Int
  package let reason: LineFault
  /// As it stands in the document, without its line feed.
  package let bytes: [UInt8]

  /// What is written into the file beside the document: when, where, why and what. Bytes that are
  /// no text are told as hexadecimal digits.
  package func text(setAsideAt moment: Timestamp) -> [UInt8] {
    var writer = LineWriter()
    writer.member("at", moment)
    writer.member("line", number)
    writer.member("reason", reason.description)
    writer.members(json: payload)
    return writer.finished()
  }

  /// The line itself, as a member of what is written; by it one is known that was set aside
  /// before.
  package var payload: [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return Array("\"hex\":\"\(hex.joined())\"".utf8)
    }
    return Array("\"text\":".utf8) + JSONText.quoted(text)
  }

  /// The payloads of all lines that were set aside in this file.
  package static func payloads(_ file: [UInt8]) -> Set<[UInt8]> {
    var payloads: Set<[UInt8]> = []
    for line in file.split(separator: 0x0A) {
      var scanner = JSONScanner(file, line.startIndex..<line.endIndex)
      do throws(JSONScanner.Fault) {
        try scanner.open("{")
        while let (name, value) = try scanner.nextMember() {
          guard ["text", "hex"].contains(String(decoding: file[name], as: UTF8.self)) else {
            continue
          }
          payloads.insert(Array(file[name.lowerBound - 1..<value.upperBound]))
        }
      } catch {
        // A torn line tells nothing.
        continue
      }
    }
    return payloads
  }
}
