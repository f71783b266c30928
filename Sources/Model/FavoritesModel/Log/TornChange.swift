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
