extension FavoritesDocument {
  /// The compacted document.
  package func compacted() -> [UInt8] {
    var text = DocumentHeader.current.text
    for line in lines { text += line.text }
    return text
  }

  /// The lines after compaction: one per favourite in the user's order, tombstones, and lines for
  /// undo. Older copies of the document may need the tombstones.
  package var lines: [FavoriteLine] {
    let undoable = history.removed
    let records = table.records.filter { record in
      !record.isBlank && (record.isPresent || undoable.contains(record.fav))
    }
    return records.sorted { ($0.rank, $0.fav) < ($1.rank, $1.fav) }.map(\.line)
      + tombstones.map { FavoriteLine($0.fav, at: $0.removedAt, .gone) }
      + history.lines
  }

  /// Tombstones within the limits of age and number, the oldest first, without those that can be undone.
  private var tombstones: [FavoriteRecord] {
    let undoable = history.removed
    return table.records
      .filter { !$0.isBlank && !$0.isPresent && isRecent($0) && !undoable.contains($0.fav) }
      .sorted { ($0.removedAt, $0.fav) < ($1.removedAt, $1.fav) }
      .suffix(FavoriteLimits.maxRemovals)
  }

  private func isRecent(_ record: FavoriteRecord) -> Bool {
    newest.microseconds - record.removedAt.microseconds <= FavoriteLimits.maxRemovalAge
  }

  /// Periodically releases the contents of removed favourites, so that a long-running hub does not grow.
  mutating func pruneIfDue() {
    changesSincePruning += 1
    // In proportion to the size, so that each change bears an equal share of the work.
    guard changesSincePruning >= max(1000, table.records.count / 4) else { return }
    changesSincePruning = 0
    var undoable = history.removed.union(pending.lazy.flatMap(\.before).map(\.fav))
    if let oldest = pending.first { undoable.formUnion(oldest.history.removed) }
    let removed = table.records.filter { record in
      !record.isBlank && !record.isPresent && !undoable.contains(record.fav)
    }
    let tombstones = Set(
      removed.filter(isRecent)
        .sorted { $0.removedAt < $1.removedAt }
        .suffix(FavoriteLimits.maxRemovals)
        .map(\.fav)
    )
    for record in removed {
      table.change(record.fav, fold) { record in
        if tombstones.contains(record.fav) {
          record.removeContent()
        } else {
          record = FavoriteRecord(record.fav)
        }
      }
    }
  }
}
