internal import MusicModel

/// What the bytes of a document hold.
package struct ParsedDocument: Sendable {
  package var document: FavoritesDocument
  /// By whose rules it is written.
  package private(set) var version = DocumentHeader.current.version
  package private(set) var damaged: [CorruptLine] = []
  /// Those that could be used.
  package private(set) var lineCount = 0
  /// Where the last line has no end, the next one must not be put behind it.
  package let endsWithLineFeed: Bool
  private var hasHeader = false

  /// Reads a document. Lines that cannot be used are told of, and all others are there.
  ///
  /// `now` is when those were added that do not tell it. Workers read the lines in pieces; the
  /// outcome is the same with any number of them.
  package init(
    _ bytes: [UInt8],
    now: Timestamp,
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() },
    workers: any Workers = SerialWorker()
  ) throws(DocumentRefusal) {
    document = FavoritesDocument(fold: fold)
    endsWithLineFeed = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    guard bytes.count <= FavoriteLimits.documentBytesMax else { throw .tooLarge(bytes.count) }
    let pieces = workers.inChunks(of: bytes.count) { Piece(bytes, beginningIn: $0) }
    document.expect(pieces.reduce(0) { $0 + $1.lines.count })
    var number = 0
    for piece in pieces {
      for line in piece.lines {
        switch line {
        case .header(let header):
          guard header.version <= DocumentHeader.current.version else {
            throw .newerVersion(header.version)
          }
          if header.version == 0 {
            readHandwritten(bytes, now: now)
            return
          }
          hasHeader = true
        case .change(let line):
          lineCount += 1
          document.take(line)
        case .damaged(var line):
          line.number += number
          damaged.append(line)
        }
      }
      number += piece.count
    }
    guard hasHeader || lineCount > 0 || damaged.isEmpty else { throw .notFavorites }
    document.rebuild(by: workers)
  }

  /// What one worker has read.
  private struct Piece: Sendable {
    var lines: [DocumentLines.Element] = []
    /// The empty lines included.
    let count: Int

    init(_ document: [UInt8], beginningIn part: Range<Int>) {
      let place = DocumentLines.range(of: document, beginningIn: part)
      // Lines keep the bytes that they stand in. Cores that counted the uses of the same array
      // would hold each other up.
      let bytes = place.count == document.count ? document : Array(document[place])
      var reader = DocumentLines(bytes, isBeginning: place.lowerBound == 0)
      while let line = reader.next() { lines.append(line) }
      count = reader.number
    }
  }

  /// Version 0: a header, and then one entity, or one line of an export, after the other.
  ///
  /// Ids are made of what the lines hold, so that reading twice gives the same favourites.
  private mutating func readHandwritten(_ bytes: [UInt8], now: Timestamp) {
    version = 0
    let rows = FavoritesImport(jsonLines: bytes)
    let items = rows.items.map { item in
      var item = item
      var random = SeededRandom(IdentifierHash.of(item.content.entityText))
      item.fav = item.fav ?? FavoriteID(at: item.added ?? .never, using: &random)
      return item
    }
    var unused = SeededRandom(0)
    let answer = document.bringIn(items, now: now, using: &unused)
    if let change = answer.change { document.settle(upTo: change.at) }
    // Nothing of this was done by the user just now.
    document.history = UndoHistory()
    lineCount = items.count
    damaged = rows.refused.map { refused in
      CorruptLine(number: refused.number, reason: LineFault(refused.reason), bytes: refused.bytes)
    }
  }
}

/// Why a document is not opened. It is left as it is.
package enum DocumentRefusal: Error, Hashable, Sendable {
  /// A newer version of MusicBus has written it.
  case newerVersion(Int)
  /// It is something else.
  case notFavorites
  /// It has so many bytes.
  case tooLarge(Int)
}
