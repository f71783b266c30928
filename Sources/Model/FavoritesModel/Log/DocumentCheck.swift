import MusicModel

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
  /// Whether kind, name and ids match the snapshot.
  fileprivate var agrees: Bool {
    guard let entity = try? JSONText.readEntity(entityText) else { return false }
    return entity.kind == kind && entity.displayName == name && Set(entity.ids) == Set(ids)
  }
}
