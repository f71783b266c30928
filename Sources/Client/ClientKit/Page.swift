package import BusProtocol
package import MusicModel

/// The first page of a streamed reply, assembled from its parts.
///
/// Applying all parts and then the final order yields the same page as a reply without streaming.
package struct Page: Hashable, Sendable {
  private var entities: [EntityID: Entity] = [:]
  private var arrivals: [EntityID] = []

  package init() {}

  /// The items so far, in order of arrival.
  package var items: [Entity] { arrivals.compactMap { entities[$0] } }

  package var count: Int { arrivals.count }

  /// Applies a part.
  package mutating func apply(_ part: Part) {
    for gone in part.gone ?? [] where entities.removeValue(forKey: gone.id) != nil {
      arrivals.removeAll { $0 == gone.id }
    }
    for entity in part.upsert?.elements ?? []
    where entities.updateValue(entity, forKey: entity.id) == nil {
      arrivals.append(entity.id)
    }
  }

  /// The final page; `nil` if an id in `order` is unknown.
  package func ordered(by order: [EntityID]) -> [Entity]? {
    let items = order.compactMap { entities[$0] }
    return items.count == order.count ? items : nil
  }
}
