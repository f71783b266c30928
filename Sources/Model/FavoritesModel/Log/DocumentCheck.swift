import MusicModel

/// What a look at a whole document finds.
package struct DocumentCheck: Hashable, Sendable {
  package let version: Int
  /// Lines that can be used, the header not counted.
  package let lineCount: Int
  package let favoriteCount: Int
  package let damaged: [CorruptLine]
  /// Favourites whose own line is missing or damaged, so that they cannot be shown.
  package let incomplete: [FavoriteID]
  /// Favourites whose snapshot cannot be read, or whose line says something else than it does.
  package let doubtful: [FavoriteID]

  package init(_ reading: ParsedDocument) {
    version = reading.version
    lineCount = reading.lineCount
    damaged = reading.damaged
    favoriteCount = reading.document.count
    let records = reading.document.records
    incomplete = records.filter { $0.content == nil }.map(\.fav)
    doubtful = records.filter { $0.content?.agrees == false }.map(\.fav)
  }

  package var isSound: Bool { damaged.isEmpty && incomplete.isEmpty && doubtful.isEmpty }
}

extension FavoriteContent {
  /// Whether kind, name and ids are those of the snapshot.
  fileprivate var agrees: Bool {
    guard let entity = try? JSONText.readEntity(entityText) else { return false }
    return entity.kind == kind && entity.displayName == name && Set(entity.ids) == Set(ids)
  }
}
