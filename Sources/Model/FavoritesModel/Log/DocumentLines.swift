/// The lines of a document, without empty ones.
struct DocumentLines {
  /// A line, and its number, counted from 1; empty lines count.
  struct Element: Sendable {
    let number: Int
    var content: Content
  }

  enum Content: Sendable {
    case header(DocumentHeader)
    case change(FavoriteLine)
    /// A line without a checksum, until ``complete(addedAt:)``.
    case byHand(HandLine)
    case damaged(CorruptLine)
  }

  private(set) var all: [Element] = []
  /// The number of lines, including empty ones.
  private(set) var count = 0

  init(_ bytes: [UInt8]) {
    // Some editors insert a byte order mark.
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offset < bytes.count {
      let start = offset
      var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      offset = end + 1
      count += 1
      // The line ending may be that of another system.
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      if start < end { all.append(element(bytes, start..<end)) }
    }
  }

  /// A header in the middle is left over when two documents were concatenated.
  private static let headerStart = Array("{\"format\":".utf8)

  private func element(_ bytes: [UInt8], _ line: Range<Int>) -> Element {
    do throws(LineError) {
      guard line.count <= FavoriteLimits.maxLineBytes else { throw .tooLong }
      let isSealed = LineChecksum.isThere(bytes, line)
      if all.isEmpty || bytes[line].starts(with: DocumentLines.headerStart),
        let header = DocumentHeader(recognizing: bytes, line)
      {
        if header.version == DocumentHeader.current.version, isSealed {
          try LineChecksum.check(bytes, line)
        }
        return Element(number: count, content: .header(header))
      }
      guard isSealed else {
        return Element(number: count, content: .byHand(try HandLine(bytes, line)))
      }
      return Element(number: count, content: .change(try FavoriteLine(bytes, line)))
    } catch {
      return Element(number: count, damage: error, bytes: Array(bytes[line]))
    }
  }

  /// Completes the lines that were written by hand. The result depends on the bytes alone, except for the time
  /// of adding.
  ///
  /// - Returns: whether there were none.
  mutating func complete(addedAt now: Timestamp) -> Bool {
    var gaps = HandLine.Gaps(addedAt: now)
    var isComplete = true
    for line in all {
      switch line.content {
      case .change(let change): gaps.note(change.newest, change.rank)
      case .byHand(let line):
        gaps.note(line.newest, line.rank)
        isComplete = false
      case .header, .damaged: break
      }
    }
    if isComplete { return true }
    for index in all.indices {
      guard case .byHand(let line) = all[index].content else { continue }
      do throws(LineError) {
        all[index].content = .change(try line.completed(&gaps))
      } catch {
        all[index] = Element(number: all[index].number, damage: error, bytes: line.bytes)
      }
    }
    return false
  }
}

extension DocumentLines.Element {
  fileprivate init(number: Int, damage: LineError, bytes: [UInt8]) {
    self.number = number
    content = .damaged(CorruptLine(number: number, reason: damage, bytes: bytes))
  }
}

extension FavoriteLine {
  /// The rank that it sets.
  fileprivate var rank: FractionalIndex? {
    switch event {
    case .move(let rank, _): rank
    case .add(let record?), .state(let record): record.rankAt == .never ? nil : record.rank
    default: nil
    }
  }
}
