import FavoritesModel

/// An arbitrary favourites file.
enum FavoritesTarget {
  private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  /// Reads it as the user's file and as a file to import. A decoded document is encoded,
  /// and decoded again; corrupt lines are reported.
  static func read(_ bytes: [UInt8]) {
    let rows = FavoritesImport(bytes)
    precondition(rows.items.count + rows.refused.count <= bytes.count, "There are too many rows.")
    guard let reading = try? ParsedDocument(bytes, now: now) else { return }
    _ = DocumentCheck(reading, of: "favorites")
    let again = try? ParsedDocument(reading.document.compacted(), now: now)
    guard let again, again.damaged.isEmpty else { preconditionFailure("It cannot be read again.") }
    precondition(
      again.document.shown == reading.document.shown,
      "Favourites have changed."
    )
    for line in reading.damaged { _ = line.text(movedAsideAt: now) }
  }
}
