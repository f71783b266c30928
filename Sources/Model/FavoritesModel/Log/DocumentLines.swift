/// The lines of a document, without empty ones.
package struct DocumentLines: Sequence, IteratorProtocol {
  package enum Element: Sendable {
    case header(DocumentHeader)
    case change(FavoriteLine)
    case damaged(CorruptLine)
  }

  private let bytes: [UInt8]
  private var offset: Int
  /// The number of lines so far, including empty ones.
  private(set) var number = 0
  private var isHeaderDue: Bool

  /// The lines of a document, or of a chunk that does not start with its header.
  package init(_ bytes: [UInt8], isBeginning: Bool = true) {
    self.bytes = bytes
    isHeaderDue = isBeginning
    // Some editors insert a byte order mark.
    offset = isBeginning && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The range of the lines that start within a part of a document. Adjacent parts yield each line once.
  static func range(of bytes: [UInt8], beginningIn part: Range<Int>) -> Range<Int> {
    func lineStart(from offset: Int) -> Int {
      guard offset > 0 else { return 0 }
      return lineFeed(in: bytes, from: offset - 1).map { $0 + 1 } ?? bytes.count
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
    do throws(LineError) {
      guard line.count <= FavoriteLimits.maxLineBytes else {
        throw LineError("it has more than \(FavoriteLimits.maxLineBytes) bytes")
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

  /// A header in the middle is left over when two documents were concatenated.
  private static let headerStart = Array("{\"format\":".utf8)

  /// The next line without its line ending, which may be that of another system.
  private mutating func nextLine() -> Range<Int>? {
    guard offset < bytes.count else { return nil }
    let start = offset
    var end = DocumentLines.lineFeed(in: bytes, from: start) ?? bytes.count
    offset = end + 1
    number += 1
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Searches eight bytes per step, because lines are long.
  private static func lineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      var offset = start
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ ones &* 0x0A
        // Bytes that were a line feed are 0 now; only they, and bytes above them, match.
        if (word &- ones) & ~word & ones << 7 != 0 { break }
        offset += 8
      }
      return bytes[offset...].firstIndex(of: 0x0A)
    }
  }
}
