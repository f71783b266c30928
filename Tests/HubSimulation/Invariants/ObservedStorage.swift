import BusProtocol

/// The data that the hub has saved on disk.
struct ObservedStorage: Sendable {
  var hasVerdicts = false
  /// The outcomes of the lines of each favourite.
  var favorites: [String: Set<FavoriteResult.Outcome>] = [:]
}
