import EntityResolution
package import MusicModel

/// Ids of entities at providers that know none of their other ids, as found by searches.
struct LinkCache: Sendable {
  enum Link: Hashable, Sendable {
    case linked(EntityID)
    /// The search did not find the entity; it is repeated after that time.
    case notLinked(until: Instant)
  }

  struct Key: Hashable, Sendable, Comparable {
    let id: EntityID
    let provider: ProviderID

    static func < (left: Key, right: Key) -> Bool {
      left.id == right.id ? left.provider < right.provider : left.id < right.id
    }
  }

  private let capacity: Int
  private var links: [Key: (link: Link, number: Int)] = [:]
  private var number = 0
  private var changed: Set<Key> = []

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { links.count }

  func link(of id: EntityID, at provider: ProviderID, now: Instant) -> Link? {
    guard let link = links[Key(id: id, provider: provider)]?.link else { return nil }
    if case .notLinked(let until) = link, until <= now { return nil }
    return link
  }

  mutating func set(_ link: Link, of id: EntityID, at provider: ProviderID) {
    number += 1
    let key = Key(id: id, provider: provider)
    links[key] = (link, number)
    changed.insert(key)
    guard links.count > capacity else { return }
    for (key, _) in links.sorted(by: { $0.value.number < $1.value.number })
      .prefix(max(1, capacity / 8))
    {
      links[key] = nil
      changed.insert(key)
    }
  }

  /// Removes all links from and to these ids.
  mutating func remove(_ ids: [EntityID]) {
    let ids = Set(ids)
    for (key, value) in links {
      var isAffected = ids.contains(key.id)
      if case .linked(let native) = value.link, ids.contains(native) { isAffected = true }
      guard isAffected else { continue }
      links[key] = nil
      changed.insert(key)
    }
  }

  /// Removes all links at some providers.
  mutating func remove(at isRemoved: (ProviderID) -> Bool) {
    for key in links.keys where isRemoved(key.provider) {
      links[key] = nil
      changed.insert(key)
    }
  }

  /// Adds stored links.
  mutating func restore(_ stored: [(key: Key, link: Link)]) {
    let newer = changed
    for (key, link) in stored where links[key] == nil {
      set(link, of: key.id, at: key.provider)
    }
    changed = newer.union(stored.map(\.key).filter { links[$0] == nil })
  }

  /// The links changed since the last call; `nil` for a removed link.
  mutating func drainChanges() -> [(key: Key, link: Link?)] {
    guard !changed.isEmpty else { return [] }
    defer { changed = [] }
    return changed.sorted().map { ($0, links[$0]?.link) }
  }
}

/// The id of an entity at a provider, or the time until which it has none, as stored on disk.
package struct StoredLink: Hashable, Sendable, Codable {
  package var id: EntityID
  package var provider: ProviderID
  /// `nil` if the search did not find the entity.
  package var native: EntityID?
  /// Milliseconds since 1970; only if not found.
  package var untilMs: Int?
}

/// Changes of the entity index that are to be stored.
package struct EntityIndexChanges: Hashable, Sendable {
  package var entities: [KnownEntity] = []
  /// The first ids of removed entities.
  package var removed: [EntityID] = []
  package var links: [StoredLink] = []
  /// Removed links; only id and provider count.
  package var removedLinks: [StoredLink] = []

  package init() {}

  package var isEmpty: Bool {
    entities.isEmpty && removed.isEmpty && links.isEmpty && removedLinks.isEmpty
  }
}
