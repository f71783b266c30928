import FavoritesModel

/// A document of favourites of which nothing is known.
enum StrangeFavorites {
  private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  /// Reads it as the user's document and as a file that is brought in. What was read is written,
  /// and read again; what could not be used is told of.
  static func read(_ bytes: [UInt8]) {
    let rows = FavoritesImport(bytes)
    precondition(rows.items.count + rows.refused.count <= bytes.count, "There are too many rows.")
    guard let reading = try? ParsedDocument(bytes, now: now) else { return }
    _ = DocumentCheck(reading)
    let again = try? ParsedDocument(reading.document.compacted(), now: now)
    guard let again, again.damaged.isEmpty else { preconditionFailure("It cannot be read again.") }
    precondition(
      again.document.shown == reading.document.shown,
      "Favourites are not what they were."
    )
    for line in reading.damaged { _ = line.text(movedAsideAt: now) }
  }
}
