/// Goes through the bytes of a document line by line. Empty lines are nothing; whatever else is
/// there comes out as something.
package struct DocumentLines: Sequence, IteratorProtocol {
  package enum Element: Sendable {
    case header(DocumentHeader)
    case change(FavoriteLine)
    case damaged(CorruptLine)
  }

  private let bytes: [UInt8]
  private var place: Int
  /// Lines so far, the empty ones included.
  private(set) var number = 0
  private var isHeaderDue: Bool

  /// The lines of a document, or of a piece of one that does not begin with its header.
  package init(_ bytes: [UInt8], isBeginning: Bool = true) {
    self.bytes = bytes
    isHeaderDue = isBeginning
    // Some editors put a mark before the text.
    place = isBeginning && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Where the lines stand that begin in a part of a document. Parts that cover it have all its
  /// lines, each once.
  static func range(of bytes: [UInt8], beginningIn part: Range<Int>) -> Range<Int> {
    func lineStart(from place: Int) -> Int {
      guard place > 0 else { return 0 }
      return lineFeed(in: bytes, from: place - 1).map { $0 + 1 } ?? bytes.count
    }
    return lineStart(from: part.lowerBound)..<lineStart(from: part.upperBound)
  }

  package mutating func next() -> Element? {
    while let line = nextLine() {
      guard !line.isEmpty else { continue }
      return element(line)
    }
    return nil
  }

  private mutating func element(_ line: Range<Int>) -> Element {
    defer { isHeaderDue = false }
    do throws(LineFault) {
      guard line.count <= FavoriteLimits.lineBytesMax else {
        throw LineFault("it has more than \(FavoriteLimits.lineBytesMax) bytes")
      }
      if isHeaderDue || bytes[line].starts(with: DocumentLines.headerStart),
        let header = DocumentHeader(recognizing: bytes, line)
      {
        if header.version == DocumentHeader.current.version {
          try LineChecksum.check(bytes, line)
        }
        return .header(header)
      }
      return .change(try FavoriteLine(bytes, line))
    } catch {
      return .damaged(CorruptLine(number: number, reason: error, bytes: Array(bytes[line])))
    }
  }

  /// A header in the middle is what stays when somebody has put two documents into one file.
  private static let headerStart = Array("{\"format\":".utf8)

  /// The next line without its end, which may be that of another system.
  private mutating func nextLine() -> Range<Int>? {
    guard place < bytes.count else { return nil }
    let start = place
    var end = DocumentLines.lineFeed(in: bytes, from: start) ?? bytes.count
    place = end + 1
    number += 1
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Looks at eight bytes at once: there is a hundred times more text than there are lines.
  private static func lineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      var place = start
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ ones &* 0x0A
        // Bytes that were a line feed are 0 now; only they, and bytes above them, show here.
        if (word &- ones) & ~word & ones << 7 != 0 { break }
        place += 8
      }
      return bytes[place...].firstIndex(of: 0x0A)
    }
  }
}
