import BusProtocol

extension FavoritesDocument {
  /// Imports rows: new favourites go to the end, existing ones gain missing details and lose
  /// nothing. Importing twice changes nothing more. Rows with one `batch` are undone together.
  package mutating func importRows(
    _ items: [FavoritesImport.Item],
    by evidence: FavoriteEvidence = .trusting,
    batch: String? = nil,
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<ChangeResult> {
    change(now, batch: batch) { document, builder in
      items.map { document.importRows($0, evidence, &builder, &random) }
    }
  }

  private mutating func importRows(
    _ item: FavoritesImport.Item,
    _ evidence: FavoriteEvidence,
    _ builder: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> ChangeResult {
    let known = item.content.ids
    let holders = holders(of: known, item.content.kind)
    if let record = favorite(of: item, among: holders, evidence) {
      return record.contains(item)
        ? .done(.unchanged, record.fav) : update(record, with: item, &builder)
    }
    guard count < FavoriteLimits.maxFavorites else { return .refused(.full) }
    let ids =
      holders.isEmpty
      ? known : known.filter { table.lead(with: $0, of: item.content.kind) == nil }
    guard !ids.isEmpty,
      let content = ids.count == known.count ? item.content : item.content.with(ids: ids)
    else { return .done(.unchanged, holders[0].fav) }
    let fav = item.fav ?? FavoriteID(at: builder.at, using: &random)
    append(content, as: fav, added: item.added ?? builder.at, note: item.note, &builder)
    return .done(.added, fav)
  }

  /// The existing favourite of a row; `holders` have its ids.
  private func favorite(
    of item: FavoritesImport.Item,
    among holders: [FavoriteRecord],
    _ evidence: FavoriteEvidence
  ) -> FavoriteRecord? {
    if let record = item.fav.flatMap({ record($0) }), record.isShown { return record }
    if let same = holders.first(where: { $0.content == item.content }) { return same }
    guard !holders.isEmpty, let entity = item.content.entity else { return nil }
    return holders.first { describes($0, entity, evidence) }
  }

  private mutating func update(
    _ record: FavoriteRecord,
    with item: FavoritesImport.Item,
    _ builder: inout ChangeBuilder
  ) -> ChangeResult {
    let lineCount = builder.lines.count
    let ids = item.content.ids.filter { !isHeld($0, byOtherThan: record.fav) }
    if let ours = record.content,
      let theirs = item.content.with(ids: ids.isEmpty ? ours.ids : ids),
      let content = EntityMerge.completed(ours, with: theirs)
    {
      write(.refresh(content), of: record.fav, &builder)
    }
    // A file may have other line ends than the note.
    let known = record.note?.split(whereSeparator: \.isNewline) ?? []
    let news = (item.note ?? "").split(whereSeparator: \.isNewline).filter { !known.contains($0) }
    if !news.isEmpty {
      let note = ((record.note.map { [$0[...]] } ?? []) + news).joined(separator: "\n")
      guard note.utf8.count <= FavoriteLimits.maxNoteBytes else { return .refused(.noteTooLong) }
      write(.note(note, was: record.note), of: record.fav, &builder)
    }
    return builder.lines.count > lineCount
      ? .done(.updated, record.fav) : .done(.unchanged, record.fav)
  }
}

extension FavoriteRecord {
  /// Whether the row is equal to the favourite, so that nothing needs to be merged.
  fileprivate func contains(_ item: FavoritesImport.Item) -> Bool {
    content == item.content && (item.note == nil || item.note == note)
  }
}
