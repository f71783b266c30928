import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Favourites that a service no longer has")
struct FavoriteLinksTests {
  let hub = HubDriver.withFavorites { ($0.checksReleases, $0.hasProviderCache) = (true, true) }
  let shop, other: ModelProvider
  let client: ModelClient
  private static let wallMs = 1_795_435_200_000  // 2026-11-23
  private static let host = "shop.example"

  init() {
    hub.handle(.clockSet(unixMs: Self.wallMs))
    hub.handle(.releasesLoaded([], []))
    hub.handle(.favoriteLinksLoaded([]))
    shop = FavoriteLinksTests.connect("shop", to: hub)
    other = FavoriteLinksTests.connect("other", to: hub)
    client = hub.connectClient()
  }

  /// A provider of a service with five requests a minute.
  private static func connect(_ name: String, to hub: HubDriver) -> ModelProvider {
    hub.connectProvider(
      name,
      serving: [.albumGet, .albumsSearch],
      services: [MusicService(name, namespaces: [name])]
    ) {
      $0.methods["album.get"]?.cost = ["\(name).example": 1]
      $0.budgets = ["\(name).example": .init(requests: 5, perMs: 60_000)]
    }
  }

  private func one(_ ids: String..., title: String = "Pastel Blues") -> Entity {
    album(ids[0], title: title, by: ArtistReference(name: "Nina Simone")) {
      $0.ids = ids.map { id($0) }
      $0.releaseDate = PartialDate("1965")
      $0.trackCount = 9
    }
  }

  private func links(_ change: (inout CallParameters) -> Void = { _ in }) -> String {
    client.call(.favoritesLinks, change)
  }

  /// Replies to all questions, until the call has ended: what a service has, by id.
  private func reply(to call: String, having entities: [Entity]) throws -> Done {
    for _ in 0..<50 {
      if let reply = client.reply(to: call) { return try #require(reply.done) }
      answer(having: entities)
    }
    Issue.record("The call does not end.")
    return Done()
  }

  /// - Returns: the ids that were asked for.
  @discardableResult
  private func answer(having entities: [Entity]) -> [String] {
    var asked: [String] = []
    for (provider, name) in [(shop, "shop"), (other, "other")] {
      for question in provider.takeCalls() {
        let own = entities.filter { $0.id.namespace == name }
        if let id = question.parameters.id {
          asked.append("\(id)")
          provider.reply(
            to: question,
            own.filter { $0.ids.contains(id) },
            spent: ["\(name).example": 1]
          )
        } else {
          provider.reply(to: question, own)
        }
      }
    }
    return asked
  }

  @Test("are told with the service, since when, and where they still are")
  func gone() throws {
    client.importRows(one("shop:album:1", "other:album:1"), one("shop:album:2", title: "High"))
    let done = try reply(
      to: links(),
      having: [one("other:album:1"), one("shop:album:2", title: "High")]
    )
    let link = try #require(done.unavailable?.first)
    #expect(done.unavailable?.count == 1)
    #expect("\(link.id) \(link.provider)" == "shop:album:1 shop")
    #expect((link.entity.displayName, link.goneAgeMs) == ("Pastel Blues", 0))
    #expect((link.others, link.replacement) == ([id("other:album:1")], nil))
    let whole = "3 links of favourite albums and songs"
    #expect(done.notes == ["Checked \(whole) just now."])
    hub.advance(3 * 3_600_000)
    let later = try reply(to: links { $0.cache = .only }, having: [])
    #expect(later.unavailable?.first?.goneAgeMs == 3 * 3_600_000)
    #expect(later.notes == ["Checked \(whole), last 3 hours ago."])
  }

  @Test("are followed to another id of the service, with the evidence")
  func replaced() throws {
    client.importRows(one("shop:album:1", "other:album:1"))
    let here = [one("other:album:1"), one("shop:album:7")]
    let done = try reply(to: links(), having: here)
    let link = try #require(done.unavailable?.first)
    #expect((link.id, link.replacement) == (id("shop:album:1"), id("shop:album:7")))
    #expect(link.reasons?.contains { $0.hasPrefix("+ ") } == true)
    let favorite = try #require(client.reply(to: client.call(.favoritesList))?.items.first)
    #expect(favorite.ids.contains(id("shop:album:7")) && favorite.ids.contains(id("shop:album:1")))
  }

  @Test("are not followed to another album")
  func notReplaced() throws {
    client.importRows(one("shop:album:1", "other:album:1"))
    let here = [one("other:album:1"), one("shop:album:7", title: "Wild Is the Wind")]
    let done = try reply(to: links(), having: here)
    #expect(done.unavailable?.map(\.replacement) == [nil])
    let favorite = try #require(client.reply(to: client.call(.favoritesList))?.items.first)
    #expect(!favorite.ids.contains(id("shop:album:7")))
  }

  /// A favourite that a service had, or did not have, when it was asked some time ago.
  private func checked(_ text: String, agoMs: Int, isGone: Bool = false) -> FavoriteLink {
    let provider = text.hasPrefix("shop") ? shop.id : other.id
    var link = FavoriteLink(id: id(text), provider: provider, askedMs: Self.wallMs - agoMs)
    (link.isKnown, link.goneMs) = (true, isGone ? link.askedMs : nil)
    return link
  }

  /// Replies for a time to what the hub asks by itself.
  ///
  /// - Returns: the ids that it has asked for, by time in steps of 15 s.
  private func watch(minutes: Int, having entities: [Entity]) -> [[String]] {
    (0..<minutes * 4).map { _ in
      hub.advance(15_000)
      return answer(having: entities)
    }
  }

  @Test("are told no more once the service has them again, for which they are asked after a week")
  func back() throws {
    let weekMs = 7 * 86_400_000
    let link = checked("shop:album:1", agoMs: weekMs - 300_000, isGone: true)
    hub.handle(.favoriteLinksLoaded([link]))
    client.importRows(one("shop:album:1"))
    let here = one("shop:album:1")
    #expect(watch(minutes: 4, having: [here]).flatMap { $0 }.isEmpty)
    let told = try reply(to: links { $0.cache = .only }, having: [])
    #expect(told.unavailable?.map(\.goneAgeMs) == [weekMs - 60_000])
    #expect(watch(minutes: 12, having: [here]).flatMap { $0 } == ["shop:album:1"])
    #expect(try reply(to: links { $0.cache = .only }, having: []).unavailable == [])
  }

  @Test("are told no more once a call finds them again, whoever makes it")
  func again() throws {
    hub.handle(
      .favoriteLinksLoaded([
        checked("shop:album:1", agoMs: 86_400_000, isGone: true),
        checked("other:album:2", agoMs: 86_400_000, isGone: true),
      ])
    )
    client.importRows(one("shop:album:1"))
    client.importRows(one("other:album:2", title: "High"))
    #expect(try reply(to: links { $0.cache = .only }, having: []).unavailable?.count == 2)
    let first = try reply(to: links { $0.providers = [shop.id] }, having: [one("shop:album:1")])
    #expect(first.unavailable?.map(\.id) == [id("other:album:2")])
    let whole = [one("other:album:3", "other:album:2", title: "High")]
    let get = client.call(.albumGet) { $0.id = id("other:album:3") }
    _ = try reply(to: get, having: whole)
    #expect(try reply(to: links { $0.cache = .only }, having: []).unavailable == [])
  }

  @Test("are searched once, also if the search still lists the old id")
  func lagging() throws {
    client.importRows(one("shop:album:1"))
    let call = links()
    shop.reply(to: shop.takeCall(), [])
    let search = shop.takeCall()
    #expect(search?.method == .albumsSearch)
    shop.reply(to: search, [one("shop:album:1")])
    #expect(shop.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.done?.unavailable?.map(\.replacement) == [nil])
  }

  @Test("are not assumed from a call for another country, nor from a record that cannot be read")
  func unclear() throws {
    client.importRows(one("shop:album:1"), one("other:album:2", title: "High"))
    _ = try reply(to: links { ($0.country, $0.cache) = ("de", .only) }, having: [])
    let abroad = client.call(.albumGet) { ($0.id, $0.country) = (id("shop:album:1"), "jp") }
    answer(having: [])
    #expect(client.reply(to: abroad)?.failure?.code == .notFound)
    let unreadable = client.call(.albumGet) { ($0.id, $0.country) = (id("other:album:2"), "de") }
    for question in other.takeCalls() {
      var done = Done(items: [])
      done.skipped = 1
      other.end(question, done)
    }
    for question in shop.takeCalls() { shop.reply(to: question, []) }
    _ = client.takeMessages(of: unreadable)
    let done = try reply(to: links { ($0.country, $0.cache) = ("de", .only) }, having: [])
    #expect(done.unavailable == [])
    var asked: [String?] = []
    for _ in 0..<8 {
      hub.advance(15_000)
      asked += (shop.takeCalls() + other.takeCalls()).map(\.parameters.country)
    }
    #expect(!asked.isEmpty && Set(asked) == ["de"])
  }

  @Test("are not assumed if a service fails, or has them in other countries")
  func unknown() throws {
    client.importRows(one("shop:album:1"), one("other:album:2"))
    let call = links()
    shop.fail(shop.takeCall(), .upstreamUnavailable)
    other.fail(other.takeCall(), .notInCountry)
    let done = try reply(to: call, having: [])
    #expect(done.unavailable == [])
    #expect(done.notes == ["None of 2 links of favourite albums and songs checked yet."])
  }

  @Test("are looked for by a call as far as half of each budget is left, and then by the next one")
  func budgets() throws {
    for number in 1...5 { client.importRows(one("shop:album:\(number)", title: "No. \(number)")) }
    let all = (1...5).map { one("shop:album:\($0)", title: "No. \($0)") }
    let whole = "5 links of favourite albums and songs"
    let first = try reply(to: links(), having: all)
    #expect(first.notes == ["Checked 3 of \(whole) just now."])
    hub.advance(60_000)
    let second = try reply(to: links(), having: all)
    #expect(second.notes == ["Checked \(whole) just now."])
    hub.advance(60_000)
    let third = links()
    #expect(shop.takeCalls().isEmpty)
    #expect(client.reply(to: third)?.done?.unavailable == [])
  }

  @Test("are asked for at one service while the budget of another is used up, and none is left out")
  func blocked() throws {
    for number in 1...4 {
      client.importRows(one("shop:album:\(number)", title: "No. \(number)"))
      client.importRows(one("other:album:\(number)0", title: "No. \(number)0"))
    }
    let all = (1...4).flatMap {
      [one("shop:album:\($0)", title: "No. \($0)"), one("other:album:\($0)0", title: "No. \($0)0")]
    }
    let whole = "8 links of favourite albums and songs"
    #expect(try reply(to: links(), having: all).notes == ["Checked 6 of \(whole) just now."])
    hub.advance(60_000)
    answer(having: all)
    #expect(try reply(to: links(), having: all).notes == ["Checked \(whole) just now."])
  }

  @Test("are reported up to a thousand, and asked for up to 20,000 ids, as the notes say")
  func bounds() throws {
    for number in 0..<210 {
      let ids = (0..<100).map { id("shop:album:\(number * 100 + $0)") }
      client.importRows(
        album(
          "shop:album:\(number * 100)",
          title: "No. \(number)",
          by: ArtistReference(name: "Nina")
        ) {
          $0.ids = ids
        }
      )
    }
    let gone = (0..<1_100).map { checked("shop:album:\($0)", agoMs: 86_400_000, isGone: true) }
    hub.handle(.favoriteLinksLoaded(gone))
    let done = try reply(to: links { $0.cache = .only }, having: [])
    #expect(done.unavailable?.count == 1_000)
    let note = "Checked 1100 of 20000 links of favourite albums and songs, last 24 hours ago."
    #expect(done.notes == ["\(note) Further ones are not checked."])
  }

  @Test("are looked for by the hub itself, one a minute at most, and once a month")
  func schedule() throws {
    let monthMs = 30 * 86_400_000
    hub.handle(
      .favoriteLinksLoaded([
        checked("other:album:2", agoMs: monthMs), checked("other:album:3", agoMs: monthMs / 2),
      ])
    )
    let all = [
      one("shop:album:1"), one("other:album:2", title: "High"), one("other:album:3", title: "Low"),
    ]
    for entity in all { client.importRows(entity) }
    let asked = watch(minutes: 8, having: all)
    #expect(asked.flatMap { $0 } == ["shop:album:1", "other:album:2"])
    let times = asked.indices.filter { !asked[$0].isEmpty }
    #expect(times.count == 2 && times[1] - times[0] >= 4)
    #expect(hub.linkChanges.flatMap(\.changed).containsOnly { $0.goneMs == nil })
  }

  @Test("are noted from any call for one, and known to the next hub until they are no favourites")
  func kept() throws {
    client.importRows(one("shop:album:1", "other:album:1"))
    let call = client.call(.albumGet) { $0.id = id("shop:album:1") }
    #expect(try reply(to: call, having: [one("other:album:1")]).sources?.count == 2)
    let stored = hub.linkChanges.flatMap(\.changed)
    #expect(stored.filter { $0.goneMs != nil }.map(\.id) == [id("shop:album:1")])

    let next = HubDriver.withFavorites { ($0.checksReleases, $0.hasProviderCache) = (true, true) }
    next.handle(.clockSet(unixMs: Self.wallMs))
    next.handle(.favoriteLinksLoaded(stored))
    next.handle(.releasesLoaded([], []))
    let later = next.connectClient()
    later.importRows(one("shop:album:1", "other:album:1"))
    let only = later.call(.favoritesLinks) { $0.cache = .only }
    #expect(later.reply(to: only)?.done?.unavailable?.map(\.id) == [id("shop:album:1")])
    _ = later.reply(to: later.call(.favoritesRemove) { $0.keys = ["shop:album:1"] })
    next.advance(15_000)
    #expect(next.linkChanges.flatMap(\.removed).contains(id("shop:album:1")))
  }

  @Test(
    "are not asked for where the user has them as files, nor by a service that only knows the id"
  )
  func others() throws {
    let files = hub.connectProvider(
      "files",
      serving: [.albumGet],
      services: [MusicService("Your files", namespaces: ["files"], owned: true)]
    )
    let reader = hub.connectProvider("reader", serving: [.albumGet], namespaces: ["lost:album"])
    client.importRows(one("files:album:1", "lost:album:1"))
    let done = try reply(to: links(), having: [])
    #expect(files.takeCalls().isEmpty && reader.takeCalls().isEmpty)
    #expect(done.unavailable == [])
    let note = "No service of a provider that runs has favourite albums or songs."
    #expect(done.notes == [note])
  }
}
