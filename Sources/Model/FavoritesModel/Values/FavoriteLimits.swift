/// The bounds of a document; each is told in `Protocol/favorites-document.md`.
package enum FavoriteLimits {
  /// A line of more bytes is damaged.
  package static let lineBytesMax = 1024 * 1024
  /// JSON of an entity that has more bytes is refused.
  package static let entityBytesMax = 512 * 1024
  package static let noteBytesMax = 10_000
  package static let favoritesMax = 1_000_000
  /// A document of more bytes is not opened.
  package static let documentBytesMax = 2 * 1024 * 1024 * 1024
  /// A rank of more letters makes its neighbourhood be numbered anew.
  package static let rankLengthMax = 32
  /// A rank of more letters is malformed.
  package static let rankLengthReadable = 256
  /// How many of the last changes can be undone.
  package static let undoMax = 100
  /// How many removals are remembered, so that an older copy of the document does not bring back
  /// what was removed.
  package static let removalsMax = 10_000
  /// And for how long, in microseconds: 180 days.
  package static let removalsAgeMax = 180 * Timestamp.day
}
