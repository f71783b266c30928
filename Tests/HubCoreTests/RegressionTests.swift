import BusProtocol
import EntityResolution
import FavoritesModel
import HubCore
import MusicModel
import TestKit
import Testing

/// Faults that there were, as messages show them.
@Suite("Where the hub once was wrong")
struct RegressionTests {
  private func reply(
    _ provider: ModelProvider,
    _ range: Range<Int>,
    freshMs: Int? = nil,
    to call: ReceivedCall? = nil
  ) {
    var done = Done(items: range.map { artist("a:artist:\($0)", name: "Nina \($0)") })
    done.total = 25
    done.next = range.upperBound < 25 ? range.upperBound : nil
    done.freshMs = freshMs
    provider.end(call ?? provider.takeCall(), done)
  }

  private func search(_ client: ModelClient, offset: Int? = nil) -> String {
    client.call(.artistsSearch) { ($0.text, $0.limit, $0.offset) = ("nina", 10, offset) }
  }

  @Test("a reply that is fresh for ten seconds is not repeated for an hour")
  func shortFreshness() {
    let hub = HubDriver()
    let provider = hub.connectProvider("a", serving: [.artistsSearch]) { descriptor in
      descriptor.methods["artists.search"]?.freshMs = 3_600_000
    }
    let client = hub.connectClient()
    _ = search(client)
    reply(provider, 0..<25, freshMs: 10_000)
    hub.advance(60_000)
    _ = search(client)
    #expect(provider.takeCalls().count == 1)
  }

  @Test("a search is noted as recent each time, wherever its reply comes from")
  func recentSearches() {
    let hub = HubDriver { $0.hasProviderCache = true }
    let provider = hub.connectProvider("a", serving: [.artistsSearch]) { descriptor in
      descriptor.methods["artists.search"]?.freshMs = 3_600_000
    }
    let client = hub.connectClient()
    for _ in 1...2 {
      _ = search(client)
      for call in provider.takeCalls() { reply(provider, 0..<25, to: call) }
    }
    #expect(hub.searches == ["nina", "nina"])
  }

  @Test("a reply whose records came in parts, before its end, is a new one")
  func parts() {
    let hub = HubDriver { $0.hasProviderCache = true }
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    let provider = hub.connectProvider("a", serving: [.artistsSearch]) { descriptor in
      descriptor.methods["artists.search"]?.freshMs = 3_600_000
    }
    let client = hub.connectClient()
    let call = search(client)
    let asked = provider.takeCall()
    provider.part(asked, seq: 0, artist("a:artist:1", name: "Nina"))
    hub.advance(300)
    provider.reply(to: asked, [], parts: 1)
    #expect(client.reply(to: call)?.outcomes == "a: ok")
    hub.advance(1_000)
    let again = search(client)
    #expect(provider.takeCalls().isEmpty)
    #expect(client.reply(to: again)?.outcomes == "a: cached")
  }

  @Test("which source replied a moment later decides no value")
  func momentLater() {
    let followers = [true, false].map { isFirst -> Int? in
      let hub = HubDriver()
      hub.handle(.clockSet(unixMs: 1_700_000_000_000))
      let a = hub.connectProvider("a", serving: [.artistsSearch])
      let b = hub.connectProvider("b", serving: [.artistsSearch])
      let client = hub.connectClient()
      let call = search(client)
      let (one, other) = (a.takeCall(), b.takeCall())
      let fromA = artist("a:artist:1", "mbid:artist:1", name: "Nina") { $0.followers = 1 }
      let fromB = artist("b:artist:1", "mbid:artist:1", name: "Nina") { $0.followers = 2 }
      if isFirst { a.reply(to: one, fromA) }
      hub.advance(5)
      b.reply(to: other, fromB)
      hub.advance(5)
      if !isFirst { a.reply(to: one, fromA) }
      guard case .artist(let found)? = client.reply(to: call)?.items.first else { return nil }
      return found.followers
    }
    #expect(followers[0] != nil && followers[0] == followers[1])
  }

  // MARK: Calls to providers

  private static let hour = 3_600_000

  /// A hub with a provider cache.
  private func cachingHub() -> HubDriver {
    let hub = HubDriver { $0.hasProviderCache = true }
    hub.handle(.clockSet(unixMs: 1_780_000_000_000))
    return hub
  }

  @Test("a request in the background is the only one that tries a source which failed repeatedly")
  func backgroundProbe() {
    let hub = cachingHub()
    let provider = hub.connectProvider("a", serving: [.artistsSearch]) { descriptor in
      descriptor.methods["artists.search"]?.freshMs = Self.hour
    }
    let client = hub.connectClient()
    _ = search(client)
    reply(provider, 0..<25)
    for number in 0..<5 {
      client.call(.artistsSearch) { $0.text = "miriam \(number)" }
      provider.fail(provider.takeCall(), .upstreamUnavailable)
    }
    hub.advance(Self.hour + 1)
    #expect(client.reply(to: search(client))?.outcomes == "a: stale")
    #expect(provider.takeCalls().count == 1)
    client.call(.artistsSearch) { $0.text = "odetta" }
    #expect(provider.takeCalls().isEmpty)
  }

  /// A provider of which the user has said that two of its artists are one.
  private func joinArtists(_ hub: HubDriver, _ client: ModelClient) -> ModelProvider {
    let provider = hub.connectProvider("a", serving: [.artistAlbums]) { descriptor in
      descriptor.methods["artist.albums"]?.freshMs = Self.hour
    }
    let call = client.call(.recordsSame) {
      ($0.id, $0.other) = (id("a:artist:3"), id("a:artist:4"))
    }
    #expect(client.reply(to: call)?.done?.verdict != nil)
    return provider
  }

  /// Requests the albums of both artists; the reply for the second one violates the protocol if that is not `nil`.
  private func albums(_ client: ModelClient, _ provider: ModelProvider, _ second: Entity?)
    -> [String]
  {
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:3") }
    provider.reply(to: provider.takeCall(), album("a:album:1", title: "Little Girl Blue"))
    let next = provider.takeCall()
    #expect(next?.parameters.id == id("a:artist:4"))
    if let second {
      provider.reply(to: next, second)
    } else {
      provider.end(next, Done(parts: 1, items: []))
    }
    return (client.reply(to: call)?.names ?? []).sorted()
  }

  @Test("an invalid reply for one of two ids of an artist removes nothing of the other")
  func invalidReplyOfSecondID() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let names = albums(client, joinArtists(hub, client), nil)
    #expect(names == ["Little Girl Blue"])
  }

  @Test("an invalid reply for one of two ids of an artist is replaced by the cached one")
  func cachedReplyOfSecondID() {
    let hub = cachingHub()
    let client = hub.connectClient()
    let provider = joinArtists(hub, client)
    let both = ["Baltimore", "Little Girl Blue"]
    #expect(albums(client, provider, album("a:album:2", title: "Baltimore")) == both)
    hub.advance(5 * Self.hour)
    let names = albums(client, provider, nil)
    #expect(names == both)
  }

  @Test("the last message of a streamed list changes nothing if the last source has nothing")
  func witnesses() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let known = client.call(.artistsSearch) { $0.text = "miles" }
    a.reply(to: a.takeCall(), artist("a:artist:9", name: "Miles Davis"))
    b.reply(to: b.takeCall())
    #expect(client.reply(to: known)?.names == ["Miles Davis"])
    let call = client.call(.artistsSearch) { ($0.text, $0.stream) = ("odetta", true) }
    // The source gives it the id of another artist.
    b.reply(to: b.takeCall(), artist("b:artist:6", "a:artist:9", name: "Odetta"))
    #expect(client.takeMessages(of: call).map(\.header.type) == [.part])
    a.reply(to: a.takeCall())
    let last = client.takeMessages(of: call).map(\.header.type)
    #expect(last.last == .done)
    #expect(last == [.done])
  }

  // MARK: What grows

  @Test("budgets that no provider declares any more are forgotten")
  func formerBudgets() throws {
    let hub = HubDriver()
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    for number in 0..<20 {
      hub.advance(61_000)
      provider.reconnect()
      provider.descriptor.budgets = ["api\(number).example": .init(requests: 9, perMs: 1_000)]
      provider.hello()
    }
    let client = hub.connectClient()
    let metrics = try #require(client.reply(to: client.call(.hubMetrics))?.done?.metrics)
    let used = try #require(metrics.first { $0.name == "musicbus_budget_used" })
    #expect(used.samples.contains { $0.labels?["upstream"] == "api19.example" })
    #expect(used.samples.count == 1)
  }

  @Test("a provider that declares thousands of budgets is refused")
  func manyBudgets() {
    let hub = HubDriver()
    let provider = hub.findProvider("a", serving: [.artistsSearch])
    for number in 0..<5_000 {
      provider.descriptor.budgets["api\(number).example"] = .init(requests: 9, perMs: 1_000)
    }
    provider.spawn()
    let reply = provider.hello()
    guard case .reject? = reply else {
      Issue.record("It is accepted.")
      return
    }
  }

  // MARK: New releases

  /// A hub that looks for new albums of favourite artists.
  private func releasesHub() -> HubDriver {
    let hub = HubDriver.withFavorites { ($0.checksReleases, $0.hasProviderCache) = (true, true) }
    hub.handle(.releasesLoaded([], []))
    return hub
  }

  @Test("the stored titles of an artist have a bound")
  func titles() throws {
    let hub = releasesHub()
    let client = hub.connectClient()
    let provider = hub.connectProvider("a", serving: [.artistAlbums])
    let added = client.importRows(artist("a:artist:2", name: "Odetta"))
    var history = ReleaseHistory(artist: try #require(added.first?.fav))
    history.titles = Set((0..<20_000).map { "title \($0)" })
    history.providers = [provider.id]
    hub.handle(.releasesLoaded([history], []))
    hub.advance(15_000)
    provider.reply(to: provider.takeCall(), album("a:album:2", title: "Odetta Sings"))
    let stored = try #require(hub.releaseChanges.last?.histories.last)
    #expect(stored.titles.contains("odetta sings"))
    #expect(stored.titles.count <= 10_000)
  }

  @Test("an artist whom no provider can look up does not wake the hub several times a minute")
  func unknownArtist() {
    let hub = releasesHub()
    _ = hub.connectProvider("a", serving: [.artistAlbums])
    let client = hub.connectClient()
    client.importRows(artist("elsewhere:artist:2", name: "Odetta"))
    client.disconnect()
    hub.advance(60_000)
    let end = hub.now + Self.hour
    var count = 0
    while let next = hub.hub.nextDeadline, next <= end {
      hub.advance(max(0, next - hub.now))
      count += 1
    }
    #expect(count <= 60)
  }

  @Test("a check is done if its provider replies, whichever id of the artist it was asked for")
  func foreignID() {
    let hub = releasesHub()
    let a = hub.connectProvider("a", serving: [.artistGet])
    let b = hub.connectProvider("b", serving: [.artistAlbums])
    hub.connectClient().importRows(artist("a:artist:2", name: "Odetta"))
    let known = artist("a:artist:2", "b:artist:6", name: "Odetta")
    let entity = KnownEntity(
      ids: known.ids,
      name: SearchTerms(.artist, "Odetta"),
      records: [SourceRecord(provider: a.id, entity: known)],
      complete: []
    )
    hub.handle(.entityIndexLoaded([entity], []))
    hub.advance(15_000)
    let check = b.takeCall()
    #expect(check?.parameters.id == id("b:artist:6"))
    b.reply(to: check, album("b:album:2", title: "Odetta Sings"))
    hub.advance(Self.hour)
    #expect(b.takeCalls().isEmpty)
  }

  // MARK: Providers that are late, lost or gone

  @Test("a source that did not reply at all is not awaited by the next list")
  func lateAtDeadline() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let slow = hub.connectProvider("a", serving: [.artistsSearch])
    let quick = hub.connectProvider("b", serving: [.artistsSearch])
    let alone = client.call(.artistsSearch) { ($0.text, $0.providers) = ("nina", [slow.id]) }
    hub.advance(20_000)
    #expect(client.reply(to: alone) != nil)
    let call = client.call(.artistsSearch) { $0.text = "odetta" }
    quick.reply(to: quick.takeCall(), artist("b:artist:1", name: "Odetta"))
    #expect(client.reply(to: call)?.names == ["Odetta"])
  }

  @Test("a list does not wait for the rest that a removed provider had")
  func goneWithItsRest() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let call = search(client)
    var done = Done(items: [artist("a:artist:1", name: "Nina 1")])
    (done.total, done.next) = (25, 1)
    a.end(a.takeCall(), done)
    hub.listing.found.removeAll { $0.manifest.id == a.id }
    hub.handle(.providersFound(hub.listing))
    a.exit()
    b.reply(to: b.takeCall(), artist("b:artist:2", name: "Nina 2"))
    #expect(client.reply(to: call)?.outcomes == "a: failed, b: ok")
  }

  @Test("a provider that was lost is asked again for a later page, too")
  func lostTwice() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    func lose() {
      #expect(a.takeCall() != nil)
      a.exit()
      hub.advance(700)
      a.spawn()
      a.hello()
    }
    let first = search(client)
    lose()
    reply(a, 0..<10)
    #expect(client.reply(to: first)?.names.count == 10)
    let second = search(client, offset: 10)
    lose()
    reply(a, 10..<25)
    #expect(client.reply(to: second)?.names.count == 10)
  }
}
