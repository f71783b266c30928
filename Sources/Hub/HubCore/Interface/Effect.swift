import BusProtocol
import EntityResolution
import MusicModel

/// A message from one machine of the hub to another, delivered by `Hub.performEffects`.
enum Effect: Sendable {
  // From clients, under their session.
  case clientSessionEnded(Peer)

  // From providers, under their session.
  /// The process may still run, and open another session.
  case sessionLost(ProviderID, because: String)

  // To the calls of clients.
  /// A provider call has something to tell who waits for it.
  case news(LaneNews, of: ProviderID, for: Waiter)
  /// Something happens to a call.
  case call(ClientCallID, ClientCall.Input)
  /// A provider started or stopped serving: calls that wait for it go on.
  case providerChanged(ProviderID)
  /// Favourite marks are known: calls that wait for them complete.
  case marksKnown

  // To the caches and watchers.
  case repliesOutdated(because: ListCache.Invalidation)
  case favoriteChanged(FavoriteEvent)

  // To the calls of providers.
  /// A provider has a session; replies before `sinceMs` are those of other code.
  case queueOpened(ProviderID, Descriptor, ProviderTrust, sinceMs: Int)
  /// A provider has no session any more; its last request can be made until then, if that is known.
  case queueClosed(ProviderID, because: String, mayRunUntil: Instant?)
  /// Earlier failures do not count any more: a provider has a new process, or a client resets it.
  case breakersReset(ProviderID)
  /// A provider does not exist any more; its branches and its calls end.
  case providerRemoved(ProviderID, because: String)

  // To the sessions.
  /// The process of the provider is stopped or gone.
  case closeSession(ProviderID)
}

extension Effect {
  /// The name of the case.
  var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}
