/// Reads plain JSON from bytes that are known to be UTF-8. Whatever it does not take it leaves where it
/// is.
package struct FastJSONReader {
  private let bytes: [UInt8]
  package private(set) var place: Int

  package init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
    self.place = place
    skipSpaces()
  }

  package var isAtEnd: Bool { place == bytes.count }

  /// Takes a sign or word, and the spaces behind it.
  package mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard isNext(word, count) else { return false }
    place += count
    skipSpaces()
    return true
  }

  /// Takes a name and the colon behind it, where that is the next.
  mutating func takeName(_ name: StaticString) -> Bool {
    let start = place
    let end = start + name.utf8CodeUnitCount + 1
    guard end < bytes.count, bytes[start] == UInt8(ascii: "\""), bytes[end] == UInt8(ascii: "\"")
    else { return false }
    place += 1
    guard isNext(name, name.utf8CodeUnitCount) else {
      place = start
      return false
    }
    place = end + 1
    skipSpaces()
    if take(":") { return true }
    place = start
    return false
  }

  private func isNext(_ word: StaticString, _ count: Int) -> Bool {
    guard place + count <= bytes.count else { return false }
    return word.withUTF8Buffer { word in
      for index in 0..<count where bytes[place + index] != word[index] { return false }
      return true
    }
  }

  /// A text, of whose escapes only those of quotes, strokes and slashes are known.
  package mutating func text() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") { return escapedText(from: start, plainTo: end) }
      guard bytes[end] >= 0x20 else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    place = end + 1
    skipSpaces()
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func escapedText(from start: Int, plainTo end: Int) -> String? {
    var text = Array(bytes[start..<end])
    var end = end
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 1
        guard end < bytes.count,
          [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(bytes[end])
        else { return nil }
      }
      guard bytes[end] >= 0x20 else { return nil }
      text.append(bytes[end])
      end += 1
    }
    guard end < bytes.count else { return nil }
    place = end + 1
    skipSpaces()
    return String(decoding: text, as: UTF8.self)
  }

  /// A whole number of at most fifteen digits.
  mutating func integer() -> Int? {
    let start = place
    guard let digits = digits(), digits.count <= 16, !isNext(".", 1), let number = Int(digits)
    else {
      place = start
      return nil
    }
    skipSpaces()
    return number
  }

  /// A number without an exponent, of at most fifteen digits before and behind its point.
  mutating func number() -> Double? {
    let start = place
    guard var text = digits(), text.count <= 16 else { return nil }
    if isNext(".", 1) {
      let point = place
      place += 1
      while place < bytes.count, isDigit(bytes[place]) { place += 1 }
      guard (2...16).contains(place - point) else {
        place = start
        return nil
      }
      text += String(decoding: bytes[point..<place], as: UTF8.self)
    }
    guard !isNext("e", 1), !isNext("E", 1), let number = Double(text) else {
      place = start
      return nil
    }
    skipSpaces()
    return number
  }

  /// A minus, perhaps, and digits as JSON writes them.
  private mutating func digits() -> String? {
    let start = place
    if isNext("-", 1) { place += 1 }
    let first = place
    while place < bytes.count, isDigit(bytes[place]) { place += 1 }
    guard place > first, bytes[first] != UInt8(ascii: "0") || place == first + 1,
      !isNext("e", 1), !isNext("E", 1)
    else {
      place = start
      return nil
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Goes past one value without reading it. That it is well formed is left to whoever reads it.
  package mutating func skipValue() -> Bool {
    var depth = 0
    repeat {
      guard place < bytes.count else { return false }
      switch bytes[place] {
      case UInt8(ascii: "\""): guard skipText() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
      default: place += 1
      }
    } while depth > 0 || !isBehindValue
    return depth == 0
  }

  private mutating func skipText() -> Bool {
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    return place <= bytes.count
  }

  private var isBehindValue: Bool {
    place == bytes.count || isNext(",", 1) || isNext("}", 1) || isNext("]", 1)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func skipSpaces() {
    while place < bytes.count, bytes[place] <= 0x20 {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }
}
