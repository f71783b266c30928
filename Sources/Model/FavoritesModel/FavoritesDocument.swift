package import MusicModel

/// FavoritesModel: adding, removing, ordering, listing, merging, import and export of favourites.
/// It is pure: lines and the time go in, lines come out. Storage writes them to disk.
///
/// The document is the result of its lines. A change creates lines, which apply immediately and
/// stay *pending* until the store reports that they are durable. If that fails, they are rolled
/// back.
package struct FavoritesDocument: Sendable {
  /// Normalizes names for comparison, for example without case and accents.
  let fold: @Sendable (String) -> String
  var table = FavoriteTable()
  var history = UndoHistory()
  /// The last changes that clients gave ids.
  var made = MadeChanges()
  /// The id that a client gave the change that is being made.
  package var changeID: String?
  var pending: [PendingChange] = []
  /// Increases with each rollback: a change of an earlier generation builds on one that is lost.
  package internal(set) var generation = 0
  var lastSearch: CachedQuery?
  var changesSincePruning = 0
  /// The newest timestamp of any line: a new change is later than all others, whatever the clock says.
  package private(set) var newest = Timestamp.never

  /// Creates an empty document.
  package init(fold: @escaping @Sendable (String) -> String = { $0.lowercased() }) {
    self.fold = fold
  }

  /// Creates a document from lines.
  package init(
    _ lines: some Sequence<FavoriteLine>,
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.fold = fold
    for line in lines { take(line) }
    rebuild()
  }

  /// The number of shown favourites.
  package var count: Int { table.shownCount }

  /// The number of favourites that cannot be shown because their own lines are corrupt.
  package var incompleteCount: Int {
    table.records.count { record in
      !record.isBlank && record.isPresent && record.content == nil
    }
  }

  /// The favourite that shows an entity with this id.
  package func favorite(_ id: EntityID) -> FavoriteID? {
    table.lead(with: id).map { table.records[Int($0)].fav }
  }

  /// All ids of the favourite that has one.
  package func ids(with id: EntityID) -> [EntityID]? {
    favorite(id).flatMap { record($0)?.content?.ids }
  }

  /// Whether an entity with one of these ids is a favourite.
  package func holds(anyOf ids: [EntityID]) -> Bool {
    ids.contains { table.lead(with: $0) != nil }
  }

  /// Whether a favourite has one of these ids, and its content may be that of the same entity.
  package func holds(anyOf ids: [EntityID], where isSame: (FavoriteContent) -> Bool) -> Bool {
    ids.contains { id in
      guard let lead = table.lead(with: id) else { return false }
      return table.records[Int(lead)].content.map(isSame) ?? true
    }
  }

  /// The record of a favourite, shown or not.
  package func record(_ fav: FavoriteID) -> FavoriteRecord? {
    table.slot(of: fav).map { table.records[Int($0)] }
  }

  /// The timestamp of the newest change that is not on disk yet.
  package var lastPending: Timestamp? { pending.last?.at }

  /// The number of changes that are not on disk yet.
  package var pendingCount: Int { pending.count }

  /// Their approximate size.
  package var pendingBytes: Int { pending.reduce(0) { $0 + $1.bytes } }

  /// The approximate number of lines after compaction.
  package var compactLineCount: Int {
    table.recordCount + history.changes.reduce(0) { $0 + $1.lineCount }
  }

  /// All records that are not removed, including those without content.
  package var records: [FavoriteRecord] { table.records.filter { !$0.isBlank && $0.isPresent } }
}

extension FavoritesDocument {
  /// Merges lines that are already on disk: those of another version of the document.
  package mutating func merge(_ lines: [FavoriteLine]) {
    // The history has the lines of changes up to now; the others are new.
    let known = newest
    if lines.count * 8 > table.records.count {
      for line in lines {
        note(line, after: known)
        table.merge(line.effect)
      }
      rebuild()
    } else {
      for line in lines {
        note(line, after: known)
        table.change(line.fav, fold) { $0.merge(line.effect) }
      }
    }
    for index in pending.indices { pending[index].mergeExternal(lines) }
  }

  /// Merges a line without updating the indexes.
  mutating func take(_ line: FavoriteLine) {
    note(line)
    table.merge(line.effect)
  }

  /// Reserves capacity for lines.
  mutating func reserve(_ lineCount: Int) { table.reserve(lineCount) }

  /// Rebuilds the indexes.
  mutating func rebuild() { table.rebuild() }

  /// Records the time of a line, and its change for undo unless that is known already.
  mutating func note(_ line: FavoriteLine, after known: Timestamp? = nil) {
    newest = max(newest, line.newest)
    made.note(line)
    let isKnown = known.map { line.at <= $0 } ?? false
    if !isKnown || line.undoes != nil { history.note(line) }
  }
}

extension FavoriteLine {
  /// The newest timestamp in a line, which may differ from its own.
  var newest: Timestamp {
    if case .state(let record) = event { max(at, record.newest) } else { at }
  }
}

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
