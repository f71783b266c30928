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
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(FavoritesFailure)
  case checked(DocumentCheck)
  case notChecked(FavoritesFailure)
}
