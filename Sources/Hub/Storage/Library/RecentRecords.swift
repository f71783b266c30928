internal import MusicModel

/// The records that the library stored last, by which it recognizes those that a source sends again.
///
/// Most records that arrive are unchanged; these need no look into the file.
struct RecentRecords {
  /// A record remains recent for this time. Its time in the file is late by so much at most.
  static let lifetimeMs = 600_000

  private struct Key: Hashable {
    let provider: ProviderID
    let id: EntityID
  }

  private struct Entry {
    let row: Int
    let entity: Entity
    let seenMs: Int
  }

  private let maxCount: Int
  private var entries: [Key: Entry] = [:]

  init(maxCount: Int = 2048) { self.maxCount = maxCount }

  /// The row of a record that was stored unchanged recently, or `nil`.
  func row(of entity: Entity, by provider: ProviderID, atMs nowMs: Int) -> Int? {
    guard let entry = entries[Key(provider: provider, id: entity.id)],
      (0..<RecentRecords.lifetimeMs).contains(nowMs - entry.seenMs), entry.entity == entity
    else { return nil }
    return entry.row
  }

  /// Adds a record that was stored. If there are too many, the others are removed.
  mutating func add(_ row: Int, of entity: Entity, by provider: ProviderID, atMs seenMs: Int) {
    if entries.count >= maxCount { removeAll() }
    entries[Key(provider: provider, id: entity.id)] =
      Entry(row: row, entity: entity, seenMs: seenMs)
  }

  mutating func removeAll() { entries = [:] }
}
