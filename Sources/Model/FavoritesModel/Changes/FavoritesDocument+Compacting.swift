extension FavoritesDocument {
  /// The document as it is written anew.
  package func compacted() -> [UInt8] {
    var text = DocumentHeader.current.text
    for line in lines { text += line.text }
    return text
  }

  /// The fewest lines that tell all: one for each favourite in the user's order, the removals that
  /// older copies of the document may not know of, and what undo needs.
  package var lines: [FavoriteLine] {
    let undoable = history.removed
    let kept = table.records.filter { record in
      !record.isBlank && (record.isPresent || undoable.contains(record.fav))
    }
    return kept.sorted { ($0.rank, $0.fav) < ($1.rank, $1.fav) }.map(\.line)
      + rememberedRemovals.map { FavoriteLine($0.fav, at: $0.removedAt, .gone) }
      + history.changes.flatMap(\.lines)
  }

  /// Removals that are not too old and not too many, the oldest first; those that can be undone
  /// stand among the changes.
  private var rememberedRemovals: [FavoriteRecord] {
    let undoable = history.removed
    return table.records
      .filter { !$0.isBlank && !$0.isPresent && isRemembered($0) && !undoable.contains($0.fav) }
      .sorted { ($0.removedAt, $0.fav) < ($1.removedAt, $1.fav) }
      .suffix(FavoriteLimits.removalsMax)
  }

  private func isRemembered(_ record: FavoriteRecord) -> Bool {
    newest.microseconds - record.removedAt.microseconds <= FavoriteLimits.removalsAgeMax
  }

  /// Lets go of what removed favourites held, now and then, so that a hub that runs for months does
  /// not grow.
  mutating func tidyIfDue() {
    changesSinceTidy += 1
    // In step with the size, so that each change bears the same small part of the work.
    guard changesSinceTidy >= max(1000, table.records.count / 4) else { return }
    changesSinceTidy = 0
    var undoable = history.removed.union(pending.lazy.flatMap(\.before).map(\.fav))
    if let oldest = pending.first { undoable.formUnion(oldest.history.removed) }
    let removed = table.records.filter { record in
      !record.isBlank && !record.isPresent && !undoable.contains(record.fav)
    }
    let remembered = Set(
      removed.filter(isRemembered)
        .sorted { $0.removedAt < $1.removedAt }
        .suffix(FavoriteLimits.removalsMax)
        .map(\.fav)
    )
    for record in removed {
      table.change(record.fav, fold) { record in
        if remembered.contains(record.fav) {
          record.forgetContent()
        } else {
          record = FavoriteRecord(record.fav)
        }
      }
    }
  }
}
