/// What the bytes of a document hold.
package struct FavoritesReading: Sendable {
  package var document: FavoritesDocument
  /// By whose rules it is written.
  package private(set) var version = DocumentHeader.current.version
  package private(set) var damaged: [DamagedLine] = []
  /// Those that could be used.
  package private(set) var lineCount = 0
  /// Where the last line has no end, the next one must not be put behind it.
  package let endsWithLineFeed: Bool
  private var hasHeader = false

  /// Reads a document. Lines that cannot be used are told of, and all others are there.
  ///
  /// `now` and `random` make the ids of favourites in an older version, which had none.
  package init(
    _ bytes: [UInt8],
    now: Moment,
    using random: inout some RandomNumberGenerator,
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) throws(DocumentRefusal) {
    document = FavoritesDocument(fold: fold)
    endsWithLineFeed = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    guard bytes.count <= FavoriteLimits.documentBytesMax else { throw .tooLarge(bytes.count) }
    for line in DocumentLines(bytes) {
      switch line {
      case .header(let header):
        guard header.version <= DocumentHeader.current.version else {
          throw .newerVersion(header.version)
        }
        if header.version == 0 {
          readHandwritten(bytes, now: now, using: &random)
          return
        }
        hasHeader = true
      case .change(let line):
        lineCount += 1
        document.take(line)
      case .damaged(let line): damaged.append(line)
      }
    }
    guard hasHeader || lineCount > 0 || damaged.isEmpty else { throw .notFavorites }
    document.rebuild()
  }

  /// Version 0: a header, and then one entity, or one line of an export, after the other.
  private mutating func readHandwritten(
    _ bytes: [UInt8],
    now: Moment,
    using random: inout some RandomNumberGenerator
  ) {
    version = 0
    let rows = FavoritesImport(jsonLines: bytes)
    let answer = document.bringIn(rows.items, now: now, using: &random)
    if let change = answer.change { document.settle(upTo: change.at) }
    lineCount = rows.items.count
    damaged = rows.refused.map { refused in
      DamagedLine(number: refused.number, reason: LineFault(refused.reason), bytes: refused.bytes)
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
