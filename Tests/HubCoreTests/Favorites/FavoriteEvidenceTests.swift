import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("A favourite and a wrong id")
struct FavoriteEvidenceTests {
  let hub = HubDriver.withFavorites()
  let store: ModelProvider
  let wrong: ModelProvider
  let client: ModelClient

  init() {
    store = hub.connectProvider("itunes-search", serving: [.artistsSearch, .artistGet]) {
      $0.namespaces = ["itunes:artist"]
    }
    wrong = hub.connectProvider("x", serving: [.artistsSearch, .artistGet]) {
      $0.namespaces = ["x:artist", "itunes:artist"]
    }
    client = hub.connectClient()
  }

  private let queen = artist("itunes:artist:3296287", name: "Queen")
  private let coldplay = artist("itunes:artist:471744", name: "Coldplay")

  private func reply(
    _ method: BusProtocol.Method,
    _ change: (inout CallParameters) -> Void,
    _ replies: [ProviderID: Entity]
  ) -> CallReply? {
    let call = client.call(method, change)
    for provider in [store, wrong] {
      for taken in provider.takeCalls() {
        provider.reply(to: taken, replies[provider.id].map { [$0] } ?? [])
      }
    }
    return client.reply(to: call)
  }

  private func names() -> [String] {
    (client.favorites()?.items ?? []).map {
      "\($0.displayName) \($0.ids.map(\.description).sorted().joined(separator: " "))"
    }
  }

  @Test("stays itself, whatever is searched, shown or restarted")
  func wrongID() {
    client.importRows(queen, coldplay)
    let record = artist("x:artist:1", "itunes:artist:471744", name: "Queen")
    for number in 0..<2 {
      _ = reply(
        .artistsSearch,
        { $0.text = "queen \(number)" },
        [store.id: queen, wrong.id: record]
      )
      _ = reply(
        .artistGet,
        { $0.id = id("itunes:artist:471744") },
        [store.id: coldplay, wrong.id: record]
      )
      _ = reply(
        .artistGet,
        { $0.id = id("itunes:artist:3296287") },
        [store.id: queen, wrong.id: record]
      )
    }
    #expect(client.favorites()?.names == ["Queen", "Coldplay"])
    let get = client.call(.favoritesGet) { $0.key = "itunes:artist:471744" }
    #expect(client.reply(to: get)?.names == ["Coldplay"])
  }

  @Test("is not changed by, or shown as, a namesake that has one of its ids")
  func namesake() {
    let one = artist("mbid:artist:1", "itunes:artist:5", name: "Nirvana") { $0.formedYear = 1987 }
    client.importRows(one)
    func marks(_ record: Entity) -> [Bool?] {
      let items = reply(.artistsSearch, { $0.text = "\(record.id)" }, [wrong.id: record])?.items
      return items?.map { if case .artist(let artist) = $0 { artist.favorite } else { nil } } ?? []
    }
    let other = artist("mbid:artist:2", "itunes:artist:5", name: "Nirvana") { $0.formedYear = 1965 }
    hub.advance(100_000_000)
    #expect(marks(other) == [nil])
    #expect(names() == ["Nirvana itunes:artist:5 mbid:artist:1"])
    let get = client.call(.favoritesGet) { $0.key = "mbid:artist:1" }
    guard case .artist(let shown)? = client.reply(to: get)?.items.first else {
      Issue.record("The favourite is missing.")
      return
    }
    #expect(shown.formedYear == 1987)
    #expect(marks(one) == [true])
  }

  @Test("is not shown as another album whose product code it has")
  func wrongCode() {
    let code = "upc:album:602475093060"
    client.importRows(album("x:album:1", code, title: "Winter Ledger"))
    let albums = hub.connectProvider("y", serving: [.albumsSearch])
    func marks(_ title: String) -> [Bool?] {
      let call = client.call(.albumsSearch) { $0.text = title }
      albums.reply(to: albums.takeCall(), album("y:album:\(title.count)", code, title: title))
      let items = client.reply(to: call)?.items
      return items?.map { if case .album(let album) = $0 { album.favorite } else { nil } } ?? []
    }
    #expect(marks("Salt & Meridian") == [nil])
    #expect(marks("Winter Ledger (Deluxe Edition)") == [true])
  }

  /// The favourites that a check reports.
  private func suspicious() -> [FavoritesCheck.Suspicion] {
    let call = client.call(.favoritesCheck)
    let bytes = hub.savedChanges.flatMap(\.text)
    guard let reading = try? ParsedDocument(bytes, now: .never) else { return [] }
    hub.handle(.favorites(.checked(DocumentCheck(reading, of: "favorites"))))
    return client.reply(to: call)?.done?.check?.suspicious ?? []
  }

  private func say(_ method: BusProtocol.Method) {
    let call = client.call(method) { ($0.id, $0.other) = (queen.id, coldplay.id) }
    #expect(client.reply(to: call)?.done?.verdict != nil)
  }

  @Test("is reported when a source shows whose id it is, and loses it by a verdict")
  func adopted() {
    var both = artist("itunes:artist:3296287", "itunes:artist:471744", name: "Queen")
    client.importRows(both)
    #expect(suspicious().map(\.ids) == [both.ids])
    both = artist("x:artist:9", "itunes:artist:1", name: "Genesis")
    client.importRows(both)
    let genuine = artist("itunes:artist:1", name: "Muse")
    _ = reply(.artistGet, { $0.id = id("itunes:artist:1") }, [store.id: genuine])
    let reports = suspicious()
    #expect(reports.contains { $0.reason == "its id itunes:artist:1 is that of \"Muse\"" })
    #expect(
      reports.first { $0.name == "Genesis" }?.ids == [id("x:artist:9"), id("itunes:artist:1")]
    )
    say(.recordsDifferent)
    #expect(names().first == "Queen itunes:artist:3296287")
  }

  @Test("becomes one with another only if the user says so, and two again")
  func verdicts() {
    client.importRows(queen, coldplay)
    say(.recordsSame)
    _ = reply(.artistsSearch, { $0.text = "both" }, [store.id: queen])
    let both = client.call(.artistsSearch) { $0.text = "all" }
    store.reply(to: store.takeCall(), queen, coldplay)
    wrong.reply(to: wrong.takeCall())
    _ = client.reply(to: both)
    #expect(client.favorites()?.items.count == 1)
    #expect(suspicious().isEmpty)
    say(.recordsDifferent)
    #expect(Set(names()) == ["Queen itunes:artist:3296287", "Coldplay itunes:artist:471744"])
  }

  @Test("names a new favourite when the user adds its owner")
  func adding() {
    client.importRows(artist("x:artist:1", "itunes:artist:471744", name: "Queen"))
    let found = client.call(.artistsSearch) { $0.text = "coldplay" }
    store.reply(to: store.takeCall(), coldplay)
    wrong.reply(to: wrong.takeCall())
    _ = client.reply(to: found)
    let added = reply(.favoritesAdd, { $0.id = coldplay.id }, [store.id: coldplay])
    #expect(added?.done?.results?.map(\.outcome) == [.added])
    #expect(names() == ["Queen x:artist:1", "Coldplay itunes:artist:471744"])
  }

  @Test("does not start over with its revision after a restart")
  func revision() throws {
    client.importRows(queen)
    let before = try #require(client.favorites()?.done?.revision)
    let next = HubDriver()
    next.handle(.clockSet(unixMs: 1_790_000_000_001))
    next.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    next.openFavorites()
    let other = next.connectClient()
    #expect(try #require(other.favorites()?.done?.revision) > before)
  }
}
