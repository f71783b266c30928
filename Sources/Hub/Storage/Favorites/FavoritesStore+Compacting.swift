internal import Synchronization

extension FavoritesStore: FavoritesFileAccess {
  package func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result {
    try file.withLock { file throws(FavoritesFailure) in try body(&file) }
  }

  /// - Returns: the event, and whether the document is known to match the hub's state.
  func compactAndReport() -> (event: FavoritesStoreEvent, matchesHub: Bool) {
    let before = file.withLock { $0.lineCount }
    func compacted() -> FavoritesStoreEvent {
      .compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount })
    }
    do throws(CompactionError) {
      try compact()
      return (compacted(), true)
    } catch {
      switch error {
      case .failed(let failure): return (.notCompacted(failure), true)
      case .damaged:
        // The file differs from the lines written to it, so the hub's state replaces it.
        file.withLock { $0.markUntrusted() }
        return (compacted(), false)
      case .superseded:
        // Another file became the document, which is compact for that reason.
        return (compacted(), false)
      }
    }
  }
}
