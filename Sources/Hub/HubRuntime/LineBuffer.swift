/// Splits the output of a process into lines, and retains the last ones.
struct LineBuffer {
  /// A longer line is cut here.
  static let maxLineBytes = 4096
  static let maxLines = 64

  private var rest: [UInt8] = []
  private(set) var last: [String] = []

  /// Takes in bytes and gives the lines that they complete.
  mutating func add(_ bytes: [UInt8]) -> [String] {
    rest += bytes
    var lines: [String] = []
    var start = 0
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(LineBuffer.text(rest[start..<end]))
      start = end + 1
    }
    rest.removeFirst(start)
    if rest.count > LineBuffer.maxLineBytes {
      lines.append(LineBuffer.text(rest[...]))
      rest.removeAll()
    }
    last = (last + lines).suffix(LineBuffer.maxLines)
    return lines
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(maxLineBytes), as: UTF8.self)
  }
}
