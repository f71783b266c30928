import BusProtocol
import MusicModel

/// A message from one machine of the hub to another, delivered by `Hub.performEffects`.
enum Effect: Sendable {
  /// A provider started or stopped serving: calls that wait for it go on.
  case providerChanged(ProviderID)
  /// Favourite marks are known: calls that wait for them complete.
  case marksKnown

  // To the pending replies.
  case operationEnded(OperationID, OperationResult)
  /// The reply to the call at its deadline, if the operation has not ended by then.
  case operationTimeout(OperationID, Failure)
  /// No call waits for an operation any more.
  case operationAbandoned(OperationID, OperationKind)
  /// A call that waited is answered.
  case settled(PendingReply, OperationResult)

  // To the favourites.
  case favoritesCall(OperationID, Method, CallParameters)
  /// The sources are queried for an entity that becomes a favourite.
  case gatherFavorite(OperationID, CallParameters)

  // To the caches and watchers.
  case repliesOutdated(because: ReplyCaches.Invalidation)
  case favoriteChanged(FavoriteEvent)
}
