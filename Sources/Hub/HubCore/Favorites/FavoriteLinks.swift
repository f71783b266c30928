import BusProtocol
import EntityResolution
import FavoritesModel
package import MusicModel

/// Which ids of the favourite albums and songs their services still have: an album may be withdrawn, or come back under another id.
struct FavoriteLinks: Sendable {
  /// Whether the stored state is known; nothing is asked before.
  private(set) var isLoaded = false
  /// The ids of favourite albums and songs, without product codes.
  private var ids: [EntityID] = []
  private var states: [EntityID: FavoriteLink] = [:]
  /// The revision of the favourites that the ids follow.
  private var followedRevision: Int?
  /// The time until which ids about which no reply said anything are not due, in milliseconds since 1970.
  private var unknownUntil: [EntityID: Int] = [:]
  /// The time of the last question of the schedule, in milliseconds since 1970.
  private var lastMs: Int?
  private var changes = FavoriteLinkChanges()

  /// The maximum number of ids; further ones are not asked for.
  static let maxIDs = 20_000
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
    lastMs = stored.map(\.checkedMs).max()
  }

  /// Follows changes of the favourites.
  mutating func sync(with document: FavoritesDocument, revision: Int) {
    guard isLoaded, followedRevision != revision else { return }
    followedRevision = revision
    var wanted: Set<EntityID> = []
    ids = document.records.compactMap(\.content)
      .filter { [.album, .song].contains($0.kind) }
      .flatMap(\.ids)
      .filter { id in
        wanted.count < FavoriteLinks.maxIDs && !Catalog.isProductCode(id)
          && wanted.insert(id).inserted
      }
    for id in states.keys.filter({ !wanted.contains($0) }).sorted() {
      states[id] = nil
      changes.removed.append(id)
    }
    unknownUntil = unknownUntil.filter { wanted.contains($0.key) }
  }

  func hasGone(_ id: EntityID) -> Bool { states[id]?.goneMs != nil }

  /// Whether a service had an id when it was asked last.
  func isThere(_ id: EntityID) -> Bool { states[id].map { $0.goneMs == nil } ?? false }

  /// The ids that have gone, the last first.
  var gone: [FavoriteLink] {
    states.values.filter { $0.goneMs != nil }
      .sorted { ($1.goneMs ?? 0, $0.id) < ($0.goneMs ?? 0, $1.id) }
  }

  /// The time until the schedule asks for an id, in milliseconds; one that no provider can look up may be due.
  func pauseMs(at unixMs: Int) -> Int {
    let due = ids.map { max(dueMs(of: $0, at: unixMs), unknownUntil[$0] ?? 0) }.min()
    let next = max(due ?? .max, (lastMs ?? 0) + FavoriteLinks.minPauseMs)
    return (next - unixMs).clamped(to: Releases.tickMs...Releases.maxTickMs)
  }

  /// The ids that the schedule asks for, those never looked at first, if the pause after the last one has passed.
  ///
  /// A clock that was set back does not stop it.
  func due(at unixMs: Int) -> [EntityID] {
    if let lastMs, (0..<FavoriteLinks.minPauseMs).contains(unixMs - lastMs) { return [] }
    return sorted { id in
      let waits = unknownUntil[id].map { (1...FavoriteLinks.recentMs).contains($0 - unixMs) }
      return waits != true && dueMs(of: id, at: unixMs) <= unixMs
    }
  }

  /// The ids that a client's call asks for, those never looked at first.
  func unchecked(at unixMs: Int) -> [EntityID] { sorted { !isRecent($0, at: unixMs) } }

  /// How many ids of these providers were looked at, and when.
  func notes(_ isAsked: (EntityID) -> Bool, at unixMs: Int) -> [String] {
    let asked = ids.filter(isAsked)
    guard !asked.isEmpty else {
      return [
        ids.isEmpty
          ? "There are no favourite albums and songs."
          : "No service of a provider that runs has favourite albums or songs."
      ]
    }
    let times = asked.compactMap { states[$0]?.checkedMs }
    let whole = "\(asked.count.pluralized("link")) of favourite albums and songs"
    guard let lastMs = times.max() else { return ["None of \(whole) checked yet."] }
    let count = times.count == asked.count ? whole : "\(times.count) of \(whole)"
    return ["Checked \(count)\(Releases.age(max(0, unixMs - lastMs)))."]
  }

  private func sorted(where isIncluded: (EntityID) -> Bool) -> [EntityID] {
    ids.filter(isIncluded)
      .sorted { (states[$0]?.checkedMs ?? 0, $0) < (states[$1]?.checkedMs ?? 0, $1) }
  }

  private func dueMs(of id: EntityID, at unixMs: Int) -> Int {
    guard let state = states[id], state.checkedMs <= unixMs else { return 0 }
    let intervalMs =
      state.goneMs == nil ? FavoriteLinks.intervalMs : FavoriteLinks.goneIntervalMs
    return state.checkedMs + intervalMs
  }

  private func isRecent(_ id: EntityID, at unixMs: Int) -> Bool {
    states[id].map { (0..<FavoriteLinks.recentMs).contains(unixMs - $0.checkedMs) } ?? false
  }

  /// The schedule asks for an id; a reply that says nothing about it leaves it alone for a while.
  mutating func begin(_ id: EntityID, at unixMs: Int) {
    lastMs = unixMs
    unknownUntil[id] = unixMs + FavoriteLinks.recentMs
  }

  /// Notes whether a service has an id.
  ///
  /// - Returns: whether it has gone, and had not before.
  mutating func note(
    _ id: EntityID,
    isThere: Bool,
    by provider: ProviderID,
    at unixMs: Int
  ) -> Bool {
    guard isLoaded, states[id] != nil || states.count < FavoriteLinks.maxIDs else { return false }
    unknownUntil[id] = nil
    let wasGone = hasGone(id)
    // Each look at a favourite would write to the disk.
    if wasGone != isThere, states[id]?.provider == provider, isRecent(id, at: unixMs) {
      return false
    }
    let goneMs = isThere ? nil : states[id]?.goneMs ?? unixMs
    let state = FavoriteLink(id: id, provider: provider, checkedMs: unixMs, goneMs: goneMs)
    states[id] = state
    changes.changed.append(state)
    return !isThere && !wasGone
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
  /// The time of its last reply that said so, in milliseconds since 1970.
  package var checkedMs: Int
  /// The time at which it was first found to have gone, in milliseconds since 1970; `nil` if it is there.
  package var goneMs: Int?

  package init(id: EntityID, provider: ProviderID, checkedMs: Int, goneMs: Int? = nil) {
    (self.id, self.provider) = (id, provider)
    (self.checkedMs, self.goneMs) = (checkedMs, goneMs)
  }
}

/// Changes of the links of favourites that are to be stored.
package struct FavoriteLinkChanges: Hashable, Sendable {
  package var changed: [FavoriteLink] = []
  /// The ids of what is no favourite any more.
  package var removed: [EntityID] = []

  package init() {}
}

/// The links of favourites, and the hub (Protocol/client.md, "Favourites").
extension Hub {
  /// Asks for the id of a favourite that is due, if half of each request budget would be left.
  mutating func checkNextLink(_ candidates: [ProviderID], at unixMs: Int) {
    let issuers = directory.issuers(among: candidates)
    for id in favorites.links.due(at: unixMs) {
      guard let provider = issuers.issuer(of: id), let get = id.kind.flatMap(Methods.get),
        lanes.leavesHalf(of: provider, after: get, sparingClients: !sessions.clients.isEmpty, now)
      else { continue }
      favorites.links.begin(id, at: unixMs)
      var parameters = CallParameters()
      (parameters.id, parameters.ids) = (id, entityIndex.entity(id)?.ids ?? [id])
      let query = ProviderQuery(
        provider: provider,
        method: get,
        parameters: parameters.query(of: get, limit: settings.maxPageLength, settings)
      )
      let deadline = now + ReleaseCheck.timeoutMs
      return lanes.ask(query, for: Waiter(ofHubUntil: deadline, bypassesCache: true), &turn)
    }
  }

  /// Notes whether a service has an id of a favourite, as its provider replied. What has gone may be there under another id.
  mutating func linkAnswered(_ query: ProviderQuery, _ records: [SourceRecord]) {
    guard let id = query.parameters.id, [.album, .song].contains(id.kind),
      let unixMs = turn.unixMs, favorites.document.favorite(id) != nil,
      directory.issuers(among: [query.provider]).issuer(of: id) != nil
    else { return }
    let isThere = records.contains { $0.entity.ids.contains(id) }
    if favorites.links.note(id, isThere: isThere, by: query.provider, at: unixMs) {
      favorites.completeLater(id)
    }
  }

  /// The favourites that a service no longer has.
  var unavailableLinks: [UnavailableLink] {
    let (document, links) = (favorites.document, favorites.links)
    return links.gone.prefix(DocumentCheck.maxErrors).compactMap { link in
      guard let fav = document.favorite(link.id), let content = document.record(fav)?.content,
        let entity = content.entity, let goneMs = link.goneMs
      else { return nil }
      var report = UnavailableLink(
        fav: "\(fav)",
        entity: entity.withGenreNames.brief,
        id: link.id,
        provider: link.provider,
        goneAgeMs: max(0, (turn.unixMs ?? 0) - goneMs)
      )
      report.others = content.ids.filter { $0 != link.id && links.isThere($0) }
      let replacement = content.ids.first { other in
        (other.namespace, other.type) == (link.id.namespace, link.id.type)
          && !links.hasGone(other)
      }
      if let replacement {
        report.replacement = replacement
        // The old id says nothing: it was asked for.
        let ids = content.ids.filter { $0 != replacement && !links.hasGone($0) }
        let unknown = EntityID("favorite:\(link.id.type):\(link.id.value)")
        let before = entity.with(ids: ids.isEmpty ? [unknown ?? link.id] : ids)
        let match = entityIndex.match(before, among: [replacement])
        report.reasons = match.candidates.first?.fragments
      }
      return report
    }
  }

  /// How far the hub has looked at the links of favourites.
  var linkNotes: [String] {
    let issuers = directory.issuers(among: directory.providers)
    return favorites.links.notes({ issuers.issuer(of: $0) != nil }, at: turn.unixMs ?? 0)
  }
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
