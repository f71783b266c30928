import BusProtocol
import ClientKit
import MusicModel
import Testing

@Suite("A page that forms")
struct PageTests {
  private var page = Page()

  @Test("takes what is new, changed and gone, and ends in the order that it is told")
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

  @Test("does not mind what is gone and never was there")
  mutating func goneBefore() throws {
    page.apply(Part(upsert: [], gone: [Part.Gone(id: try Sample.id(9))]))
    #expect(page.items.isEmpty)
  }

  @Test("moves what comes again after it was gone to the end")
  mutating func again() throws {
    page.apply(Part(upsert: [try Sample.artist(1, "A"), try Sample.artist(2, "B")], gone: []))
    page.apply(
      Part(upsert: [try Sample.artist(1, "A")], gone: [Part.Gone(id: try Sample.id(1))])
    )
    #expect(page.items.map(\.displayName) == ["B", "A"])
  }

  @Test("cannot be ordered by what never came")
  mutating func unknown() throws {
    page.apply(Part(upsert: [try Sample.artist(1)], gone: []))
    #expect(page.ordered(by: [try Sample.id(1), try Sample.id(2)]) == nil)
  }
}
