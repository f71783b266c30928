package import FavoritesModel
internal import HostKit

/// The result of merging the document with the hub's state.
package struct ExternalMerge: Sendable {
  /// The lines of the file, for the hub to apply.
  package var lines: [FavoriteLine] = []
  /// The path of the copy of the external version, if one was made.
  package var copy: String?
  /// Lines of it that could not be used, and the file that they were put into.
  package var damaged: [CorruptLine] = []
  package var damagedFile: String?
}

extension FavoritesFile {
  /// Merges the externally changed file with the hub's state, and writes the result.
  ///
  /// `document` is the state of the hub with its pending changes, which are durable afterwards.
  package mutating func mergeExternalChanges(
    _ document: FavoritesDocument,
    now: Timestamp
  ) throws(FavoritesFailure) -> ExternalMerge {
    abandonSwap()
    try ensureLocked()
    guard let (bytes, status) = try readDocument(), !bytes.isEmpty else {
      try rewrite(document)
      return ExternalMerge()
    }
    let theirs = try parse(bytes, now)
    var merge = ExternalMerge()
    merge.lines = theirs.document.lines
    merge.damaged = theirs.damaged
    var merged = document
    merged.merge(merge.lines)
    if isCurrent(theirs, merged) {
      try adopt(theirs)
      return merge
    }
    if status != lastStatus {
      let path = paths.other(now)
      try saveCopy(bytes, at: path)
      merge.copy = path
    }
    if !theirs.damaged.isEmpty {
      try moveAside(theirs.damaged, now)
      merge.damagedFile = paths.damaged
    }
    try rewrite(merged)
    return merge
  }

  /// Whether the file can remain unchanged.
  private func isCurrent(_ theirs: ParsedDocument, _ merged: FavoritesDocument) -> Bool {
    theirs.version == DocumentHeader.current.version && theirs.damaged.isEmpty
      && theirs.document.compacted() == merged.compacted()
  }
}
