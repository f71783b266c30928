internal import FavoritesModel
internal import Synchronization

/// Compaction, on its own thread: it holds the document only for moments in between.
extension FavoritesStore {
  func runCompaction() {
    do throws(Compaction.Fault) {
      let before = file.withLock { $0.lineCount }
      try writeAnew()
      post(.compacted(linesBefore: before, linesAfter: file.withLock { $0.lineCount }))
    } catch {
      switch error {
      case .failed(let failure): post(.notCompacted(failure))
      case .damaged:
        // What is on the disk is not what was written: the hub knows better.
        file.withLock { $0.distrust() }
        look()
      case .superseded:
        // Another file became the document, which is compact for that reason.
        let count = file.withLock { $0.lineCount }
        post(.compacted(linesBefore: count, linesAfter: count))
        look()
      }
    }
  }

  private func writeAnew() throws(Compaction.Fault) {
    let begun = try locked { file throws(FavoritesFailure) in
      try file.ensureLocked()
      return Compaction(file)
    }
    guard let compaction = begun else { throw .superseded }
    let draft = try draft(compaction)
    do throws(Compaction.Fault) {
      guard try locked({ file throws(FavoritesFailure) in try file.follow(draft) }) else {
        throw .superseded
      }
    } catch {
      compaction.discard(draft)
      throw error
    }
    do throws(Compaction.Fault) {
      try compaction.sync(draft)
      guard try locked({ file throws(FavoritesFailure) in try file.succeed() }) else {
        throw .superseded
      }
      try compaction.syncFolder()
      file.withLock { $0.finishSuccession() }
    } catch {
      file.withLock { $0.abandonSuccession() }
      throw error
    }
  }

  /// Writes a draft, and adds what was appended meanwhile until little is left.
  private func draft(_ compaction: Compaction) throws(Compaction.Fault) -> CompactionDraft {
    var draft = try compaction.draft(now: .now)
    do throws(Compaction.Fault) {
      for _ in 0..<10 {
        let size = file.withLock { $0.current?.status.size ?? 0 }
        guard size - draft.sourceSize > 64 * 1024 else { break }
        try compaction.catchUp(&draft, to: size)
      }
    } catch {
      compaction.discard(draft)
      throw error
    }
    return draft
  }

  private func locked<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(Compaction.Fault) -> Result {
    do throws(FavoritesFailure) {
      return try file.withLock { file throws(FavoritesFailure) in try body(&file) }
    } catch {
      throw .failed(error)
    }
  }
}
