import BusProtocol
import MusicModel
import Testing

@Suite("Lenient lists")
struct LenientListTests {
  @Test("leave out and count what cannot be read")
  func skip() throws {
    let json = #"""
      {"parts":0,"items":[{"kind":"artist","id":"itunes:artist:1","name":"A","new":{"x":[1,2.5,null]}},
      {"kind":"artist"},7,{"kind":"album","id":"itunes:album:1","title":"B"}]}
      """#
    let done = try JSONCodec.decode(Done.self, from: Array(json.utf8))
    #expect(done.items?.elements.count == 2)
    #expect(done.items?.skipped == 2)
    let extra = done.items?.elements.first?.base.extra
    #expect(extra?["new"]?["x"]?.elements == [1, .number(2.5), .null])
  }
}
