import BusProtocol

extension FavoritesDocument {
  /// Sets the note of a favourite; `nil` or an empty text removes it.
  ///
  /// If several favourites are shown as one, the new note replaces all of theirs.
  package mutating func note(
    _ key: FavoriteKey,
    _ text: String?,
    now: Timestamp
  ) -> FavoritesOutcome<ChangeResult> {
    let text = text?.isEmpty == true ? nil : text
    return change(now) { document, builder in
      guard let lead = document.lead(key) else { return [.absent(key)] }
      guard (text?.utf8.count ?? 0) <= FavoriteLimits.maxNoteBytes else {
        return [.refused(.noteTooLong)]
      }
      let members = document.table.group(of: lead).map { document.table.records[Int($0)] }
      let fav = document.table.records[Int(lead)].fav
      guard FavoriteRecord.sharedNote(members) != text else { return [.done(.unchanged, fav)] }
      for member in members {
        let note = member.fav == fav ? text : nil
        guard note != member.note else { continue }
        document.write(.note(note, was: member.note), of: member.fav, &builder)
      }
      return [.done(.noted, fav)]
    }
  }
}
