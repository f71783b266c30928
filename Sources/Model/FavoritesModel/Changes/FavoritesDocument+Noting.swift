/// What became of a note.
package enum NoteResult: Hashable, Sendable {
  case noted(FavoriteID)
  /// It is what was noted already.
  case unchanged(FavoriteID)
  case notThere(FavoriteKey)
  case refused(FavoriteRefusal)
}

extension FavoritesDocument {
  /// Notes something on a favourite; nil or an empty text takes the note away.
  ///
  /// Where several favourites are shown as one, their notes are shown together, and this replaces
  /// what is shown.
  package mutating func note(
    _ key: FavoriteKey,
    _ text: String?,
    now: Timestamp
  ) -> FavoritesOutcome<NoteResult> {
    let text = text?.isEmpty == true ? nil : text
    return change(now) { document, draft in
      guard let lead = document.lead(key) else { return [.notThere(key)] }
      guard (text?.utf8.count ?? 0) <= FavoriteLimits.noteBytesMax else {
        return [.refused(.noteTooLong)]
      }
      let members = document.table.group(of: lead).map { document.table.records[Int($0)] }
      let fav = document.table.records[Int(lead)].fav
      guard FavoriteRecord.sharedNote(members) != text else { return [.unchanged(fav)] }
      for member in members {
        let note = member.fav == fav ? text : nil
        guard note != member.note else { continue }
        document.write(.note(note, was: member.note), of: member.fav, &draft)
      }
      return [.noted(fav)]
    }
  }
}
