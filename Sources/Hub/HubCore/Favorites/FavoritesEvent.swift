package import FavoritesModel

/// An event of the favourites file. A `problem` states the error and its fix.
package enum FavoritesEvent: Sendable {
  /// It is being opened; calls that need it wait.
  case opening(path: String)
  /// It is open. `notes` are for the user.
  case opened(FavoritesDocument, notes: [String])
  case notOpened(problem: String)
  /// All changes up to this moment are durable.
  case saved(upTo: Timestamp)
  /// No change from this moment on is durable.
  case failed(from: Timestamp, problem: String)
  /// It was checked, and no other program has changed it.
  case unchanged
  /// Another program had changed the document; it was merged with the hub's state.
  case merged([FavoriteLine], notes: [String])
  case notMerged(problem: String)
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(problem: String)
  case checked(DocumentCheck)
  case notChecked(problem: String)

  /// Whether the document contains lines that the hub has not read before.
  var mayAddLines: Bool {
    switch self {
    case .opened, .merged: true
    default: false
    }
  }
}
