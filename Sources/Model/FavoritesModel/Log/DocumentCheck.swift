package import MusicModel

/// The result of checking a whole document.
package struct DocumentCheck: Hashable, Sendable {
  package let version: Int
  /// The number of valid lines without the header.
  package let lineCount: Int
  package let favoriteCount: Int
  package let damaged: [CorruptLine]
  /// Favourites that cannot be shown because the line with their entity is missing or corrupt.
  package let incomplete: [FavoriteID]
  /// Favourites whose snapshot is unreadable or does not match its line.
  package let doubtful: [FavoriteID]
  /// Favourites that may combine two entities; the names decide.
  package let suspects: [Suspect]

  /// The file beside the document with lines that could not be used, if it has any.
  package var movedAside: MovedAside?

  /// Lines that could not be used, and were moved to another file.
  package struct MovedAside: Hashable, Sendable {
    package let path: String
    package let count: Int

    package init(path: String, count: Int) {
      self.path = path
      self.count = count
    }
  }

  /// A favourite that may combine two entities.
  package struct Suspect: Hashable, Sendable {
    package let fav: FavoriteID
    package let snapshot: Entity
    /// Earlier snapshots of it, and those of the favourites that are shown as one with it.
    package let others: [Entity]
    /// Several ids that one source gave it, though each names one artist only.
    package let rivals: [EntityID]
  }

  package init(_ reading: ParsedDocument) {
    version = reading.version
    lineCount = reading.lineCount
    damaged = reading.damaged
    favoriteCount = reading.document.count
    let records = reading.document.records
    incomplete = records.filter { $0.content == nil }.map(\.fav)
    doubtful = records.filter { $0.content?.agrees == false }.map(\.fav)
    suspects = records.compactMap { Suspect($0, in: reading) }
  }

  package var isSound: Bool { damaged.isEmpty && incomplete.isEmpty && doubtful.isEmpty }
}

extension DocumentCheck.Suspect {
  fileprivate init?(_ record: FavoriteRecord, in reading: ParsedDocument) {
    guard let content = record.content, let snapshot = content.entity else { return nil }
    let twins = reading.document.twins(of: record.fav)
    let others = [reading.renamed[record.fav]] + twins.map(\.content)
    fav = record.fav
    self.snapshot = snapshot
    self.others = others.compactMap { other in
      other?.nameText == content.nameText ? nil : other?.entity
    }
    let artistIDs = Dictionary(
      grouping: snapshot.ids.filter { $0.type == "artist" },
      by: \.namespace
    )
    rivals = artistIDs.values.filter { $0.count > 1 }.flatMap(\.self).sorted()
    if self.others.isEmpty, rivals.isEmpty { return nil }
  }
}

extension FavoritesDocument {
  /// The other favourites that are shown as one with this one.
  fileprivate func twins(of fav: FavoriteID) -> [FavoriteRecord] {
    guard let slot = table.slot(of: fav), table.records[Int(slot)].isShown else { return [] }
    return table.group(of: slot).map { table.records[Int($0)] }.filter { $0.fav != fav }
  }
}

extension FavoriteContent {
  /// Whether kind, name and ids match the snapshot.
  fileprivate var agrees: Bool {
    guard let entity = try? JSONCodec.decode(Entity.self, from: Array(entityText)) else {
      return false
    }
    return entity.kind == kind && entity.displayName == name && Set(entity.ids) == Set(ids)
  }
}
