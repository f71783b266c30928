import BusProtocol
import ClientKit
import MusicModel
import Testing

@Suite("A page that forms")
struct PageTests {
  private var page = Page()

  @Test("applies added, changed and removed entities, and the final order")
  mutating func replay() throws {
    page.apply(Part(upsert: [try Sample.artist(1, "A"), try Sample.artist(2, "B")], gone: []))
    page.apply(Part(upsert: [try Sample.artist(1, "A!")], gone: []))
    page.apply(
      Part(
        upsert: [try Sample.artist(3, "C")],
        gone: [Part.Gone(id: try Sample.id(2), into: try Sample.id(3))]
      )
    )
    #expect(page.items.map(\.displayName) == ["A!", "C"])
    let order = [try Sample.id(3), try Sample.id(1)]
    #expect(page.ordered(by: order)?.map(\.displayName) == ["C", "A!"])
  }

  @Test("ignores the removal of an unknown entity")
  mutating func goneBefore() throws {
    page.apply(Part(upsert: [], gone: [Part.Gone(id: try Sample.id(9))]))
    #expect(page.items.isEmpty)
  }

  @Test("moves an entity to the end if it is added again after its removal")
  mutating func again() throws {
    page.apply(Part(upsert: [try Sample.artist(1, "A"), try Sample.artist(2, "B")], gone: []))
    page.apply(
      Part(upsert: [try Sample.artist(1, "A")], gone: [Part.Gone(id: try Sample.id(1))])
    )
    #expect(page.items.map(\.displayName) == ["B", "A"])
  }

  @Test("rejects an order with unknown ids")
  mutating func unknown() throws {
    page.apply(Part(upsert: [try Sample.artist(1)], gone: []))
    #expect(page.ordered(by: [try Sample.id(1), try Sample.id(2)]) == nil)
  }
}
