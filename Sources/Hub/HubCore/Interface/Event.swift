package import BusProtocol
package import MusicModel

/// An event for the hub, reported by the runtime; the core has no other input.
package enum Event: Sendable {
  case received(WireMessage, from: Peer)
  /// The hub received frames that are not a valid message.
  case refused(WireError, from: Peer)
  /// The runtime rejected the identity that a `hello` claims.
  case helloRefused(WireMessage, Failure, from: Peer)
  /// A message could not be delivered: the connection is gone.
  case disconnected(Peer)
  /// A message could not be delivered: the peer does not read. It was a reply to `call`, if any.
  case congested(Peer, call: String? = nil)
  /// The result of discovery, after each change.
  case providersFound(DiscoveryResult)
  /// The result of the manifest change with that operation; `providersFound` precedes it.
  case manifestsChanged(operation: Int, ManifestChangeResult)
  case providerSpawned(ProviderID, token: String, pid: Int)
  case providerNotSpawned(ProviderID, reason: String)
  /// The configuration cannot be read, so that the provider was not started.
  case providerMisconfigured(ProviderID, reason: String)
  /// The settings under its id were made for other code, so that the provider was not started.
  case settingsWithheld(ProviderID, reason: String)
  /// The configuration for which a provider was not started has changed.
  case configurationChanged
  case providerExited(ProviderID, ProviderExit)
  /// The stored user verdicts; `problem` is the reason why no more can be stored.
  case verdictsLoaded([StoredVerdict], problem: String? = nil)
  /// The verdicts with that operation are durable, or could not be written.
  case verdictsSaved(operation: Int, problem: String?)
  /// The stored entities and links of an earlier hub, the most recently used entity last.
  case entityIndexLoaded([KnownEntity], [StoredLink])
  /// The result of the cache lookup with that operation; `nil` if the cache has no entry.
  case lookupCompleted(operation: Int, CachedReply?)
  /// The result of the lookup in the library with that operation.
  case librarySearched(operation: Int, [LibraryRecord])
  /// The histories of favourite artists, and the new albums that earlier hubs found.
  case releasesLoaded([ReleaseHistory], [StoredRelease])
  /// Which ids of favourites their services had, as earlier hubs found.
  case favoriteLinksLoaded([FavoriteLink])
  /// The result of the cache action with that operation.
  case cacheActionCompleted(operation: Int, CacheReport)
  /// The imports that an earlier hub had begun.
  case importsLoaded([StoredImport])
  /// The result of the action of the store of imports with that operation.
  case importsReplied(operation: Int, ImportStoreReply)
  /// The request budgets that an earlier hub stored; none if they were lost.
  case budgetsLoaded([StoredBudget])
  /// The wall-clock time, in milliseconds since 1970: at the start, and when the clock was set.
  case clockSet(unixMs: Int)
  /// An event of the favourites file.
  case favorites(FavoritesEvent)
  case stopRequested(reason: String)
  case tick
}

/// The exit of a provider's process.
package struct ProviderExit: Hashable, Sendable {
  /// `exited with status 1`, `killed by signal 9`.
  package var reason: String
  /// Whether it exited because it cannot run as it is, and must not be restarted.
  package var isFinal: Bool
  /// The last lines that the process wrote.
  package var lastLines: [String]

  /// The missing settings, `needs configuration: …`, if it exited because of them.
  var missingSettings: String? {
    guard isFinal, let line = lastLines.last,
      let marker = line.firstRange(of: "needs configuration: ")
    else { return nil }
    return String(line[marker.lowerBound...])
  }

  package init(reason: String, isFinal: Bool = false, lastLines: [String] = []) {
    self.reason = reason
    self.isFinal = isFinal
    self.lastLines = lastLines
  }
}

/// One connection to the hub: at which of its two sockets, and under which routing id.
package struct Peer: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case client
    case provider
  }

  /// The caller of calls that no client waits for: it has no session, and gets no replies.
  static let hub = Peer(.client, routing: [])

  package var side: Side
  package var routing: [UInt8]

  package init(_ side: Side, routing: [UInt8]) {
    self.side = side
    self.routing = routing
  }

  /// Hashes the routing id as one piece: the hub finds each message's session by its peer.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(side)
    routing.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
