internal import FavoritesModel
internal import HostKit

/// Whoever holds a document, and lets one after the other have it.
package protocol FavoritesFileAccess {
  /// Nobody else has the file while the body runs, which must be short: changes wait for it.
  func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result
}

/// Why a document was not compacted.
package enum CompactionFault: Error, Hashable {
  case failed(FavoritesFailure)
  /// The file is not what was written into it.
  case damaged
  /// Another file is the document now.
  case superseded
}

extension FavoritesFileAccess {
  /// Writes the document anew with as few lines as it needs. It takes long, and holds the file only
  /// for moments in between, so that changes go on.
  package func compact() throws(CompactionFault) {
    let begun = try withFileOrFault { file throws(FavoritesFailure) in
      try file.ensureLocked()
      return Compaction(file)
    }
    guard let compaction = begun else { throw .superseded }
    let draft = try draft(compaction)
    do throws(CompactionFault) {
      let follows = try withFileOrFault { file throws(FavoritesFailure) in try file.follow(draft) }
      guard follows else { throw .superseded }
    } catch {
      compaction.discard(draft)
      throw error
    }
    do throws(CompactionFault) {
      try compaction.sync(draft)
      let succeeds = try withFileOrFault { file throws(FavoritesFailure) in try file.succeed() }
      guard succeeds else { throw .superseded }
      try compaction.syncFolder()
      try withFileOrFault { file throws(FavoritesFailure) in file.finishSuccession() }
    } catch {
      try withFileOrFault { file throws(FavoritesFailure) in file.abandonSuccession() }
      throw error
    }
  }

  /// Writes a draft, and adds what was appended meanwhile until little is left.
  private func draft(_ compaction: Compaction) throws(CompactionFault) -> CompactedFile {
    var draft = try compaction.draft(now: .now)
    do throws(CompactionFault) {
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
  ) throws(CompactionFault) -> Result {
    do throws(FavoritesFailure) {
      return try withFile(body)
    } catch {
      throw .failed(error)
    }
  }
}
