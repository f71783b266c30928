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
