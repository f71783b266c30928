/// A line of the log: an operation on a favourite.
///
/// Lines with the same timestamp are one change, and are undone together.
package struct FavoriteLine: Hashable, Sendable {
  package let fav: FavoriteID
  package let at: Timestamp
  package let event: Event
  /// The timestamp of the change that this line undoes.
  package let undoes: Timestamp?
  /// The name of the import that its change is a part of.
  package var batch: String?
  /// The number of lines of its change, which counts only if all of them are there.
  var changeCount = 1

  /// The operation.
  package enum Event: Hashable, Sendable {
    /// The favourite was added. Without a record, the line only serves undo.
    case add(FavoriteRecord?)
    /// The state of a favourite: the result of compacting its lines.
    case state(FavoriteRecord)
    case remove
    /// A tombstone: the favourite was removed long ago and cannot be restored. It prevents an older copy of
    /// the document from restoring it.
    case gone
    /// The favourite was restored after its removal.
    case restore
    case move(to: FractionalIndex, from: FractionalIndex?)
    case note(String?, was: String?)
    /// Its snapshot was updated.
    case refresh(FavoriteContent)
  }

  package init(_ fav: FavoriteID, at: Timestamp, _ event: Event, undoes: Timestamp? = nil) {
    self.fav = fav
    self.at = at
    self.event = event
    self.undoes = undoes
  }

  /// The state that the line sets.
  package var effect: FavoriteRecord {
    var record = FavoriteRecord(fav)
    switch event {
    case .add(let state):
      record = state ?? record
      record.hereAt = at
    case .state(let state): record = state
    case .remove, .gone: record.removedAt = at
    case .restore: record.hereAt = at
    case .move(let rank, _):
      record.rank = rank
      record.rankAt = at
    case .note(let note, _):
      record.note = note
      record.noteAt = at
    case .refresh(let content):
      record.content = content
      record.contentAt = at
    }
    return record
  }
}
