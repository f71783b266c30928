import BusProtocol
import MusicModel

/// The page of a client that streams.
///
/// Each step contains the changes since the last one, so that the parts together give exactly the
/// final page.
struct StreamedPage: Sendable {
  private var shown: [EntityID: Entity] = [:]

  /// The changes from one page to the next.
  struct Step: Hashable, Sendable {
    var upsert: [Entity]
    var gone: [Part.Gone]
  }

  /// The changes that turn the client's page into this one, or `nil` if it is the same.
  mutating func step(to page: [Entity]) -> Step? {
    let next = Dictionary(page.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let upsert = page.filter { shown[$0.id] != $0 }
    let gone = shown.keys.filter { next[$0] == nil }.sorted().map { id in
      Part.Gone(id: id, into: page.first { $0.ids.contains(id) }?.id)
    }
    shown = next
    return upsert.isEmpty && gone.isEmpty ? nil : Step(upsert: upsert, gone: gone)
  }
}
