/// What became of one row that was brought in.
package enum ImportResult: Hashable, Sendable {
  case added(FavoriteID)
  /// It was there; ids, members of the snapshot or a note were new.
  case updated(FavoriteID)
  /// It was there with all that the row tells.
  case unchanged(FavoriteID)
  case refused(FavoriteRefusal)
}

extension FavoritesDocument {
  /// Brings in rows: what is not there is added behind all others, in the order of the rows; what
  /// is there learns what it did not know and loses nothing. Doing it twice changes nothing more.
  package mutating func bringIn(
    _ items: [FavoritesImport.Item],
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<ImportResult> {
    change(now) { document, draft in
      items.map { document.bringIn($0, &draft, &random) }
    }
  }

  private mutating func bringIn(
    _ item: FavoritesImport.Item,
    _ draft: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> ImportResult {
    if let known = known(item) { return update(known, with: item, &draft) }
    guard count < FavoriteLimits.favoritesMax else { return .refused(.full) }
    let fav = item.fav ?? FavoriteID(at: draft.at, using: &random)
    append(item.content, as: fav, added: item.added ?? draft.at, note: item.note, &draft)
    return .added(fav)
  }

  /// The favourite that a row tells of.
  private func known(_ item: FavoritesImport.Item) -> FavoriteRecord? {
    if let record = item.fav.flatMap({ record($0) }), record.isShown { return record }
    return item.content.ids.lazy.compactMap { table.lead(with: $0) }
      .map { table.records[Int($0)] }
      .first { $0.content?.kind == item.content.kind }
  }

  private mutating func update(
    _ record: FavoriteRecord,
    with item: FavoritesImport.Item,
    _ draft: inout ChangeBuilder
  ) -> ImportResult {
    let lineCount = draft.lines.count
    if let ours = record.content,
      let content = EntityMerge.completed(ours, with: item.content)
    {
      write(.refresh(content), of: record.fav, &draft)
    }
    let lines = record.note?.split(separator: "\n").map(String.init) ?? []
    let news = item.note?.split(separator: "\n").map(String.init).filter { !lines.contains($0) }
    if let news, !news.isEmpty {
      let note = (lines + news).joined(separator: "\n")
      guard note.utf8.count <= FavoriteLimits.noteBytesMax else { return .refused(.noteTooLong) }
      write(.note(note, was: record.note), of: record.fav, &draft)
    }
    return draft.lines.count > lineCount ? .updated(record.fav) : .unchanged(record.fav)
  }
}
