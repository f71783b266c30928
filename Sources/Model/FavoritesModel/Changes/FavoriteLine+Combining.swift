extension FavoriteLine {
  /// The line that has the effect of this one and of a later one.
  ///
  /// Both are of the same favourite and change; the result is `nil` if they set different fields.
  func combined(with next: FavoriteLine) -> FavoriteLine? {
    let event: Event
    switch (self.event, next.event) {
    case (.add(var record?), .refresh(let content)):
      record.content = content
      event = .add(record)
    case (.add(var record?), .note(let note, _)):
      record.note = note
      record.noteAt = at
      event = .add(record)
    case (.add(var record?), .move(let rank, _)):
      record.rank = rank
      event = .add(record)
    case (.refresh, .refresh): event = next.event
    case (.note(_, let old), .note(let note, _)): event = .note(note, was: old)
    case (.move(_, let old), .move(let rank, _)): event = .move(to: rank, from: old)
    default: return nil
    }
    var line = FavoriteLine(fav, at: at, event, undoes: undoes)
    line.batch = batch
    return line
  }
}
