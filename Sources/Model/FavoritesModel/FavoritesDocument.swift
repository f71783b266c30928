package import MusicModel

/// FavoritesModel: what the user's favourites are and what can be done to them — adding, removing,
/// order, notes, undo, listing, uniting two documents, import and export. It is pure: lines and the
/// time go in, lines come out. FavoritesStore keeps them on disk.
///
/// The document is what its lines add up to. A change makes lines, which are applied at once and
/// are *pending* until the store says that they are on disk; where that fails they are taken back.
package struct FavoritesDocument: Sendable {
  /// How names are compared: without case and accents, say.
  let fold: @Sendable (String) -> String
  var table = FavoriteTable()
  var history = UndoHistory()
  var pending: [PendingChange] = []
  var lastSearch: CachedQuery?
  var changesSinceTidy = 0
  /// The newest moment of any line: a new change is later than all that is there, whatever the
  /// clock says.
  private(set) var newest = Timestamp.never

  /// An empty one.
  package init(fold: @escaping @Sendable (String) -> String = { $0.lowercased() }) {
    self.fold = fold
  }

  /// One that consists of these lines.
  package init(
    _ lines: some Sequence<FavoriteLine>,
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.fold = fold
    for line in lines { take(line) }
    rebuild()
  }

  /// How many are shown.
  package var count: Int { table.shownCount }

  /// The favourites of which only parts are there, since their own lines are damaged.
  package var incompleteCount: Int {
    table.records.count { record in
      !record.isBlank && record.isPresent && record.content == nil
    }
  }

  /// The favourite that shows an entity which has this id.
  package func favorite(_ id: EntityID) -> FavoriteID? {
    table.lead(with: id).map { table.records[Int($0)].fav }
  }

  /// Whether an entity with one of these ids is a favourite.
  package func holds(anyOf ids: [EntityID]) -> Bool {
    ids.contains { table.lead(with: $0) != nil }
  }

  /// What is known of one favourite, shown or not.
  package func record(_ fav: FavoriteID) -> FavoriteRecord? {
    table.slot(of: fav).map { table.records[Int($0)] }
  }

  /// The newest change that is not on disk yet.
  package var lastPending: Timestamp? { pending.last?.at }

  /// How many changes are not on disk yet.
  package var pendingCount: Int { pending.count }

  /// How many lines it has when it is compacted, about.
  package var compactLineCount: Int {
    table.recordCount + history.changes.reduce(0) { $0 + $1.lines.count }
  }

  /// All that are not removed, those included that have nothing to show.
  package var records: [FavoriteRecord] { table.records.filter { !$0.isBlank && $0.isPresent } }
}

extension FavoritesDocument {
  /// Takes in lines that are on disk already: those of another version of the document.
  package mutating func unite(_ lines: [FavoriteLine]) {
    if lines.count * 8 > table.records.count {
      for line in lines { take(line) }
      rebuild()
    } else {
      for line in lines {
        note(line)
        table.change(line.fav, fold) { $0.join(line.effect) }
      }
    }
    for place in pending.indices { pending[place].join(lines) }
  }

  /// Joins a line without keeping the indexes.
  mutating func take(_ line: FavoriteLine) {
    note(line)
    table.join(line.effect)
  }

  /// Makes room for what is to be taken.
  mutating func expect(_ lineCount: Int) { table.reserve(lineCount) }

  /// Makes the indexes anew.
  mutating func rebuild(by workers: any Workers = SerialWorker()) { table.rebuild(by: workers) }

  mutating func note(_ line: FavoriteLine) {
    newest = max(newest, line.at, line.effectNewest)
    history.note(line)
  }
}

extension FavoriteLine {
  /// A kept line can tell of moments besides its own.
  fileprivate var effectNewest: Timestamp {
    if case .keep(let record) = event { record.newest } else { at }
  }
}
