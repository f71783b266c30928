import HubCore
import MusicModel

/// What hubs keep, so that the next one finds it.
struct Disk: Sendable {
  private(set) var verdicts: [KeptVerdict] = []
  /// How long it takes to write.
  private(set) var writeMs = 0
  private(set) var fails = false
  private var entities: [EntityID: EntityNote] = [:]
  private var links: [LinkKey: LinkNote] = [:]

  private struct LinkKey: Hashable {
    let id: EntityID
    let provider: ProviderID

    init(_ note: LinkNote) { (id, provider) = (note.id, note.provider) }
  }

  mutating func changes(writeMs: Int, fails: Bool) {
    (self.writeMs, self.fails) = (writeMs, fails)
  }

  /// - Returns: why they could not be kept.
  mutating func keep(_ new: [KeptVerdict]) -> String? {
    guard !fails else { return "no space is left" }
    return keepAtOnce(new)
  }

  mutating func keepAtOnce(_ new: [KeptVerdict]) -> String? {
    verdicts = new
    return nil
  }

  mutating func keep(_ changes: IdentityChanges) {
    for note in changes.entities { if let id = note.ids.first { entities[id] = note } }
    for id in changes.gone { entities[id] = nil }
    for note in changes.links { links[LinkKey(note)] = note }
    for note in changes.goneLinks { links[LinkKey(note)] = nil }
  }

  /// In an order that is always the same.
  var identities: ([EntityNote], [LinkNote]) {
    (
      entities.sorted { $0.key < $1.key }.map(\.value),
      links.values.sorted { ($0.id, $0.provider) < ($1.id, $1.provider) }
    )
  }
}
