import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("Checks of favourite artists for new albums")
struct ReleasesTests {
  let hub = HubDriver {
    $0.checksReleases = true
    $0.hasLibrary = true
    $0.hasProviderCache = true
  }
  let a: ModelProvider
  let client: ModelClient
  private static let wallMs = 1_795_435_200_000  // 2026-11-23

  init() {
    hub.handle(.clockSet(unixMs: Self.wallMs))
    hub.openFavorites()
    hub.handle(.releasesLoaded([], []))
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistAlbums, .artistGet]) {
      $0.methods["artists.search"]?.freshMs = 3_600_000
    }
    client = hub.connectClient()
  }

  private func addFavorite() throws {
    let call = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: call)?.failure == nil)
  }

  private func one(_ number: Int, _ date: String) -> Entity {
    album("a:album:\(number)", title: "Album \(number)", by: .init(name: "Nina Simone")) {
      $0.releaseDate = PartialDate(date)
    }
  }

  private func releases() throws -> [ReleaseReport] {
    try #require(client.reply(to: client.call(.releasesList))?.done?.releases)
  }

  @Test("report albums that appear after the first check, once")
  func found() throws {
    try addFavorite()
    hub.advance(15_000)
    #expect(hub.retainedIDs.last == [id("a:artist:1")])
    let first = a.takeCall()
    #expect(first?.method == .artistAlbums)
    a.reply(to: first, one(1, "1965"), one(2, "2026-11-01"))
    #expect(try releases().isEmpty)
    hub.advance(3_600_000)
    #expect(a.takeCalls().isEmpty)
    let watch = client.call(.hubWatch)
    _ = client.takeMessages(of: watch)
    hub.advance(21 * 3_600_000)
    a.reply(to: a.takeCall(), one(1, "1965"), one(2, "2026-11-01"), one(3, "2026-12-24"))
    hub.advance(1_000)
    let parts = client.takeMessages(of: watch).compactMap { $0.read(Part.self) }
    #expect(parts.compactMap(\.releases).flatMap { $0 }.map(\.album.title) == ["Album 3"])
    #expect(try releases().map(\.album.title) == ["Album 3"])
    #expect(try releases().map(\.isSeen) == [false])
    _ = client.reply(to: client.call(.releasesSeen))
    #expect(try releases().map(\.isSeen) == [true])
    #expect(hub.releaseChanges.last?.releases.map(\.isSeen) == [true])
  }

  @Test("are described in the list: how many artists, and when")
  func notes() throws {
    func note() throws -> String? {
      try #require(client.reply(to: client.call(.releasesList))?.done?.notes).first
    }
    #expect(try note() == "There are no favourite artists yet.")
    try addFavorite()
    let rule = "Albums known at the first check do not count as new."
    #expect(try note() == "None of 1 favourite artist checked yet. \(rule)")
    hub.advance(15_000)
    a.reply(to: a.takeCall(), one(1, "1965"))
    #expect(try note() == "Checked 1 favourite artist just now. \(rule)")
    hub.advance(3 * 3_600_000)
    #expect(try note() == "Checked 1 favourite artist, last 3 hours ago. \(rule)")
  }

  @Test("leave the replies to other calls in the hub's cache")
  func caches() throws {
    try addFavorite()
    let search = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(to: a.takeCall(), artist("a:artist:2", name: "Nina Hagen"))
    #expect(client.reply(to: search)?.names == ["Nina Hagen"])
    hub.advance(15_000)
    a.reply(to: a.takeCall(), one(1, "1965"))
    let again = client.call(.artistsSearch) { $0.text = "nina" }
    #expect(a.takeCalls().isEmpty)
    #expect(client.reply(to: again)?.names == ["Nina Hagen"])
  }

  @Test("wait while a provider has other calls, and are quiet on failure")
  func spare() throws {
    try addFavorite()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let busy = a.takeCall()
    hub.advance(5_000)
    #expect(a.takeCalls().isEmpty)
    a.reply(to: busy)
    _ = client.takeMessages(of: call)
    hub.advance(30_000)
    let lines = hub.lines.count
    a.fail(a.takeCall(), .upstreamUnavailable)
    hub.advance(5_000)
    #expect(hub.lines.dropFirst(lines).allSatisfy { $0.level == .debug })
    #expect(try releases().isEmpty)
    hub.advance(14 * 60_000)
    #expect(a.takeCalls().isEmpty)
    hub.advance(2 * 60_000)
    #expect(a.takeCalls().map(\.method) == [.artistAlbums])
  }

  @Test("are not left to a provider that fails each time, even if its list was never seen")
  func failingProvider() throws {
    let b = hub.connectProvider("b", serving: [.artistAlbums])
    let call = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), artist("a:artist:1", "b:artist:5", name: "Nina Simone"))
    #expect(client.reply(to: call)?.failure == nil)
    hub.advance(15_000)
    a.reply(to: a.takeCall(), one(1, "1965"))
    hub.advance(22 * 3_600_000)
    let unseen = b.takeCalls()
    #expect(unseen.count == 1)
    for call in unseen { b.fail(call, .notFound) }
    #expect(a.takeCalls().isEmpty)
    var isWorkingOneCalled = false
    // The time of two repetitions.
    for _ in 0..<120 where !isWorkingOneCalled {
      hub.advance(30_000)
      for call in b.takeCalls() { b.fail(call, .notFound) }
      isWorkingOneCalled = !a.takeCalls().isEmpty
    }
    #expect(isWorkingOneCalled)
  }

  @Test("do not report albums that a user finds on a later page of the list")
  func laterPage() throws {
    try addFavorite()
    hub.advance(15_000)
    var page = Done(items: [one(1, "1965")])
    (page.total, page.next) = (2, 1)
    a.end(a.takeCall(), page)
    let call = client.call(.artistAlbums) {
      ($0.id, $0.offset, $0.limit, $0.cache) = (id("a:artist:1"), 1, 1, .bypass)
    }
    for providerCall in a.takeCalls() {
      if providerCall.parameters.offset == nil {
        a.end(providerCall, page)
      } else {
        a.reply(to: providerCall, one(2, "2026-11-01"))
      }
    }
    for providerCall in a.takeCalls() { a.reply(to: providerCall, one(2, "2026-11-01")) }
    #expect(client.reply(to: call)?.items.count == 1)
    #expect(try releases().isEmpty)
    hub.advance(22 * 3_600_000)
    a.reply(to: a.takeCall(), one(1, "1965"), one(2, "2026-11-01"))
    #expect(try releases().isEmpty)
  }

  @Test("are not sent to a provider that is removed in the same turn")
  func removed() throws {
    try addFavorite()
    hub.stall(15_000)
    hub.listing.found.removeAll { $0.manifest.id == a.id }
    hub.completesLookups = false
    hub.handle(.providersFound(hub.listing))
    #expect(hub.lookups.isEmpty)
    #expect(hub.stops == [a.id])
  }

  @Test("let the hub sleep while no artist is due")
  func idle() throws {
    try addFavorite()
    hub.advance(15_000)
    a.reply(to: a.takeCall(), one(1, "1965"))
    hub.handle(.disconnected(client.peer))
    hub.advance(700_000)
    let before = hub.now
    let due = try #require(hub.hub.nextDeadline)
    #expect(due - before >= 60_000)
  }

  @Test("leave room for a call of a client at the same time, and need less room without clients")
  func room() throws {
    let hub = HubDriver {
      $0.checksReleases = true
      $0.hasProviderCache = true
    }
    hub.handle(.clockSet(unixMs: Self.wallMs))
    hub.openFavorites()
    hub.handle(.releasesLoaded([], []))
    let one = hub.connectProvider("a", serving: [.artistAlbums, .artistGet]) { $0.inflight = 1 }
    let client = hub.connectClient()
    let call = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    one.reply(to: one.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: call)?.failure == nil)
    hub.advance(60_000)
    #expect(one.takeCalls().isEmpty)
    hub.handle(.disconnected(client.peer))
    hub.advance(15_000)
    #expect(one.takeCalls().map(\.method) == [.artistAlbums])
  }

  @Test("leave a request for a call of a client in each budget")
  func budget() throws {
    let hub = HubDriver {
      $0.checksReleases = true
      $0.hasProviderCache = true
    }
    hub.handle(.clockSet(unixMs: Self.wallMs))
    hub.openFavorites()
    hub.handle(.releasesLoaded([], []))
    let one = hub.connectProvider("a", serving: [.artistAlbums, .artistGet]) {
      $0.budgets = ["u": Descriptor.Budget(requests: 1, perMs: 1_000)]
      $0.methods[Method.artistAlbums.rawValue]?.cost = ["u": 1]
    }
    let client = hub.connectClient()
    let call = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    one.reply(to: one.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: call)?.failure == nil)
    hub.advance(60_000)
    #expect(one.takeCalls().isEmpty)
  }

  @Test("share an equal call of a client, which is looked up in the cache at that time")
  func shared() throws {
    client.importRows(artist("a:artist:7", name: "Miriam Makeba"))
    hub.completesLookups = false
    hub.advance(14_990)
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:7") }
    hub.advance(10)
    #expect(hub.hub.checkInvariants() == nil)
    #expect(hub.lookups.count == 1)
    for operation in hub.lookups { hub.handle(.lookupCompleted(operation: operation, nil)) }
    a.reply(to: a.takeCall(), one(1, "1967"))
    #expect(client.reply(to: call)?.names == ["Album 1"])
    let notes = client.reply(to: client.call(.releasesList))?.done?.notes
    #expect(notes?.first?.hasPrefix("Checked 1 favourite artist") == true)
    #expect(hub.hub.checkInvariants() == nil)
  }

  @Test("resume after a restart with the stored histories")
  func restart() throws {
    var history = ReleaseHistory(artist: "x")
    var schedule = ReleaseSchedule()
    schedule.begin(&history, at: Self.wallMs)
    hub.handle(.releasesLoaded([history], []))
    hub.advance(15_000)
    // The artist is not a favourite any more.
    #expect(hub.releaseChanges.flatMap(\.removedArtists) == ["x"])
    #expect(a.takeCalls().isEmpty)
  }
}
