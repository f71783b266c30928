import BusProtocol
import MusicModel

/// The first page as one client sees it form. Each step tells what changed since the last one, so
/// that replaying the parts gives exactly the final page.
struct StreamedPage: Sendable {
  private var shown: [EntityID: Entity] = [:]

  /// What has to be told so that one page becomes the next.
  struct Step: Hashable, Sendable {
    var upsert: [Entity]
    var gone: [Part.Gone]
  }

  /// What to send so that the client's page becomes this one, or nothing where it is the same.
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
