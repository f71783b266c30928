/// A line that could not be used, and why. It is kept in a file beside the document.
package struct DamagedLine: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  package let reason: LineFault
  /// As it stands in the document, without its line feed.
  package let bytes: [UInt8]

  /// What is written into the file beside the document: when, where, why and what. Bytes that are
  /// no text are told as hexadecimal digits.
  package func text(setAsideAt moment: Moment) -> [UInt8] {
    var writer = LineWriter()
    writer.member("at", moment)
    writer.member("line", number)
    writer.member("reason", reason.description)
    if let text = String(validating: bytes, as: UTF8.self) {
      writer.member("text", text)
    } else {
      writer.member("hex", bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
    return writer.finished()
  }
}
