/// The lines of a document, without empty ones.
package struct DocumentLines: Sequence, IteratorProtocol {
  /// A line, and its number, counted from 1; empty lines count.
  package struct Element: Sendable {
    let number: Int
    let content: Content
  }

  package enum Content: Sendable {
    case header(DocumentHeader)
    case change(FavoriteLine)
    case damaged(CorruptLine)
  }

  private let bytes: [UInt8]
  private var offset: Int
  /// The number of lines so far, including empty ones.
  private(set) var number = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Some editors insert a byte order mark.
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  package mutating func next() -> Element? {
    while let line = nextLine() {
      guard !line.isEmpty else { continue }
      defer { isHeaderDue = false }
      return Element(number: number, content: content(line))
    }
    return nil
  }

  private var isHeaderDue = true

  private func content(_ line: Range<Int>) -> Content {
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
    var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    offset = end + 1
    number += 1
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}
