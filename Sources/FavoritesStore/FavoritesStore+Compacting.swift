internal import Synchronization

extension FavoritesStore: FavoritesFileOwner {
  package func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result {
    try file.withLock { file throws(FavoritesFailure) in try body(&file) }
  }

  func runCompaction() {
    let before = file.withLock { $0.lineCount }
    do throws(CompactionFault) {
      try compact()
      post(.compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount }))
    } catch {
      switch error {
      case .failed(let failure): post(.notCompacted(failure))
      case .damaged:
        // What is on the disk is not what was written: the hub knows better.
        file.withLock { $0.distrust() }
        post(.compacted(linesBefore: before, linesAfter: before))
        look()
      case .superseded:
        // Another file became the document, which is compact for that reason.
        post(.compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount }))
        look()
      }
    }
  }
}
