/// All that is known of one favourite: each of its aspects with the moment of its last change.
///
/// Records are joined aspect by aspect, the newer one wins. So it does not matter in which order
/// lines are read, nor how often, and two copies of a document that went different ways can be
/// united without losing what was done in either.
package struct FavoriteRecord: Hashable, Sendable {
  package let fav: FavoriteID
  /// When it became a favourite, as it is shown.
  package var added: Timestamp = .never
  package var content: FavoriteContent?
  package var rank: FractionalIndex = .start
  package var note: String?

  /// When it was added or brought back last.
  package var hereAt: Timestamp = .never
  package var removedAt: Timestamp = .never
  package var contentAt: Timestamp = .never
  package var rankAt: Timestamp = .never
  package var noteAt: Timestamp = .never

  /// A record of which nothing is known.
  package init(_ fav: FavoriteID) { self.fav = fav }

  /// Whether it is a favourite: a removal counts only while nothing was done to it since.
  package var isPresent: Bool { removedAt <= max(hereAt, rankAt, noteAt) }

  /// Whether it can be shown. One whose own line is damaged has nothing to show.
  var isShown: Bool { isPresent && content != nil }

  var isBlank: Bool { content == nil && newest == .never && removedAt == .never }

  /// The last change but for its removal.
  var newest: Timestamp { max(hereAt, contentAt, rankAt, noteAt) }

  /// Takes over what is newer in the other one, which must tell of the same favourite.
  package mutating func join(_ other: FavoriteRecord) {
    if added == .never || (other.added != .never && other.added < added) { added = other.added }
    hereAt = max(hereAt, other.hereAt)
    removedAt = max(removedAt, other.removedAt)
    if let theirs = other.content,
      FavoriteRecord.wins(other.contentAt, contentAt, content.map { $0.precedes(theirs) } ?? true)
    {
      content = theirs
      contentAt = other.contentAt
    }
    if FavoriteRecord.wins(other.rankAt, rankAt, rank < other.rank) {
      rank = other.rank
      rankAt = other.rankAt
    }
    if FavoriteRecord.wins(other.noteAt, noteAt, (note ?? "") < (other.note ?? "")) {
      note = other.note
      noteAt = other.noteAt
    }
  }

  /// At the same moment the greater value wins, whichever is read first.
  private static func wins(_ theirs: Timestamp, _ ours: Timestamp, _ isGreater: Bool) -> Bool {
    theirs > ours || (theirs == ours && isGreater)
  }

  /// What stays of a removed favourite when it can no longer be brought back.
  mutating func forgetContent() {
    content = nil
    note = nil
  }
}
