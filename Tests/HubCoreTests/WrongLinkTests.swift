import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A wrong link between sources")
struct WrongLinkTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet])
    b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
    client = hub.connectClient()
  }

  private func get(_ text: String) -> String {
    client.call(.artistGet) { $0.id = id(text) }
  }

  @Test(
    "is not made by name if another source has a different entity under the id found",
    arguments: [true, false]
  )
  func namesake(_ isFirst: Bool) throws {
    let one = artist("a:artist:1", "b:artist:5", name: "Nirvana")
    let other = artist("a:artist:2", name: "Nirvana")
    let hit = artist("b:artist:5", name: "Nirvana")
    func ids(of record: Entity) throws -> [EntityID] {
      let call = get("\(record.id)")
      a.reply(to: a.takeCall(), record)
      for _ in 1...2 {
        for taken in b.takeCalls() { b.reply(to: taken, hit) }
      }
      return try #require(client.reply(to: call)?.items.first).ids
    }
    // Nothing is known about the id yet.
    if isFirst { #expect(try ids(of: other).contains(hit.id)) }
    #expect(try ids(of: one) == one.ids)
    hub.advance(1_000)
    #expect(try ids(of: other) == other.ids)
    #expect(try ids(of: one) == one.ids)
  }

  @Test(
    "shows the album with the requested id if its source has the bar code of another album",
    arguments: [true, false]
  )
  func wrongCode(_ isWrong: Bool) throws {
    let a = hub.connectProvider("c", serving: [.albumGet]) { $0.namespaces = ["c:album"] }
    let b = hub.connectProvider("d", serving: [.albumGet]) {
      $0.namespaces = ["d:album", "upc:album"]
    }
    let call = client.call(.albumGet) { $0.id = id("c:album:1") }
    let code = "upc:album:602475093060"
    let titles = ["Winter Ledger", isWrong ? "Salt & Meridian" : "Winter Ledger (Deluxe)"]
    let artists = ["Áine Dwyer", isWrong ? "Velvet Maps" : "Aine Dwyer"]
    a.reply(
      to: a.takeCall(),
      album("c:album:1", code, title: titles[0], by: .init(name: artists[0]))
    )
    let other = try #require(b.takeCall())
    #expect(other.parameters.id == id(code))
    b.reply(to: other, album("d:album:9", code, title: titles[1], by: .init(name: artists[1])))
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Winter Ledger"] || !isWrong)
    #expect(reply.items.first?.ids.contains(id("d:album:9")) == !isWrong)
  }
}
