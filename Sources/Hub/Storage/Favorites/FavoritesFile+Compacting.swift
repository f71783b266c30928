internal import FavoritesModel
internal import HostKit

/// A compacted document that grows beside the one in use.
///
/// Writing 100,000 favourites anew takes long, and no change may wait for it. So it is done on a
/// copy, on another thread: first everything up to a point, then what was appended meanwhile. From
/// then on every change goes into both files, until the names on the disk have changed: a change
/// waits for one more sync at most.
struct CompactedFile {
  let file: OpenFileHandle
  /// The document that it was made of.
  let generation: Int
  /// What it holds of that document, in bytes and lines.
  var sourceSize: Int
  let sourceLineCount: Int
  let lineCount: Int
}

/// How far the new file is.
enum CompactionPhase {
  case none
  /// It gets every line, but nobody else knows of it.
  case following(FavoritesFile.OpenDocument, lineCount: Int, sourceLineCount: Int)
  /// It is the document; the one before gets every line too, because the disk may not know yet.
  case replaced(predecessor: OpenFileHandle)
}

extension FavoritesFile {
  /// Whether the file has more than twice the lines that it needs.
  package var wantsCompaction: Bool { lineCount > 2 * compactLineCount + 1000 }

  /// Joins in with a draft: from now on it gets every line. What is missing in it must be little.
  ///
  /// - Returns: whether the document is still the one that the draft was made of.
  mutating func follow(_ draft: CompactedFile) throws(FavoritesFailure) -> Bool {
    guard case .none = succession, let current, draft.generation == generation,
      try isInStep(current)
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
      succession = .following(
        successor,
        lineCount: draft.lineCount,
        sourceLineCount: draft.sourceLineCount
      )
      return true
    } catch {
      throw .writing(place.path, error)
    }
  }

  /// Makes the new file, which is on the disk up to its last line, the document.
  ///
  /// - Returns: whether it is; not where somebody else has changed the document, or the new file
  ///   could not be written.
  mutating func succeed() throws(FavoritesFailure) -> Bool {
    guard case .following(var successor, let count, let sourceCount) = succession, let current,
      try isInStep(current)
    else { return false }
    do throws(SystemError) {
      try files.rename(place.draft, to: place.path)
      successor.status = try files.status(successor.file)
    } catch {
      abandonSuccession()
      throw .writing(place.path, error)
    }
    succession = .replaced(predecessor: current.file)
    self.current = successor
    lastStatus = successor.status
    compactLineCount = count
    lineCount = count + lineCount - sourceCount
    generation += 1
    return true
  }

  /// The disk knows the new name: the document before is no longer needed.
  mutating func finishSuccession() {
    guard case .replaced(let predecessor) = succession else { return }
    files.close(predecessor)
    succession = .none
  }

  /// Gives up a new file, where there is one.
  mutating func abandonSuccession() {
    switch succession {
    case .none: return
    case .following(let successor, _, _):
      files.close(successor.file)
      try? files.remove(place.draft)
    case .replaced(let predecessor):
      files.close(predecessor)
      // It is the document already. Where the disk cannot be told so, it must be written anew.
      if (try? files.syncFolder(place.folder)) == nil { closeCurrent() }
    }
    succession = .none
  }

  /// Brings lines into the other file of a succession as well.
  mutating func writeToOther(_ bytes: [UInt8]) throws(SystemError) {
    switch succession {
    case .none: return
    case .following(let successor, _, _):
      // The document has them; without this one, compaction begins again another time.
      if (try? files.appendSynced(successor.file, bytes)) == nil { abandonSuccession() }
    case .replaced(let predecessor):
      do throws(SystemError) {
        try files.appendSynced(predecessor, bytes)
      } catch {
        try files.syncFolder(place.folder)
        finishSuccession()
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
