import BusProtocol
import MusicModel

/// Calls that watch the hub, and the state last sent to all of them.
///
/// A new watcher gets the full state, so one list of changes is right for all.
struct WatchRegistry: Sendable {
  struct Watch: Sendable {
    let client: Peer
    /// The client's id of the call.
    let call: String
    /// The full state was sent as the first part.
    var partsSent = 1
  }

  /// More changes of favourites are sent as one `many`.
  static let maxFavoriteEvents = 64

  private(set) var watches: [ClientCallID: Watch] = [:]
  /// Whether the time of the next update is set.
  var hasScheduledUpdate = false
  private var sentHub: HubStatus?
  private var sentProviders: [ProviderID: ProviderStatus] = [:]
  private var favoriteEvents: [FavoriteEvent] = []
  private var releases: [ReleaseReport] = []
  /// The maximum number of new albums in an update.
  private static let maxReleases = 50

  var isEmpty: Bool { watches.isEmpty }
  var count: Int { watches.count }

  mutating func begin(_ id: ClientCallID, _ watch: Watch) { watches[id] = watch }

  mutating func recordPart(to id: ClientCallID) { watches[id]?.partsSent += 1 }

  mutating func end(_ id: ClientCallID) -> Watch? {
    let watch = watches.removeValue(forKey: id)
    if watches.isEmpty { self = WatchRegistry() }
    return watch
  }

  mutating func record(_ change: FavoriteEvent) {
    guard !watches.isEmpty else { return }
    favoriteEvents.append(change)
    if favoriteEvents.count > WatchRegistry.maxFavoriteEvents {
      favoriteEvents = [FavoriteEvent(.many)]
    }
  }

  mutating func record(_ found: [ReleaseReport]) {
    guard !watches.isEmpty else { return }
    releases = (releases + found).suffix(WatchRegistry.maxReleases)
  }

  /// The changes since the last update, or `nil`.
  mutating func drainChanges(to hub: HubStatus, _ providers: [ProviderStatus]) -> Part? {
    var part = Part()
    if sentHub?.equalsApartFromTime(hub) != true { part.hub = hub }
    let changed = providers.filter { sentProviders[$0.id] != $0 }
    let removed = Set(sentProviders.keys).subtracting(providers.map(\.id)).sorted()
    if !changed.isEmpty { part.providers = changed }
    if !removed.isEmpty { part.removed = removed }
    if !favoriteEvents.isEmpty { part.favorites = favoriteEvents }
    if !releases.isEmpty { part.releases = releases }
    guard part != Part() else { return nil }
    sentHub = hub
    sentProviders = Dictionary(providers.map { ($0.id, $0) }) { _, last in last }
    (favoriteEvents, releases) = ([], [])
    return part
  }
}

extension HubStatus {
  fileprivate func equalsApartFromTime(_ other: HubStatus) -> Bool {
    var aged = self
    aged.uptimeMs = other.uptimeMs
    return aged == other
  }
}

extension [ProviderStatus] {
  /// The statuses without long members that never change, and without members that always change.
  var watched: [ProviderStatus] {
    map { status in
      var status = status
      status.configSchema = nil
      status.budgets = nil
      return status
    }
  }
}
