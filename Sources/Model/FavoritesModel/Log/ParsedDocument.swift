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
