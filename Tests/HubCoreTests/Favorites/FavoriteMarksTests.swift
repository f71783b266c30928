import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("A favourite mark")
struct FavoriteMarksTests {
  let hub = HubDriver.withFavorites()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet]) {
      $0.methods["artists.search"]?.freshMs = 3_600_000
    }
    client = hub.connectClient()
  }

  private func marks(_ reply: CallReply?) -> [Bool?] {
    reply?.items.map { entity in
      if case .artist(let artist) = entity { artist.favorite } else { nil }
    } ?? []
  }

  @Test("is in lists and details, for any id, until the favourite is removed")
  func marks() {
    let found = [
      artist("a:artist:1", "mbid:artist:5", name: "Nina Simone"),
      artist("a:artist:2", name: "Nina Hagen") { $0.favorite = true },
    ]
    client.importRows(artist("mbid:artist:5", name: "Nina Simone"))
    let search: (inout CallParameters) -> Void = { $0.text = "nina" }
    let first = client.call(.artistsSearch, search)
    a.reply(to: a.takeCall(), found)
    #expect(marks(client.reply(to: first)) == [true, nil])
    let get = client.call(.artistGet) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), found[0])
    #expect(marks(client.reply(to: get)) == [true])
    // The reply is cached; its favourite marks are not.
    let again = client.call(.artistsSearch, search)
    for providerCall in a.takeCalls() { a.reply(to: providerCall, found) }
    #expect(marks(client.reply(to: again)) == [true, nil])
    client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
    let last = client.call(.artistsSearch, search)
    for providerCall in a.takeCalls() { a.reply(to: providerCall, found) }
    #expect(marks(client.reply(to: last)) == [nil, nil])
  }

  @Test("names only one of two entities after a verdict, and loses no values")
  func parted() {
    let one = artist("a:artist:1", "b:artist:5", name: "Nina Simone") { $0.country = "USA" }
    client.importRows(one)
    client.call(.recordsDifferent) { ($0.id, $0.other) = (id("a:artist:1"), id("b:artist:5")) }
    for (number, part) in [("b:artist:5", "Another"), ("a:artist:1", "Nina Simone")].enumerated() {
      let call = client.call(.artistsSearch) { $0.text = "search \(number)" }
      a.reply(to: a.takeCall(), artist(part.0, name: part.1))
      #expect(marks(client.reply(to: call)) == [number == 1 ? true : nil])
    }
    let shown = client.reply(to: client.call(.favoritesGet) { $0.key = "a:artist:1" })
    #expect(shown?.names == ["Nina Simone"])
    #expect(shown?.items.first?.ids == [id("a:artist:1")])
    guard case .artist(let nina)? = shown?.items.first else { return }
    #expect(nina.country == "USA")
  }

  @Test("is in a streamed page and in its end")
  func streaming() {
    client.importRows(artist("a:artist:1", name: "Nina Simone"))
    let call = client.call(.artistsSearch) { ($0.text, $0.stream) = ("nina", true) }
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "Nina Simone"))
    a.end(providerCall, Done(parts: 1, items: []))
    #expect(marks(client.reply(to: call)) == [true])
  }

  @Test("delays replies while the favourites are being opened, until the deadline at most")
  func opening() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let first = client.call(.artistsSearch) { $0.text = "nina" }
    let second = client.call(.artistsSearch, timeoutMs: 1000) { $0.text = "eunice" }
    for call in a.takeCalls() { a.reply(to: call, artist("a:artist:1", name: "Nina Simone")) }
    #expect(client.reply(to: first) == nil)
    hub.advance(1000)
    #expect(client.reply(to: second)?.names == ["Nina Simone"])
    hub.openFavorites()
    #expect(client.reply(to: first)?.names == ["Nina Simone"])
  }

  @Test("does not delay replies if the disk is too slow")
  func slowDisk() {
    let hub = HubDriver()
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    hub.advance(1900)
    #expect(client.reply(to: call) == nil)
    hub.advance(100)
    #expect(client.reply(to: call)?.names == ["Nina Simone"])
    let next = client.call(.artistsSearch) { $0.text = "eunice" }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: next)?.names == ["Nina Simone"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test(
    "refreshes its snapshot from replies, at most once a day, and never empties it"
  )
  func refreshing() throws {
    client.importRows(artist("a:artist:1", name: "Nina Simone") { $0.biography = "Born in Tryon." })
    #expect(hub.savedChanges.count == 1)
    func search(_ found: Entity) {
      let call = client.call(.artistsSearch) { $0.text = "nina \(hub.newNumber())" }
      a.reply(to: a.takeCall(), found)
      _ = client.reply(to: call)
    }
    // A missing value is saved immediately, other changes within a day.
    search(artist("a:artist:1", "mbid:artist:5", name: "Nina Simone") { $0.formedYear = 1954 })
    #expect(hub.savedChanges.count == 2)
    search(artist("a:artist:1", name: "Nina Simone") { $0.formedYear = 1953 })
    #expect(hub.savedChanges.count == 2)
    hub.handle(.clockSet(unixMs: 1_790_000_000_000 + 86_400_000 * 2))
    search(artist("a:artist:1", name: "Nina Simone") { $0.formedYear = 1953 })
    #expect(hub.savedChanges.count == 3)
    let shown = client.reply(to: client.call(.favoritesGet) { $0.key = "mbid:artist:5" })
    guard case .artist(let nina)? = shown?.items.first else {
      Issue.record("Expected an artist.")
      return
    }
    #expect(nina.formedYear == 1953 && nina.biography == "Born in Tryon.")
  }
}
