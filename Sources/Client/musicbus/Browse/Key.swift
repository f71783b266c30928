/// A key of the keyboard.
enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, backspace, tab, escape
  /// Ctrl with a letter, such as `c`.
  case control(Character)

  /// The keys that a terminal has sent.
  ///
  /// The start of a character or of an escape sequence remains in `bytes`: over a network, they may arrive in
  /// parts. With `isComplete`, nothing follows, and Escape was pressed.
  static func keys(from bytes: inout [UInt8], isComplete: Bool = false) -> [Key] {
    var keys: [Key] = []
    while let first = bytes.first {
      if first == 0x1B {
        guard isComplete || !isStartOfSequence(bytes) else { break }
        if let key = escapeSequence(&bytes) { keys.append(key) }
      } else if first < 0x20 || first == 0x7F {
        bytes.removeFirst()
        keys.append(control(first))
      } else {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard bytes.count >= length else { break }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        bytes.removeFirst(length)
        if let character = text.first { keys.append(.character(character)) }
      }
    }
    return keys
  }

  /// Whether more bytes may belong to the escape sequence at the start.
  private static func isStartOfSequence(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return true }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return false }
    let rest = bytes.dropFirst(2)
    // The Linux console sends `ESC [ [ letter`.
    let isLong = rest.first == UInt8(ascii: "[")
    let hasEnd = (isLong ? rest.dropFirst() : rest).contains { (0x40...0x7E).contains($0) }
    return !hasEnd && bytes.count < maxSequenceBytes
  }

  private static let maxSequenceBytes = 16

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    default: .control(Character(Unicode.Scalar(byte + 0x60)))
    }
  }

  /// Removes `ESC [ … letter`, `ESC O letter`, or a single ESC; `nil` for a key without a meaning.
  private static func escapeSequence(_ bytes: inout [UInt8]) -> Key? {
    bytes.removeFirst()
    guard let kind = bytes.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O"),
      let end = bytes.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0) })
    else { return .escape }
    // The Linux console sends `ESC [ [ letter` for F1 to F5.
    let isLong = bytes[end] == UInt8(ascii: "[") && end + 1 < bytes.count
    let text = String(decoding: bytes[1...end], as: UTF8.self)
    bytes.removeSubrange(...(isLong ? end + 1 : end))
    return sequences[text]
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "5~": .pageUp,
    "6~": .pageDown, "1~": .home, "4~": .end,
  ]
}
