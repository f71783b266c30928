/// One line of the log: something that happened to one favourite.
///
/// Lines with the same moment were one change, and are undone together.
package struct FavoriteLine: Hashable, Sendable {
  package let fav: FavoriteID
  package let at: Timestamp
  package let event: Event
  /// Set where this takes back a change: the moment of that change.
  package let undoes: Timestamp?

  /// What happened.
  package enum Event: Hashable, Sendable {
    /// It became a favourite. Without a record it only reminds of that, for the sake of undo.
    case add(FavoriteRecord?)
    /// How it stands: what compaction leaves of all its lines.
    case keep(FavoriteRecord)
    case remove
    /// It was removed long ago, and cannot be brought back. It is told so that an older copy of the
    /// document does not bring it back.
    case gone
    /// It was brought back after its removal.
    case restore
    case move(to: FractionalIndex, from: FractionalIndex?)
    case note(String?, was: String?)
    /// Its snapshot was brought up to date.
    case refresh(FavoriteContent)
  }

  package init(_ fav: FavoriteID, at: Timestamp, _ event: Event, undoes: Timestamp? = nil) {
    self.fav = fav
    self.at = at
    self.event = event
    self.undoes = undoes
  }

  /// What the line tells of its favourite.
  package var effect: FavoriteRecord {
    var record = FavoriteRecord(fav)
    switch event {
    case .add(let state):
      record = state ?? record
      record.hereAt = at
    case .keep(let state): record = state
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
