internal import FavoritesModel
internal import HostKit

/// Exclusive access to a document.
package protocol FavoritesFileAccess {
  /// Locks the file while the body runs, which must be short: changes wait for it.
  func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result
}

/// The reason why a document was not compacted.
package enum CompactionError: Error, Hashable {
  case failed(FavoritesFailure)
  /// The file does not contain the lines written to it.
  case damaged
  /// Another file is the document now.
  case superseded
}

extension FavoritesFileAccess {
  /// Compacts the document. It takes long, but locks the file only briefly, so that changes
  /// continue.
  package func compact() throws(CompactionError) {
    let begun = try withFileOrFault { file throws(FavoritesFailure) in
      try file.ensureLocked()
      return Compaction(file)
    }
    guard let compaction = begun else { throw .superseded }
    let draft = try draft(compaction)
    do throws(CompactionError) {
      let follows = try withFileOrFault { file throws(FavoritesFailure) in try file.attach(draft) }
      guard follows else { throw .superseded }
    } catch {
      compaction.discard(draft)
      throw error
    }
    do throws(CompactionError) {
      try compaction.sync(draft)
      let succeeds = try withFileOrFault { file throws(FavoritesFailure) in try file.promote() }
      guard succeeds else { throw .superseded }
      try compaction.syncDirectory()
      try withFileOrFault { file throws(FavoritesFailure) in file.finishSwap() }
    } catch {
      try withFileOrFault { file throws(FavoritesFailure) in file.abandonSwap() }
      throw error
    }
  }

  /// Writes a draft, and adds the lines appended meanwhile until few are left.
  private func draft(_ compaction: Compaction) throws(CompactionError) -> CompactedFile {
    var draft = try compaction.draft(now: .now)
    do throws(CompactionError) {
      for _ in 0..<10 {
        let size = try withFileOrFault { file throws(FavoritesFailure) in
          file.current?.status.size ?? 0
        }
        guard size - draft.sourceSize > 64 * 1024 else { break }
        try compaction.catchUp(&draft, to: size)
      }
    } catch {
      compaction.discard(draft)
      throw error
    }
    return draft
  }

  private func withFileOrFault<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(CompactionError) -> Result {
    do throws(FavoritesFailure) {
      return try withFile(body)
    } catch {
      throw .failed(error)
    }
  }
}
