internal import Synchronization

extension FavoritesStore: FavoritesFileAccess {
  package func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result {
    try file.withLock { file throws(FavoritesFailure) in try body(&file) }
  }

  /// - Returns: what is to be told, and whether the document is as the hub knows it, for all that is
  ///   known.
  func runCompaction() -> (news: FavoritesStoreEvent, isInStep: Bool) {
    let before = file.withLock { $0.lineCount }
    func isCompacted() -> FavoritesStoreEvent {
      .compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount })
    }
    do throws(CompactionFault) {
      try compact()
      return (isCompacted(), true)
    } catch {
      switch error {
      case .failed(let failure): return (.notCompacted(failure), true)
      case .damaged:
        // What is on the disk is not what was written: the hub knows better.
        file.withLock { $0.distrust() }
        return (isCompacted(), false)
      case .superseded:
        // Another file became the document, which is compact for that reason.
        return (isCompacted(), false)
      }
    }
  }
}
