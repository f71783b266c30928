import BusProtocol
import MusicModel

/// Who watches the hub, and what was told to all of them last.
///
/// A new watcher gets the full state, so that from there on one list of changes is right for all.
struct WatchRegistry: Sendable {
  struct Watcher: Sendable {
    let client: Peer
    /// The call, in the client's words.
    let id: String
    var partsSent = 0
  }

  /// More changes of favourites than this are told as `many`.
  static let newsMax = 64

  private(set) var watchers: [ClientCallID: Watcher] = [:]
  /// Whether the time is set at which they are told what has happened.
  var isDue = false
  private var toldHub: HubStatus?
  private var toldProviders: [ProviderID: ProviderStatus] = [:]
  private var news: [FavoriteEvent] = []

  var isEmpty: Bool { watchers.isEmpty }
  var count: Int { watchers.count }

  mutating func begin(_ key: ClientCallID, _ watcher: Watcher) { watchers[key] = watcher }

  mutating func sentPart(to key: ClientCallID) { watchers[key]?.partsSent += 1 }

  @discardableResult
  mutating func end(_ key: ClientCallID) -> Watcher? {
    let watcher = watchers.removeValue(forKey: key)
    // What nobody was told need not be remembered.
    if watchers.isEmpty { self = WatchRegistry() }
    return watcher
  }

  mutating func note(_ change: FavoriteEvent) {
    guard !watchers.isEmpty else { return }
    news.append(change)
    if news.count > WatchRegistry.newsMax { news = [FavoriteEvent(.many)] }
  }

  /// What has changed since all were told last; nothing where nothing has.
  mutating func changes(to hub: HubStatus, _ providers: [ProviderStatus]) -> Part? {
    var part = Part()
    if toldHub?.isSame(as: hub) != true { part.hub = hub }
    let changed = providers.filter { toldProviders[$0.id] != $0 }
    let removed = Set(toldProviders.keys).subtracting(providers.map(\.id)).sorted()
    if !changed.isEmpty { part.providers = changed }
    if !removed.isEmpty { part.removed = removed }
    if !news.isEmpty { part.favorites = news }
    guard part != Part() else { return nil }
    toldHub = hub
    toldProviders = Dictionary(providers.map { ($0.id, $0) }) { _, last in last }
    news = []
    return part
  }
}

extension HubStatus {
  /// Whether nothing but the time has gone on.
  fileprivate func isSame(as other: HubStatus) -> Bool {
    var aged = self
    aged.uptimeMs = other.uptimeMs
    return aged == other
  }
}
