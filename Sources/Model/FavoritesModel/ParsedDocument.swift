internal import JSON
internal import MusicModel

/// A parsed favourites file.
package struct ParsedDocument: Sendable {
  package var document: FavoritesDocument
  /// The format version of the file.
  package private(set) var version = DocumentHeader.current.version
  package private(set) var damaged: [CorruptLine] = []
  /// The number of valid lines.
  package private(set) var lineCount = 0
  /// The number of the last line, counted from 1; empty ones count.
  package private(set) var lastLineNumber = 0
  /// Whether no line was written by hand. What such lines lack depends on the file, so it must be rewritten
  /// before it is changed.
  package private(set) var isComplete = true
  /// Whether the last line is complete; otherwise a line feed must precede the next one.
  package let endsWithLineFeed: Bool
  /// The snapshots before a refresh that changed the name, of each favourite the first.
  private(set) var renamed: [FavoriteID: FavoriteContent] = [:]
  private var hasHeader = false

  /// Parses a document, collecting corrupt lines and keeping all others.
  ///
  /// Favourites that a hand has added without a time get `now` as the time of adding.
  package init(
    _ bytes: [UInt8],
    now: Timestamp,
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) throws(DocumentError) {
    document = FavoritesDocument(fold: fold)
    endsWithLineFeed = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    guard bytes.count <= FavoriteLimits.maxDocumentBytes else { throw .tooLarge(bytes.count) }
    var lines = DocumentLines(bytes)
    lastLineNumber = lines.count
    let torn = TornChange(lines.all, endsWithLineFeed: endsWithLineFeed)
    isComplete = lines.complete(addedAt: now)
    document.reserve(lines.all.count)
    for line in lines.all {
      switch line.content {
      case .header(let header):
        guard header.version <= DocumentHeader.current.version else {
          throw .newerVersion(header.version)
        }
        if header.version == 0 {
          readHandwritten(bytes, now: now)
          return
        }
        hasHeader = true
      case .change(let change) where torn.contains(change):
        damaged.append(
          CorruptLine(
            number: line.number,
            reason: LineError("the other lines of its change are missing"),
            bytes: change.text.dropLast()
          )
        )
      case .change(let change):
        lineCount += 1
        noteName(change)
        document.take(change)
      // None is left.
      case .byHand: break
      case .damaged(let line): damaged.append(line)
      }
    }
    guard hasHeader || lineCount > 0 || damaged.isEmpty else { throw .notFavorites }
    document.rebuild()
  }

  private mutating func noteName(_ line: FavoriteLine) {
    guard case .refresh(let new) = line.event, renamed[line.fav] == nil,
      let old = document.record(line.fav)?.content, old.nameText != new.nameText
    else { return }
    renamed[line.fav] = old
  }

  /// Parses version 0: a header followed by one entity or exported object per line.
  ///
  /// Ids derive from the content, so that reading twice gives the same favourites.
  private mutating func readHandwritten(_ bytes: [UInt8], now: Timestamp) {
    version = 0
    let rows = FavoritesImport(jsonLines: bytes)
    let items = rows.items.map { item in
      var item = item
      let text = String(decoding: item.content.entityText, as: UTF8.self)
      item.fav = item.fav ?? FavoriteID(at: item.added ?? .never, from: text)
      return item
    }
    var unused = SeededRandom(0)
    let outcome = document.importRows(items, now: now, using: &unused)
    if let change = outcome.change { document.settle(upTo: change.at) }
    // The user did not make these changes just now.
    document.history = UndoHistory()
    lineCount = items.count
    damaged = rows.refused.map { refused in
      CorruptLine(number: refused.number, reason: LineError(refused.reason), bytes: refused.bytes)
    }
  }
}

/// The reason why a document is not opened. It stays untouched.
package enum DocumentError: Error, Hashable, Sendable {
  /// A newer version of MusicBus wrote it.
  case newerVersion(Int)
  /// It is not a favourites document.
  case notFavorites
  /// It has too many bytes.
  case tooLarge(Int)
}

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
    indirect case byHand(HandLine)
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
        if header.version <= DocumentHeader.current.version, isSealed {
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

/// The first line of a document: its format and version.
package struct DocumentHeader: Hashable, Sendable {
  package let version: Int

  package static let format = "musicbus-favorites"
  /// The version that this program writes.
  package static let current = DocumentHeader(version: 1)

  /// The line with its line feed.
  package var text: [UInt8] {
    var writer = LineWriter()
    writer.member("format", DocumentHeader.format)
    writer.member("version", version)
    return writer.finished()
  }

  /// Recognizes a header whatever its checksum: a newer version may use another one.
  package init?(recognizing bytes: [UInt8], _ range: Range<Int>) {
    var format: String?
    var version: Int?
    var cursor = JSONCursor(bytes, range, dialect: .document)
    do throws(JSONError) {
      try cursor.open(.object)
      while let (name, value) = try cursor.nextMember() {
        switch String(decoding: bytes[name], as: UTF8.self) {
        case "format": format = JSONText.string(bytes, value)
        case "version": version = JSONText.integer(bytes, value)
        default: break
        }
      }
    } catch {
      return nil
    }
    guard format == DocumentHeader.format, let version, version >= 0 else { return nil }
    self.version = version
  }

  package init(version: Int) { self.version = version }
}

/// The last change of a document, if only some of its lines are there.
///
/// The writer was killed while it wrote them, and never reported them. Only the last change can be torn: an
/// earlier one that lacks a line has lost it later, so its other lines count.
struct TornChange {
  private let at: Timestamp?

  /// `lines` are all lines of a document. Its last one may end without a line feed.
  init(_ lines: [DocumentLines.Element], endsWithLineFeed: Bool) {
    let newest = lines.reversed().lazy.compactMap { line in
      if case .change(let line) = line.content { line } else { nil as FavoriteLine? }
    }.first
    guard let newest, newest.changeCount > 1 else {
      at = nil
      return
    }
    var known: Set<FavoriteLine> = []
    var corruptCount = 0
    for line in lines {
      switch line.content {
      case .change(let line) where line.at == newest.at: known.insert(line)
      case .damaged: corruptCount += 1
      case .byHand(let line): if line.isOfChange(newest.at) { corruptCount += 1 }
      // Corrupt lines before this one are of an earlier change.
      case .change, .header: if known.isEmpty { corruptCount = 0 }
      }
    }
    // A line without its end is torn, not corrupt.
    if !endsWithLineFeed, case .damaged? = lines.last?.content, corruptCount > 0 {
      corruptCount -= 1
    }
    at = known.count + corruptCount < newest.changeCount ? newest.at : nil
  }

  func contains(_ line: FavoriteLine) -> Bool { line.changeCount > 1 && line.at == at }
}
