import HubCore
import MusicModel

/// The stored data of hubs, which the next one finds.
struct SimulatedDisk: Sendable {
  private(set) var verdicts: [StoredVerdict] = []
  /// The time of a write.
  private(set) var writeMs = 0
  private(set) var fails = false
  var budgets = SimulatedBudgets()
  var records = SimulatedRecords()
  var releases = SimulatedReleases()
  var imports = SimulatedImports()
  private var entities: [EntityID: KnownEntity] = [:]
  private var links: [LinkKey: StoredLink] = [:]

  private struct LinkKey: Hashable {
    let id: EntityID
    let provider: ProviderID

    init(_ link: StoredLink) { (id, provider) = (link.id, link.provider) }
  }

  mutating func changes(writeMs: Int, fails: Bool) {
    (self.writeMs, self.fails) = (writeMs, fails)
  }

  /// - Returns: the reason if they could not be saved.
  mutating func save(_ new: [StoredVerdict]) -> String? {
    guard !fails else { return "no space is left" }
    return saveImmediately(new)
  }

  mutating func saveImmediately(_ new: [StoredVerdict]) -> String? {
    verdicts = new
    return nil
  }

  mutating func save(_ changes: EntityIndexChanges) {
    for entity in changes.entities { if let id = entity.ids.first { entities[id] = entity } }
    for id in changes.removed { entities[id] = nil }
    for link in changes.links { links[LinkKey(link)] = link }
    for link in changes.removedLinks { links[LinkKey(link)] = nil }
  }

  /// In an order that is always the same.
  var identities: ([KnownEntity], [StoredLink]) {
    (
      entities.sorted { $0.key < $1.key }.map(\.value),
      links.values.sorted { ($0.id, $0.provider) < ($1.id, $1.provider) }
    )
  }
}
