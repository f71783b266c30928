import MusicModel

/// Which id a provider has for an entity that another source named, as far as was searched.
struct LinkMemory: Sendable {
  enum Link: Hashable, Sendable {
    case linked(EntityID)
    /// It was searched for and not found; believed until then.
    case notLinked(until: Instant)
  }

  private struct Key: Hashable {
    let id: EntityID
    let provider: ProviderID
  }

  private let capacity: Int
  private var links: [Key: (link: Link, number: Int)] = [:]
  private var number = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  func link(of id: EntityID, at provider: ProviderID, now: Instant) -> Link? {
    guard let link = links[Key(id: id, provider: provider)]?.link else { return nil }
    if case .notLinked(let until) = link, until <= now { return nil }
    return link
  }

  mutating func set(_ link: Link, of id: EntityID, at provider: ProviderID) {
    number += 1
    links[Key(id: id, provider: provider)] = (link, number)
    guard links.count > capacity else { return }
    for (key, _) in links.sorted(by: { $0.value.number < $1.value.number })
      .prefix(max(1, capacity / 8))
    {
      links[key] = nil
    }
  }
}
