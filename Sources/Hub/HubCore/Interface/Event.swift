package import BusProtocol
package import MusicModel

/// What happens to the hub. The shell turns the world into these, and nothing else reaches the core.
package enum Event: Sendable {
  case received(WireMessage, from: Peer)
  /// Frames came that are no message.
  case refused(WireError, from: Peer)
  /// A hello came from one who cannot be the one that it says.
  case helloRefused(WireMessage, Failure, from: Peer)
  /// A message could not be delivered: the connection is gone.
  case disconnected(Peer)
  /// A message could not be delivered: the peer does not read.
  case congested(Peer)
  /// All that can be found, whenever that has changed.
  case providersFound(DiscoveryResult)
  /// What became of the change of that ticket; `providersFound` came before it.
  case manifestsChanged(ticket: Int, ManifestChangeResult)
  case providerSpawned(ProviderID, token: String, pid: Int)
  case providerNotSpawned(ProviderID, reason: String)
  case providerExited(ProviderID, ProviderExit)
  /// What persons said, as it was kept; `problem` says why nothing more can be kept.
  case verdictsFound([StoredVerdict], problem: String? = nil)
  /// The verdicts of that ticket are on the disk, or could not be written.
  case verdictsKept(ticket: Int, problem: String?)
  /// What a hub before knew of entities, the one used last at the end.
  case identitiesFound([StoredEntity], [LinkNote])
  /// What is kept of the answer that was looked for under that ticket; nothing where nothing is.
  case answerFound(ticket: Int, CachedReply?)
  /// The order of that ticket was carried out, or could not be.
  case cacheTold(ticket: Int, CacheReport)
  /// The request budgets that an earlier hub stored; none if they were lost.
  case budgetsLoaded([StoredBudget])
  /// What the clock on the wall says, in milliseconds since 1970: at the start, and when it was set.
  case clockSet(unixMs: Int)
  /// Something became of the document of the favourites.
  case favorites(FavoritesEvent)
  case stopRequested(reason: String)
  case tick
}

/// How a provider's process ended.
package struct ProviderExit: Hashable, Sendable {
  /// `exited with status 1`, `killed by signal 9`.
  package var reason: String
  /// Whether it left because it cannot run as it is, and must not be started again.
  package var isFinal: Bool
  /// The last lines that it wrote.
  package var lastLines: [String]

  package init(reason: String, isFinal: Bool = false, lastLines: [String] = []) {
    self.reason = reason
    self.isFinal = isFinal
    self.lastLines = lastLines
  }
}
