package import FavoritesModel

/// What happens to the document of the favourites. A `problem` says what is wrong and what to do.
package enum FavoritesEvent: Sendable {
  /// It is being opened; calls that need it wait.
  case opening(path: String)
  /// It is open. `notes` tell what a person should know of how it was read.
  case opened(FavoritesDocument, notes: [String])
  case notOpened(problem: String)
  /// All changes up to this moment are on the disk.
  case saved(upTo: Timestamp)
  /// No change from this moment on is on the disk.
  case failed(from: Timestamp, problem: String)
  /// It was looked at, and nobody else has changed it.
  case inStep
  /// Somebody else had changed the document; it was united with what the hub knows.
  case united([FavoriteLine], notes: [String])
  case notUnited(problem: String)
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(problem: String)
  case checked(DocumentCheck)
  case notChecked(problem: String)
}
