internal import BusProtocol
internal import MusicModel

/// Shapes that several messages use (`common.schema.json`).
extension Shape {
  static let count = Shape.integer(0...WireForm.maxInteger)
  static let year = Shape.integer(1...9999)
  static let text = Shape.text(.filled)
  static let texts = Shape.list(text)
  static let anyText = Shape.text(Text(rule: "a string") { _ in true })
  static let name64 = Shape.text(.name64)
  static let id = Shape.text(
    Text(rule: "an id of the form namespace:type:value") { EntityID($0) != nil }
  )
  static let date = Shape.text(
    Text(rule: "a date such as 1980, 1980-06 or 1980-06-09") { text in
      PartialDate(text).map { "\($0)" == text } ?? false
    }
  )
  static let country = Shape.text(
    Text(rule: "a two-letter country code in lower case") { isWord($0, 2...2) }
  )
  static let errorCode = Shape.text(
    Text(rule: "an upper-case code, such as INTERNAL") { code in
      (2...64).contains(code.utf8.count) && code.utf8.first.map(isCapital) == true
        && code.utf8.allSatisfy { isCapital($0) || isDigit($0) || $0 == 0x5F }
    }
  )
  static let version = Shape.text(
    Text(rule: "a version such as 1.0") { ProtocolVersion($0) != nil }
  )
  static let links = Shape.map(names: .filled, text)
  /// Request counts by upstream.
  static let requests = Shape.map(names: .filled, count)

  static func choice(_ values: [String]) -> Shape {
    .text(Text(rule: values.joined(separator: " or ")) { values.contains($0) })
  }

  private static func isWord(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Shape.Text {
  static let filled = Shape.Text(rule: "a non-empty string") { !$0.isEmpty }

  static let name64 = Shape.Text(rule: "1 to 64 bytes") { (1...64).contains($0.utf8.count) }

  static let method = Shape.Text(rule: "a method such as artists.search") { name in
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && parts.count > 1
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
              || byte == 0x5F
          }
      }
  }
}
