package import BusProtocol
import MusicModel

/// The limits and times of a hub. Each is a bound that a test reaches.
package struct HubSettings: Sendable {
  package var version = MusicBusVersion.current
  package var versions = VersionRange.supported
  package var pid = 0
  /// A random text, so that no two hubs create the same ids.
  package var seed = ""
  package var limits = WireLimits.standard
  package var maxClients = 1000
  /// The maximum number of calls in flight, of all clients together.
  package var maxCalls = 4096
  /// The maximum length of the work that one turn does; the rest follows in the next turn.
  package var maxWork = 100_000
  /// The maximum number of calls that wait for one provider; further calls are rejected.
  package var maxQueued = 256

  /// The time limit of a call that specifies none, in milliseconds.
  package var defaultTimeoutMs = Header.timeoutMsDefault
  /// The wait for slow sources after others have replied, in milliseconds.
  package var defaultWaitMs = 3_000

  package var defaultPageLength = 50
  package var maxPageLength = 200
  /// The maximum number of items in one message; a longer page is sent in parts.
  package var itemsPerMessage = 100
  /// The lifetime of a list in the list cache, in milliseconds.
  package var listCacheMs = 600_000
  package var maxCachedLists = 1_024
  /// The maximum number of entities of all cached lists together.
  package var maxCachedListEntities = 10_000
  package var maxCachedEntities = 4_096
  /// The maximum number of bytes that the records of cached entities occupy, approximately.
  package var maxCachedEntityBytes = 32 * 1024 * 1024
  /// The maximum number of results of searches for the id of an entity at a provider.
  package var maxCachedLinks = 8_192
  /// Whether the runtime has a provider cache, so that lookups make sense.
  package var hasProviderCache = false
  /// Whether the runtime has a library, so that lookups make sense.
  package var hasLibrary = false
  /// The maximum wait for a lookup in the provider cache, in milliseconds, before a source is called.
  package var cacheLookupMs = CallDeadlines.cacheLookupMs
  /// The maximum wait of an offline call for the library and the provider cache, in milliseconds.
  package var offlineLookupMs = 2_000
  /// Whether favourite artists are checked for new albums.
  package var checksReleases = false
  /// Whether request budgets are stored, so that those of an earlier hub must be awaited.
  package var storesBudgets = false
  /// The configured freshness lifetimes by method, in milliseconds.
  package var freshMs: [Method: Int] = [:]
  /// The configured merge policy (`hub.policy`), or `nil`.
  package var policy: JSONValue?
  /// The lifetime of the result that an entity was not found at a provider, in milliseconds.
  package var notLinkedMs = 86_400_000

  /// The maximum time from the start of a provider to its hello, in milliseconds.
  package var helloMs = 5_000
  /// The maximum wait of calls for a provider that is starting, in milliseconds, unless they state a
  /// longer one.
  package var startWaitMs = 2_000
  /// The time after the deadline of a call at which its provider is considered stalled, in
  /// milliseconds.
  package var cancelTimeoutMs = 5_000
  /// The silence of a provider with a call in flight after which it is pinged, in milliseconds.
  package var providerPingMs = 2_000
  package var providerDeadMs = 10_000
  /// The same without a call in flight, so that pings rarely wake the hub and its providers.
  package var idleProviderPingMs = 300_000
  package var idleProviderDeadMs = 900_000
  package var clientPingMs = 15_000
  package var clientDeadMs = 60_000
  /// The delay of a timer from which the hub infers that it was suspended, in milliseconds.
  package var stallMs = 500
  /// The grace period from the stop of a provider until it is killed, in milliseconds.
  package var stopGraceMs = 2_000
  /// The time for which changes are collected before watchers are notified, in milliseconds.
  package var watchMs = 200
  /// The time after which an unused hub exits, in milliseconds; `nil` for never.
  package var idleMs: Int?

  package init() {}
}

/// The work in flight. Without calls, all counts but that of the sessions are zero.
package struct InFlightCounts: Hashable, Sendable {
  package var clients = 0
  package var calls = 0
  /// Calls that no client waits for: favourites that are completed, or whose client has left.
  package var ownCalls = 0
  /// Client calls that watch the hub.
  package var watches = 0
  /// Provider calls that have not ended, without those in a cache lookup.
  package var providerCalls = 0
  /// Provider calls in a cache lookup.
  package var lookups = 0
  /// Client calls that wait for the library.
  package var librarySearches = 0
  /// Whether replies wait for favourite marks.
  package var awaitsMarks = false
  /// Provider calls that wait for their provider or occupy it.
  package var queued = 0
  /// Provider calls for which requests are reserved.
  package var reservations = 0
  /// Timers of client calls and provider calls; those of the hub itself do not count.
  package var timers = 0

  package init() {}
}

/// The sizes of the caches, each of which is bounded.
package struct CacheSizes: Hashable, Sendable {
  /// Results from which pages are cut.
  package var lists = 0
  package var listedEntities = 0
  package var entities = 0
  package var links = 0
  /// Verdicts that are not durable yet.
  package var pendingVerdicts = 0
}
