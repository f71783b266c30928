internal import FavoritesModel
internal import HostKit

/// A compacted document that is written beside the current one.
///
/// Compacting 100,000 favourites takes long, and no change may wait for it. So another thread does
/// it on a copy: first the document up to a point, then the lines appended meanwhile. From then on
/// every change goes into both files until the new name is durable: a change waits for one more
/// sync at most.
struct CompactedFile {
  let file: OpenFileHandle
  /// The document that it was made of.
  let generation: Int
  /// The extent of that document that it contains, in bytes and lines.
  var sourceSize: Int
  let sourceLineCount: Int
  let lineCount: Int
}

/// The phase of a compaction.
enum CompactionPhase {
  case none
  /// The new file gets every line, but does not have its final name.
  case following(FavoritesFile.OpenDocument, lineCount: Int, sourceLineCount: Int)
  /// It is the document; the old file gets every line too, until the new name is durable.
  case replaced(predecessor: OpenFileHandle)
}

extension FavoritesFile {
  /// Whether the file has more than twice the lines that it needs.
  package var wantsCompaction: Bool { lineCount > 2 * compactLineCount + 1000 }

  /// Attaches a draft, which gets every line from now on. It must be almost up to date.
  ///
  /// - Returns: whether the document is still the one that was compacted.
  mutating func attach(_ draft: CompactedFile) throws(FavoritesFailure) -> Bool {
    guard case .none = compaction, let current, draft.generation == generation,
      try isUnchanged(current)
    else { return false }
    do throws(SystemError) {
      let tail = try files.read(
        current.file,
        from: draft.sourceSize,
        count: current.status.size - draft.sourceSize
      )
      try files.appendAll(draft.file, tail)
      let successor = OpenDocument(
        file: draft.file,
        status: try files.status(draft.file),
        endsWithLineFeed: true
      )
      compaction = .following(
        successor,
        lineCount: draft.lineCount,
        sourceLineCount: draft.sourceLineCount
      )
      return true
    } catch {
      throw .writing(paths.path, error)
    }
  }

  /// Makes the new file, whose lines are durable, the document.
  ///
  /// - Returns: whether it succeeded; `false` after an external change or a failed write.
  mutating func promote() throws(FavoritesFailure) -> Bool {
    guard case .following(var successor, let count, let sourceCount) = compaction, let current,
      try isUnchanged(current)
    else { return false }
    do throws(SystemError) {
      try files.rename(paths.draft, to: paths.path)
      successor.status = try files.status(successor.file)
    } catch {
      abandonSwap()
      throw .writing(paths.path, error)
    }
    compaction = .replaced(predecessor: current.file)
    self.current = successor
    lastStatus = successor.status
    compactLineCount = count
    lineCount = count + lineCount - sourceCount
    generation += 1
    return true
  }

  /// Closes the old document: the new name is durable.
  mutating func finishSwap() {
    guard case .replaced(let predecessor) = compaction else { return }
    files.close(predecessor)
    compaction = .none
  }

  /// Abandons a new file, if there is one.
  mutating func abandonSwap() {
    switch compaction {
    case .none: return
    case .following(let successor, _, _):
      files.close(successor.file)
      try? files.remove(paths.draft)
    case .replaced(let predecessor):
      files.close(predecessor)
      // It is the document already. If its name cannot be made durable, the file must be rewritten.
      if (try? files.syncDirectory(paths.directory)) == nil { closeCurrent() }
    }
    compaction = .none
  }

  /// Writes lines to the other file during a compaction.
  mutating func writeToOther(_ bytes: [UInt8]) throws(SystemError) {
    switch compaction {
    case .none: return
    case .following(let successor, _, _):
      // The document has them; without this one, compaction begins again another time.
      if (try? files.appendSynced(successor.file, bytes)) == nil { abandonSwap() }
    case .replaced(let predecessor):
      do throws(SystemError) {
        try files.appendSynced(predecessor, bytes)
      } catch {
        try files.syncDirectory(paths.directory)
        finishSwap()
      }
    }
  }
}

extension FileSystem {
  fileprivate func appendSynced(_ file: OpenFileHandle, _ bytes: [UInt8]) throws(SystemError) {
    try appendAll(file, bytes)
    try syncData(file)
  }
}
