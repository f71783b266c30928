import BusProtocol
import EntityResolution
import FavoritesModel
package import MusicModel

/// Which ids of the favourite albums and songs their services still have: an album may be withdrawn, or come back under another id.
struct FavoriteLinks: Sendable {
  /// Whether the stored state is known; nothing is asked before.
  private(set) var isLoaded = false
  /// The country for which the user looks at favourites: a service may have an album in another one only. `nil` for that of each provider.
  var country: String?
  /// The ids of favourite albums and songs, without product codes.
  private var ids: Set<EntityID> = []
  private var states: [EntityID: FavoriteLink] = [:]
  /// The revision of the favourites that the ids follow.
  private var followedRevision: Int?
  /// The time of the last question of the schedule, in milliseconds since 1970.
  private var lastMs: Int?
  private var changes = FavoriteLinkChanges()

  /// The maximum number of ids; further ones are not asked for.
  static let maxIDs = 20_000
  /// The maximum number of ids in a reply.
  static let maxReported = 1_000
  /// The maximum number of other ids of each of these.
  static let maxOthers = 20
  /// The time after which the schedule asks for an id again, in milliseconds.
  static let intervalMs = 30 * 86_400_000
  /// The same for an id that has gone: it may be back.
  static let goneIntervalMs = 7 * 86_400_000
  /// The time after which a client's call asks again, and after which the schedule does if a reply said nothing.
  static let recentMs = 22 * 3_600_000
  /// The minimum time between two questions of the schedule, in milliseconds.
  static let minPauseMs = 60_000

  mutating func load(_ stored: [FavoriteLink]) {
    isLoaded = true
    states = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
    let last = stored.max { $0.askedMs < $1.askedMs }
    (lastMs, country) = (last?.askedMs, country ?? last?.country)
  }

  /// Follows changes of the favourites.
  mutating func sync(with document: FavoritesDocument, revision: Int) {
    guard isLoaded, followedRevision != revision else { return }
    followedRevision = revision
    let all = document.records.compactMap(\.content)
      .filter { [.album, .song].contains($0.kind) }
      .flatMap(\.ids)
      .filter { !Catalog.isProductCode($0) }
    // What is known stays.
    ids = Set(all.filter { states[$0] != nil })
    for id in all where ids.count < FavoriteLinks.maxIDs { ids.insert(id) }
    for id in states.keys.filter({ !ids.contains($0) }).sorted() {
      states[id] = nil
      changes.removed.append(id)
    }
  }

  func hasGone(_ id: EntityID) -> Bool { states[id]?.goneMs != nil }

  /// Whether a service had an id when it was asked last.
  func isThere(_ id: EntityID) -> Bool {
    states[id].map { $0.isKnown && $0.goneMs == nil } ?? false
  }

  /// The ids that have gone, the last first.
  var gone: [FavoriteLink] {
    states.values.filter { $0.goneMs != nil }
      .sorted { ($1.goneMs ?? 0, $0.id) < ($0.goneMs ?? 0, $1.id) }
  }

  /// The time until the schedule asks for an id of which `isAsked` is true, in milliseconds.
  func pauseMs(_ isAsked: (EntityID) -> Bool, at unixMs: Int) -> Int {
    let due = ids.filter(isAsked).map { dueMs(of: $0, at: unixMs) }.min()
    let next = max(due ?? .max, (lastMs ?? 0) + FavoriteLinks.minPauseMs)
    return (next - unixMs).clamped(to: Releases.tickMs...Releases.maxTickMs)
  }

  /// The id that the schedule asks for next, one that was never asked for first, if one is due and the pause after the last one has passed.
  ///
  /// A clock that was set back does not stop it.
  func next(_ isAsked: (EntityID) -> Bool, at unixMs: Int) -> EntityID? {
    if let lastMs, (0..<FavoriteLinks.minPauseMs).contains(unixMs - lastMs) { return nil }
    return ids.filter { dueMs(of: $0, at: unixMs) <= unixMs && isAsked($0) }
      .min { order(of: $0) < order(of: $1) }
  }

  /// The ids that a client's call asks for, those that were never asked for first.
  func unchecked(at unixMs: Int) -> [EntityID] {
    ids.filter { !isRecent($0, at: unixMs) }.sorted { order(of: $0) < order(of: $1) }
  }

  private func order(of id: EntityID) -> (Int, EntityID) { (states[id]?.askedMs ?? 0, id) }

  /// How many ids of which `isAsked` is true were looked at, and when.
  func notes(_ isAsked: (EntityID) -> Bool, at unixMs: Int) -> [String] {
    let asked = ids.filter(isAsked)
    guard !asked.isEmpty else {
      return [
        ids.isEmpty
          ? "There are no favourite albums and songs."
          : "No service of a provider that runs has favourite albums or songs."
      ]
    }
    let times = asked.compactMap { states[$0] }.filter(\.isKnown).map(\.askedMs)
    let whole = "\(asked.count.pluralized("link")) of favourite albums and songs"
    let rest = ids.count < FavoriteLinks.maxIDs ? "" : " Further ones are not checked."
    guard let lastMs = times.max() else { return ["None of \(whole) checked yet.\(rest)"] }
    let count = times.count == asked.count ? whole : "\(times.count) of \(whole)"
    return ["Checked \(count)\(Releases.age(max(0, unixMs - lastMs))).\(rest)"]
  }

  private func dueMs(of id: EntityID, at unixMs: Int) -> Int {
    guard let state = states[id], state.askedMs <= unixMs else { return 0 }
    guard state.isKnown else { return state.askedMs + FavoriteLinks.recentMs }
    let intervalMs =
      state.goneMs == nil ? FavoriteLinks.intervalMs : FavoriteLinks.goneIntervalMs
    return state.askedMs + intervalMs
  }

  private func isRecent(_ id: EntityID, at unixMs: Int) -> Bool {
    states[id].map { (0..<FavoriteLinks.recentMs).contains(unixMs - $0.askedMs) } ?? false
  }

  /// A provider is asked for an id; one of which its reply says nothing is left alone for a while.
  mutating func asked(_ provider: ProviderID, for id: EntityID, at unixMs: Int) {
    var state = states[id] ?? FavoriteLink(id: id, provider: provider, askedMs: unixMs)
    (state.askedMs, state.country) = (unixMs, country)
    store(state)
  }

  /// The schedule has asked for an id.
  mutating func pause(from unixMs: Int) { lastMs = unixMs }

  /// Notes whether a service has an id.
  ///
  /// - Returns: whether it has gone, and had not before.
  mutating func note(
    _ id: EntityID,
    isThere: Bool,
    by provider: ProviderID,
    at unixMs: Int
  ) -> Bool {
    let known = states[id]
    guard isLoaded, known != nil || states.count < FavoriteLinks.maxIDs else { return false }
    let wasGone = known?.goneMs != nil
    // Each look at a favourite would write to the disk, also if it says what is known.
    if let known, known.isKnown, known.provider == provider, isThere == !wasGone,
      (1..<FavoriteLinks.recentMs).contains(unixMs - known.askedMs)
    {
      return false
    }
    var state = FavoriteLink(id: id, provider: provider, askedMs: unixMs)
    (state.isKnown, state.country) = (true, country)
    state.goneMs = isThere ? nil : known?.goneMs ?? unixMs
    store(state)
    return !isThere && !wasGone
  }

  private mutating func store(_ state: FavoriteLink) {
    states[state.id] = state
    changes.changed.append(state)
  }

  /// Saves the changes of a turn.
  mutating func saveChanges(_ turn: inout Turn) {
    guard changes != FavoriteLinkChanges() else { return }
    turn.perform(.saveFavoriteLinks(changes))
    changes = FavoriteLinkChanges()
  }
}

/// Whether the service of an id of a favourite has it, as stored.
package struct FavoriteLink: Hashable, Sendable, Codable {
  package var id: EntityID
  /// The provider that was asked last.
  package var provider: ProviderID
  /// The time at which it was asked last, in milliseconds since 1970.
  package var askedMs: Int
  /// The country for which it was asked; `nil` for that of the provider.
  package var country: String?
  /// Whether a reply said whether the service has it.
  package var isKnown = false
  /// The time at which it was first found to have gone, in milliseconds since 1970; `nil` if it is there.
  package var goneMs: Int?

  package init(id: EntityID, provider: ProviderID, askedMs: Int) {
    (self.id, self.provider, self.askedMs) = (id, provider, askedMs)
  }
}

/// Changes of the links of favourites that are to be stored.
package struct FavoriteLinkChanges: Hashable, Sendable {
  package var changed: [FavoriteLink] = []
  /// The ids of what is no favourite any more.
  package var removed: [EntityID] = []

  package init() {}
}

/// The providers of services, which can say whether these have an id.
struct LinkIssuers: Sendable {
  private let providers: [(id: ProviderID, descriptor: Descriptor, namespaces: Set<String>)]

  init(_ providers: [(id: ProviderID, descriptor: Descriptor, namespaces: Set<String>)]) {
    self.providers = providers
  }

  func issuer(of id: EntityID) -> ProviderID? {
    guard let get = id.kind.flatMap(Methods.get) else { return nil }
    return providers.first { provider in
      provider.namespaces.contains(id.namespace) && provider.descriptor.serves(get)
        && provider.descriptor.understands(id)
    }?.id
  }
}
