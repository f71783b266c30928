package import FavoritesModel
internal import Glibc
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
  /// How often the file is read again because another program has changed it meanwhile.
  private static let maxReadings = 100

  /// Merges the externally changed file with the hub's state, and writes the result.
  ///
  /// `document` is the state of the hub with its pending changes, which are durable afterwards.
  package mutating func mergeExternalChanges(
    _ document: FavoritesDocument,
    now: Timestamp
  ) throws(FavoritesFailure) -> ExternalMerge {
    try ensureLocked()
    var merge = ExternalMerge()
    for _ in 0..<FavoritesFile.maxReadings where try mergeFile(into: document, now, &merge) {
      return merge
    }
    throw .unwritable(paths.path, SystemError("replace \(paths.path)", code: EBUSY))
  }

  /// - Returns: Whether the file is complete; otherwise it must be read again.
  private mutating func mergeFile(
    into document: FavoritesDocument,
    _ now: Timestamp,
    _ merge: inout ExternalMerge
  ) throws(FavoritesFailure) -> Bool {
    do throws(SystemError) {
      _ = try addLateLines()
    } catch {
      throw .writing(paths.path, error)
    }
    let read = try readDocument()
    let version = read.map { Version(status: $0.status, unfinishedLine: $0.bytes.unfinishedLine) }
    guard let read, !read.bytes.isEmpty else { return try rewrite(document, over: version) }
    let theirs = try parse(read.bytes, now)
    merge.lines = theirs.document.lines
    var merged = document
    merged.merge(merge.lines)
    let isCurrent =
      theirs.version == DocumentHeader.current.version
      && theirs.document.compacted() == merged.compacted()
    if isCurrent, theirs.damaged.isEmpty, theirs.isComplete {
      try adopt(theirs, read.status)
      return true
    }
    if isCurrent, document.lastPending == nil, mayBeUnfinished(theirs, read.status) { return true }
    if merge.copy == nil, read.status != lastStatus {
      let path = paths.other(now)
      try saveCopy(read.bytes, at: path)
      merge.copy = path
    }
    if !theirs.damaged.isEmpty {
      try moveAside(theirs.damaged, now)
      merge.damaged += theirs.damaged
      merge.damagedFile = paths.damaged
    }
    return try rewrite(merged, over: version)
  }

  /// Whether another program may still be writing the last line, which is the only corrupt one.
  ///
  /// If nothing must be written, the file is left alone until it is found unchanged.
  private mutating func mayBeUnfinished(_ theirs: ParsedDocument, _ status: FileStatus) -> Bool {
    guard theirs.damaged.count == 1, theirs.damaged.first?.number == theirs.lastLineNumber,
      !theirs.endsWithLineFeed, status != unfinishedStatus
    else { return false }
    unfinishedStatus = status
    lastStatus = status
    return true
  }
}
