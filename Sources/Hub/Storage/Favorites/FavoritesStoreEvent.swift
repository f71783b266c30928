package import FavoritesModel

/// What the store has to tell the hub.
package enum FavoritesStoreEvent: Sendable {
  case opened(FavoritesOpening)
  case notOpened(FavoritesFailure)
  /// All changes up to this moment are on the disk: they may be acknowledged.
  case saved(upTo: Timestamp)
  /// No change from this moment on is on the disk: they must be taken back.
  case failed(from: Timestamp, FavoritesFailure)
  /// Whoever had it looked at: nobody else has changed the document.
  case inStep
  /// Somebody else has changed the document: call ``FavoritesStore/reunite(_:)``.
  case outOfStep
  /// What the document told besides; to be taken in before anything else is done.
  case united(ExternalMerge)
  case notUnited(FavoritesFailure)
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(FavoritesFailure)
  case checked(DocumentCheck)
  case notChecked(FavoritesFailure)
}
