package import BusProtocol
package import MusicModel

/// An action that the hub requests from the runtime.
///
/// `operation` is any number of the hub, which comes back with the result: that of an `Operation` (its ticket), of a call, or of a provider
/// call. Whoever asked knows which.
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
  /// With `listedFreshMs`, a record of the entity that a list contained within that time is a reply, too.
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
  /// Store changes of the links of favourites. They are not urgent, and no reply follows.
  case saveFavoriteLinks(FavoriteLinkChanges)
  /// Record a search. It is not urgent, and no reply follows.
  case noteSearch(Method, text: String, total: Int)
  /// Perform an action on the provider cache; completes with `cacheActionCompleted`.
  case performCacheAction(CacheAction, operation: Int)
  /// Have the store of imports do something; completes with `importsReplied`.
  case imports(ImportAction, operation: Int)
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

/// An action on the provider cache that a client wants.
package enum CacheAction: Hashable, Sendable {
  case status
  /// Removes all entries that are not pinned.
  case clear
  /// Protects the entries of these ids from eviction, or removes that protection.
  case pin([EntityID], isPinned: Bool)
  /// Removes that protection from all entries.
  case unpinAll
  /// The last searches.
  case recent(limit: Int)
  /// An action on the library.
  case library(LibraryCommand)
}

/// An action on the library that a client wants.
package enum LibraryCommand: Hashable, Sendable {
  case status
  /// Removes all records.
  case clear
  /// Removes all records, and adds those of the provider cache.
  case rebuild
}

/// The result of a cache action.
package enum CacheReport: Hashable, Sendable {
  case status(CacheStatus)
  case recent([RecentSearch])
  case library(LibraryStatus)
  /// The action failed, for a reason that is a sentence.
  case failed(String)
}

extension CacheAction {
  private static let defaultRecent = 20

  /// The action of a call that names an entity with these ids.
  init(_ method: Method, _ parameters: CallParameters, ids: [EntityID]) {
    switch method {
    case .cacheClear: self = .clear
    case .cacheUnpin where ids.isEmpty: self = .unpinAll
    case .cachePin, .cacheUnpin: self = .pin(ids, isPinned: method == .cachePin)
    case .searchesRecent: self = .recent(limit: parameters.limit ?? CacheAction.defaultRecent)
    case .libraryStatus: self = .library(.status)
    case .libraryClear: self = .library(.clear)
    case .libraryRebuild: self = .library(.rebuild)
    default: self = .status
    }
  }
}

extension CacheReport {
  /// The reply to the call.
  var result: OperationResult {
    var done = Done()
    switch self {
    case .status(let status): done.cache = status
    case .recent(let searches): done.recent = searches
    case .library(let status): done.library = status
    case .failed(let problem): return .failed(Failure(.internalError, problem))
    }
    return .done(done, short: nil)
  }
}

/// A change of the manifests; discovery follows it.
package enum ManifestChange: Hashable, Sendable {
  /// Adds a manifest to the user's: the file, or the one in the directory at that path.
  ///
  /// The approved hosts replace the previous ones, unless they are `nil`.
  case add(path: String, approvedHosts: [String]?)
  /// Adds a further instance of the provider whose manifest is at that path.
  case addInstance(ProviderID, path: String)
  /// Removes these from the user's.
  case remove([ProviderID])
  /// Changes nothing, and only repeats discovery.
  case look
}

extension ManifestChange {
  /// The change that a call wants; `nil` if it changes no manifests.
  init?(_ method: Method, _ parameters: CallParameters) {
    switch method {
    case .providersReset: return nil
    case .providersAdd:
      let path = parameters.path ?? ""
      if let instance = parameters.instance {
        self = .addInstance(instance, path: path)
      } else {
        self = .add(path: path, approvedHosts: parameters.approvedHosts)
      }
    case .providersRemove: self = .remove(parameters.providers ?? [])
    default: self = .look
    }
  }
}

/// The result of a change of the manifests.
package enum ManifestChangeResult: Hashable, Sendable {
  /// The providers that it affected.
  case made([ProviderID])
  case refused(Failure)
}
