package import FavoritesModel

/// An event of the store.
package enum FavoritesStoreEvent: Sendable {
  case opened(FavoritesOpening)
  case notOpened(FavoritesFailure)
  /// All changes up to this moment are durable: they may be acknowledged.
  case saved(upTo: Timestamp)
  /// No change from this moment on is durable: they must be rolled back.
  case failed(from: Timestamp, FavoritesFailure)
  /// Another program has not changed the document.
  case unchanged
  /// Another program has changed it: call ``FavoritesStore/mergeExternalChanges(_:)``.
  case externallyChanged
  /// External changes, to be applied before any other change.
  case merged(ExternalMerge)
  case notMerged(FavoritesFailure)
  /// The document has become long, or a client wants it: call ``FavoritesStore/compact(_:)``.
  case compactionWanted
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(FavoritesFailure)
  case checked(DocumentCheck)
  case notChecked(FavoritesFailure)
}
