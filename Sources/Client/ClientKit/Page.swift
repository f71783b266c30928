package import BusProtocol
package import MusicModel

/// The first page of a streamed answer as it forms.
///
/// Replaying the parts and then taking the order of the end gives exactly the page that an answer
/// without streaming holds.
package struct Page: Hashable, Sendable {
  private var entities: [EntityID: Entity] = [:]
  private var arrivals: [EntityID] = []

  package init() {}

  /// What is there so far, in the order in which it came.
  package var items: [Entity] { arrivals.compactMap { entities[$0] } }

  package var count: Int { arrivals.count }

  /// Applies one part.
  package mutating func apply(_ part: Part) {
    for gone in part.gone ?? [] where entities.removeValue(forKey: gone.id) != nil {
      arrivals.removeAll { $0 == gone.id }
    }
    for entity in part.upsert?.elements ?? []
    where entities.updateValue(entity, forKey: entity.id) == nil {
      arrivals.append(entity.id)
    }
  }

  /// The final page, or nothing where it names an entity that never came.
  package func ordered(by order: [EntityID]) -> [Entity]? {
    let items = order.compactMap { entities[$0] }
    return items.count == order.count ? items : nil
  }
}
