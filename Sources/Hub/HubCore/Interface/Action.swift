package import BusProtocol
package import MusicModel

/// An action that the hub requests from the runtime.
package enum Action: Hashable, Sendable {
  case send(WireMessage, to: Peer)
  /// Start the provider's process; completes with `providerSpawned`, `providerNotSpawned`,
  /// `providerMisconfigured` or `settingsWithheld`.
  case spawn(ProviderID)
  /// Give a provider the settings that were withheld from it, from its next start on.
  case acceptSettings(ProviderID)
  /// End the provider's process: close its lifeline, and kill its group after the grace period.
  case stop(ProviderID, graceMs: Int)
  /// Log the values of a provider's configuration that this schema does not allow.
  case checkConfiguration(ProviderID, schema: JSONValue)
  /// Change manifests, and repeat discovery.
  ///
  /// Completes with `providersFound` and then `manifestsChanged`.
  case changeManifests(ManifestChange, operation: Int)
  /// Replace the stored verdicts with these; completes with `verdictsSaved` when they are synced.
  case saveVerdicts([StoredVerdict], operation: Int)
  /// Store changes of the entity index. They are not urgent, and no reply follows.
  case saveEntityIndex(EntityIndexChanges)
  /// Perform an action on the favourites file.
  case favorites(FavoritesAction)
  /// Look up a reply in the provider cache; completes with `lookupCompleted`.
  ///
  /// With `listedFreshMs`, a record of the entity that a list contained so long ago at most is a reply, too.
  case lookUpReply(ProviderQuery, listedFreshMs: Int?, operation: Int)
  /// Store a reply and its records in place of the previous ones. It is not urgent, and no reply
  /// follows.
  case storeReply(CachedReply, to: ProviderQuery)
  /// Look up records in the library; completes with `librarySearched`.
  case searchLibrary(LibraryQuery, operation: Int)
  /// Retain the records with these ids: those of the favourites. No reply follows.
  case retainRecords([EntityID])
  /// Store changes of new releases. They are not urgent, and no reply follows.
  case saveReleases(ReleaseChanges)
  /// Record a search. It is not urgent, and no reply follows.
  case noteSearch(Method, text: String, total: Int)
  /// Perform an action on the provider cache; completes with `cacheActionCompleted`.
  case performCacheAction(CacheAction, operation: Int)
  /// Store these request budgets in place of those of the same upstreams. No reply follows.
  case storeBudgets([StoredBudget])
  case log(LogLevel, String)
  /// The hub has stopped, and the process may exit.
  case finished
}

/// The severity of a log line.
package enum LogLevel: String, Hashable, Sendable, Comparable, CaseIterable {
  /// Details for finding a fault.
  case debug
  /// An ordinary, essential change.
  case info
  /// Invalid input, or a source that does not work properly.
  case warning
  /// A failure of the hub itself.
  case error

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.severity < right.severity
  }

  private var severity: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}
