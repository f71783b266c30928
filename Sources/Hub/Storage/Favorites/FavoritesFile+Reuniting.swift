package import FavoritesModel
internal import HostKit

/// What came of uniting the document with what the hub knows.
package struct ExternalMerge: Sendable {
  /// What the file tells; the hub takes it in.
  package var lines: [FavoriteLine] = []
  /// The copy of what had been put in the document's place, where there was something.
  package var kept: String?
  /// Lines of it that could not be used, and the file that they were put into.
  package var damaged: [CorruptLine] = []
  package var damagedFile: String?
}

extension FavoritesFile {
  /// Unites the file, which is not as we left it, with what the hub knows, and writes both.
  ///
  /// `document` is all that the hub knows, with the changes that are waiting: they are on the disk
  /// afterwards.
  package mutating func reunite(
    _ document: FavoritesDocument,
    now: Timestamp
  ) throws(FavoritesFailure) -> ExternalMerge {
    abandonSuccession()
    try ensureLocked()
    guard let (bytes, status) = try readDocument(), !bytes.isEmpty else {
      try rewrite(document)
      return ExternalMerge()
    }
    let theirs = try parse(bytes, now)
    var reunion = ExternalMerge()
    reunion.lines = theirs.document.lines
    reunion.damaged = theirs.damaged
    var united = document
    united.merge(reunion.lines)
    if tellsAll(theirs, united) {
      try adopt(theirs)
      return reunion
    }
    if status != lastStatus {
      let path = place.other(now)
      try keep(bytes, at: path)
      reunion.kept = path
    }
    if !theirs.damaged.isEmpty {
      try setAside(theirs.damaged, now)
      reunion.damagedFile = place.damaged
    }
    try rewrite(united)
    return reunion
  }

  /// Whether the file can stay as it is.
  private func tellsAll(_ theirs: ParsedDocument, _ united: FavoritesDocument) -> Bool {
    theirs.version == DocumentHeader.current.version && theirs.damaged.isEmpty
      && theirs.document.compacted() == united.compacted()
  }
}
