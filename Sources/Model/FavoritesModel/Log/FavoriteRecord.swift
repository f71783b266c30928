/// The state of a favourite: each field with the timestamp of its last change.
///
/// Records are merged field by field, last writer wins. Therefore the order and number of reads do not
/// matter, and two diverged copies of a document can be merged without losing changes.
package struct FavoriteRecord: Hashable, Sendable {
  package let fav: FavoriteID
  /// The time of adding, as shown.
  package var added: Timestamp = .never
  package var content: FavoriteContent?
  package var rank: FractionalIndex = .start
  package var note: String?

  /// The time when it was last added or restored.
  package var hereAt: Timestamp = .never
  package var removedAt: Timestamp = .never
  package var contentAt: Timestamp = .never
  package var rankAt: Timestamp = .never
  package var noteAt: Timestamp = .never

  /// An empty record.
  package init(_ fav: FavoriteID) { self.fav = fav }

  /// Whether it is a favourite: a removal counts only if it is the last change.
  package var isPresent: Bool { removedAt <= max(hereAt, rankAt, noteAt) }

  /// Whether it can be shown: if its own line is corrupt, it has no content.
  var isShown: Bool { isPresent && content != nil }

  var isBlank: Bool { content == nil && newest == .never && removedAt == .never }

  /// The last change other than its removal.
  var newest: Timestamp { max(hereAt, contentAt, rankAt, noteAt) }

  /// Merges the newer fields of another record of the same favourite.
  package mutating func join(_ other: FavoriteRecord) {
    if added == .never || (other.added != .never && other.added < added) { added = other.added }
    hereAt = max(hereAt, other.hereAt)
    removedAt = max(removedAt, other.removedAt)
    if let theirs = other.content,
      FavoriteRecord.isNewer(
        other.contentAt,
        contentAt,
        content.map { $0.precedes(theirs) } ?? true
      )
    {
      content = theirs
      contentAt = other.contentAt
    }
    if FavoriteRecord.isNewer(other.rankAt, rankAt, rank < other.rank) {
      rank = other.rank
      rankAt = other.rankAt
    }
    if FavoriteRecord.isNewer(other.noteAt, noteAt, (note ?? "") < (other.note ?? "")) {
      note = other.note
      noteAt = other.noteAt
    }
  }

  /// Takes the fields of a later line, which may have the same timestamp.
  mutating func replace(with later: FavoriteRecord) {
    if contentAt == later.contentAt { contentAt = .never }
    if rankAt == later.rankAt { rankAt = .never }
    if noteAt == later.noteAt { noteAt = .never }
    join(later)
  }

  /// At equal timestamps the greater value wins, whichever is read first.
  private static func isNewer(_ theirs: Timestamp, _ ours: Timestamp, _ isGreater: Bool) -> Bool {
    theirs > ours || (theirs == ours && isGreater)
  }

  /// Reduces a removed favourite that can no longer be restored.
  mutating func removeContent() {
    content = nil
    note = nil
  }
}
