import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The provider cache")
struct ProviderCacheTests {
  let hub = HubDriver { $0.hasProviderCache = true }
  let a: ModelProvider
  let client: ModelClient
  private let wall = Wall()
  static let hour = 3_600_000

  init() {
    hub.handle(.clockSet(unixMs: wall.ms))
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistAlbums, .artworkGet]) {
      for method in $0.methods.keys { $0.methods[method]?.freshMs = ProviderCacheTests.hour }
    }
    client = hub.connectClient()
  }

  private func search(_ cache: CallParameters.CacheMode? = nil, wait: Int? = nil) -> String {
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.cache = cache
      $0.waitMs = wait
    }
  }

  /// Stores a reply with these names, clears the caches in memory, and lets time pass.
  private func store(_ names: String..., then milliseconds: Int) {
    let call = search()
    let items = names.enumerated().map { artist("a:artist:\($0.offset)", name: $0.element) }
    a.reply(to: a.takeCall(), items)
    #expect(client.reply(to: call)?.outcomes == (items.isEmpty ? "a: empty" : "a: ok"))
    age(milliseconds)
  }

  /// Advances the wall clock, as for a hub that was started later.
  private func age(_ milliseconds: Int) {
    wall.ms += milliseconds
    hub.handle(.clockSet(unixMs: wall.ms))
    clearMemory()
  }

  private final class Wall { var ms = 1_700_000_000_000 }

  private func clearMemory() {
    a.reconnect()
    a.hello()
  }

  @Test("is asked for listed records only of methods that are declared so")
  func listed() {
    a.descriptor.methods["artist.get"] = .init(cost: [:], freshMs: 5_000, listed: true)
    a.descriptor.methods["artist.songs"] = .init(cost: [:], freshMs: 5_000)
    clearMemory()
    for method in [BusProtocol.Method.artistGet, .artistSongs] {
      client.call(method) { $0.id = EntityID("a:artist:0") }
    }
    #expect(hub.listedFreshMs == [5_000, nil])
  }

  @Test("stores the notes of a reply, which the report of the source contains")
  func notes() throws {
    let call = search()
    let long = String(repeating: "a", count: 501)
    var done = Done(items: [artist("a:artist:0", name: "Nina Simone")])
    done.notes = ["Text: A, https://a.example/1, CC BY-SA 4.0.", long] + (1...7).map { "\($0)" }
    let notes = done.notes?.prefix(8).map { String($0.prefix(500)) }
    a.end(a.takeCall(), done)
    #expect(client.reply(to: call)?.sources.first?.notes == notes)
    age(60_000)
    let cached = try #require(client.reply(to: search())?.sources.first)
    #expect(cached.outcome == .cached)
    #expect(cached.notes == notes)
  }

  @Test("serves fresh entries immediately, also in another hub")
  func fresh() throws {
    store("Nina Simone", then: 60_000)
    let reply = try #require(client.reply(to: search()))
    #expect(reply.names == ["Nina Simone"])
    #expect(reply.outcomes == "a: cached")
    #expect(reply.sources.first?.ageMs == 60_000)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1_000)
    let again = try #require(client.reply(to: search()))
    #expect(again.sources.first?.ageMs == 61_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("requests a reply of another version again, and serves it only if that fails")
  func version() throws {
    store("Nina Simone", then: 60_000)
    func upgrade(to version: String) {
      a.reconnect()
      a.descriptor.version = version
      a.hello()
    }
    upgrade(to: "2.0")
    let call = search()
    a.reply(to: a.takeCall(), artist("a:artist:0", name: "Nina Simone!"))
    #expect(client.reply(to: call)?.outcomes == "a: ok")
    clearMemory()
    #expect(client.reply(to: search())?.outcomes == "a: cached")
    upgrade(to: "3.0")
    let next = search()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: next))
    #expect(reply.names == ["Nina Simone!"])
    #expect(reply.outcomes == "a: stale")
  }

  /// Another program takes the place of the provider, so long ago.
  private func replaceCode(msAgo: Int) {
    hub.listing.found[0].sinceMs = wall.ms - msAgo
    hub.listing.found[0].path = "/elsewhere/provider.json"
    hub.handle(.providersFound(hub.listing))
    a.exit()
    a.spawn()
    a.hello()
  }

  @Test("has nothing of other code under the same id and version, whose failures it would hide")
  func otherCode() throws {
    store("Nina Simone", then: 60_000)
    replaceCode(msAgo: 59_000)
    let failed = search()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: failed))
    #expect(reply.names.isEmpty && !reply.outcomes.contains("stale"), "\(reply)")
    hub.advance(60_000)
    let call = search(.bypass)
    a.reply(to: a.takeCall(), artist("a:artist:0", name: "Nina Hagen"))
    #expect(client.reply(to: call)?.names == ["Nina Hagen"])
    age(1_000)
    #expect(client.reply(to: search())?.outcomes == "a: cached")
  }

  @Test("takes no listed records from before other code replied")
  func listedByOtherCode() {
    a.descriptor.methods["artist.get"] = .init(cost: [:], freshMs: 5_000, listed: true)
    replaceCode(msAgo: 2_000)
    client.call(.artistGet) { $0.id = EntityID("a:artist:0") }
    #expect(hub.listedFreshMs == [2_000])
  }

  @Test("requests a reply again that was fresh for a shorter time than its method")
  func incomplete() throws {
    let call = search()
    var done = Done(items: [artist("a:artist:0", name: "Nina Simone")])
    done.freshMs = 60_000
    a.end(a.takeCall(), done)
    #expect(client.reply(to: call)?.outcomes == "a: ok")
    age(60_001)
    #expect(client.reply(to: search())?.outcomes == "a: stale")
    #expect(a.takeCalls().count == 1)
  }

  @Test("serves slightly stale entries and revalidates them in the background")
  func littleStale() throws {
    store("Nina Simone", then: Self.hour + 1)
    let reply = try #require(client.reply(to: search()))
    #expect(reply.outcomes == "a: stale")
    #expect(reply.sources.first?.ageMs == Self.hour + 1)
    a.reply(to: a.takeCall(), artist("a:artist:0", name: "Nina Simone!"))
    let next = try #require(client.reply(to: search()))
    #expect(next.outcomes == "a: cached")
    #expect(next.names == ["Nina Simone!"])
  }

  @Test("serves a stale later part of a list if the source fails there")
  func failedLater() throws {
    func reply(_ range: Range<Int>) {
      var done = Done(items: range.map { artist("a:artist:\($0)", name: "Nina \($0)") })
      done.next = range.upperBound < 12 ? range.upperBound : nil
      a.end(a.takeCall(), done)
    }
    let first = search()
    reply(0..<10)
    reply(10..<12)
    #expect(client.reply(to: first)?.items.count == 12)
    age(5 * Self.hour)
    let again = search()
    reply(0..<10)
    a.fail(a.takeCall(), .upstreamUnavailable)
    let stale = try #require(client.reply(to: again))
    #expect(stale.items.count == 12)
    #expect(stale.outcomes == "a: stale")
  }

  @Test("serves stale entries with their age if the source fails")
  func failed() throws {
    store("Nina Simone", then: 5 * Self.hour)
    let call = search()
    #expect(client.reply(to: call) == nil)
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: stale")
    #expect(reply.names == ["Nina Simone"])
    #expect(reply.sources.first?.ageMs == 5 * Self.hour)
    #expect(reply.sources.first?.count == 1)
    #expect(reply.sources.first?.error?.code == .upstreamUnavailable)
  }

  @Test("serves stale entries if the source is rate limited, lost or late")
  func otherTrouble() throws {
    store("Nina Simone", then: 5 * Self.hour)
    let slow = search(wait: 500)
    let providerCall = a.takeCall()
    hub.advance(500)
    let stale = try #require(client.reply(to: slow))
    #expect(stale.outcomes == "a: stale")
    #expect(stale.done?.sources?[0].error?.message == "It has not replied yet.")
    a.reply(to: providerCall, artist("a:artist:0", name: "Nina!"))
    #expect(client.reply(to: search())?.names == ["Nina!"])
    age(5 * Self.hour)
    let limited = search()
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 60_000)
    #expect(client.reply(to: limited)?.outcomes == "a: stale")
    hub.advance(61_000)
    let lost = search(wait: 100)
    _ = a.takeCall()
    a.exit()
    hub.advance(100)
    #expect(client.reply(to: lost)?.outcomes == "a: stale")
  }

  @Test("is the only source of an offline call")
  func offline() throws {
    let unknown = try #require(client.reply(to: search(.only)))
    #expect(unknown.code == .sourcesFailed)
    #expect(unknown.sources.first?.error?.code == .notCached)
    #expect(a.takeCalls().isEmpty)
    store("Nina Simone", then: 100 * Self.hour)
    let reply = try #require(client.reply(to: search(.only)))
    #expect(reply.outcomes == "a: stale")
    #expect(reply.names == ["Nina Simone"])
    hub.advance(60_000)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("is the only source of an offline call even if it is disabled")
  func offlineWithoutKeeping() throws {
    let hub = HubDriver { $0.hasProviderCache = false }
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.cache = .only
    }
    #expect(client.reply(to: call)?.sources.first?.error?.code == .notCached)
    #expect(provider.takeCalls().isEmpty)
  }

  @Test("serves empty entries")
  func empty() throws {
    store(then: 0)
    let fromDisk = try #require(client.reply(to: search()))
    #expect(fromDisk.outcomes == "a: cached")
    hub.advance(1_000)
    let fromMemory = try #require(client.reply(to: search()))
    #expect(fromMemory.outcomes == "a: cached")
    #expect(fromMemory.sources.first?.count == 0)
    #expect(fromMemory.sources.first?.ageMs == 1_000)
  }

  @Test("is bypassed on demand, but still serves entries if the source fails")
  func always() throws {
    store("Nina Simone", then: 1_000)
    let call = search(.bypass)
    #expect(client.reply(to: call) == nil)
    a.reply(to: a.takeCall(), artist("a:artist:0", name: "Nina!"))
    #expect(client.reply(to: call)?.outcomes == "a: ok")
    #expect(client.reply(to: search())?.names == ["Nina!"])
    let failing = search(.bypass)
    a.fail(a.takeCall(), .upstreamUnavailable)
    #expect(client.reply(to: failing)?.outcomes == "a: stale")
  }

  @Test("does not delay a call for long, but serves entries that are found later")
  func slowDisk() throws {
    store("Nina Simone", then: 5 * Self.hour)
    hub.completesLookups = false
    let call = search()
    #expect(a.takeCalls().isEmpty)
    hub.advance(HubSettings().cacheLookupMs)
    let providerCall = try #require(a.takeCall())
    for operation in hub.lookups {
      hub.handle(.lookupCompleted(operation: operation, hub.storedReplies.values.first))
    }
    a.fail(providerCall, .upstreamUnavailable)
    #expect(client.reply(to: call)?.outcomes == "a: stale")
  }

  @Test("delays an offline call for longer, because no source replies to it")
  func slowDiskOffline() throws {
    store("Nina Simone", then: 5 * Self.hour)
    hub.completesLookups = false
    let call = search(.only)
    hub.advance(HubSettings().cacheLookupMs)
    #expect(client.reply(to: call) == nil)
    let operation = try #require(hub.lookups.last)
    hub.handle(.lookupCompleted(operation: operation, hub.storedReplies.values.first))
    #expect(client.reply(to: call)?.outcomes == "a: stale")
  }

  @Test("does not delay an offline call for ever")
  func deadDiskOffline() throws {
    hub.completesLookups = false
    let call = search(.only)
    hub.advance(HubSettings().offlineLookupMs)
    let reply = try #require(client.reply(to: call))
    #expect(reply.sources.first?.error?.code == .notCached)
  }

  @Test("does not make a source that was late count as one that has replied")
  func offlineAfterLate() throws {
    let slow = hub.connectProvider("slow", serving: [.artistsSearch])
    let first = search()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    hub.advance(3_000)
    #expect(client.reply(to: first)?.outcomes == "a: ok, slow: late")
    let offline = client.call(.artistsSearch) { ($0.text, $0.cache) = ("miles", .only) }
    #expect(client.reply(to: offline) != nil)
    let second = client.call(.artistsSearch) { $0.text = "ella" }
    a.reply(to: a.takeCall(), artist("a:artist:2", name: "Ella"))
    #expect(client.reply(to: second)?.outcomes == "a: ok, slow: late")
    #expect(slow.takeCalls().count == 2)
  }

  @Test("looks an entry up once for all equal calls")
  func shared() throws {
    hub.completesLookups = false
    let first = search()
    let other = hub.connectClient()
    let second = other.call(.artistsSearch) { $0.text = "nina" }
    #expect(hub.lookups.count == 1)
    hub.handle(.lookupCompleted(operation: hub.lookups[0], nil))
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: first)?.names == ["Nina"])
    #expect(other.reply(to: second)?.names == ["Nina"])
  }

  @Test("retains items that a source no longer lists, and reports if all are stale")
  func absence() throws {
    let albums = { (cache: CallParameters.CacheMode?) in
      client.call(.artistAlbums) {
        $0.id = id("a:artist:1")
        $0.cache = cache
      }
    }
    let both = ["First", "Second"].enumerated().map {
      album("a:album:\($0.offset)", title: $0.element)
    }
    let first = albums(nil)
    a.reply(to: a.takeCall(), both)
    #expect(client.reply(to: first)?.names.sorted() == ["First", "Second"])
    hub.advance(1_000)
    let shrunk = albums(.bypass)
    a.reply(to: a.takeCall(), [both[0]])
    let reply = try #require(client.reply(to: shrunk))
    #expect(reply.outcomes == "a: ok")
    #expect(reply.names.sorted() == ["First", "Second"])
    hub.advance(1_000)
    let emptied = albums(.bypass)
    a.reply(to: a.takeCall(), [])
    let old = try #require(client.reply(to: emptied))
    #expect(old.names.sorted() == ["First", "Second"])
    #expect(old.outcomes == "a: stale")
    #expect(old.sources.first?.ageMs == 1_000)
    let back = albums(.bypass)
    a.reply(to: a.takeCall(), both)
    #expect(client.reply(to: back)?.outcomes == "a: ok")
    age(181 * 24 * Self.hour)
    let gone = albums(.bypass)
    a.reply(to: a.takeCall(), [])
    #expect(client.reply(to: gone)?.names == [])
  }

  @Test("finds an entry even if other ids of the entity became known later")
  func otherIDs() throws {
    let first = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), album("a:album:1", title: "First"))
    #expect(client.reply(to: first)?.outcomes == "a: ok")
    let search = search()
    a.reply(to: a.takeCall(), artist("a:artist:1", "mbid:artist:2", name: "Nina"))
    _ = client.reply(to: search)
    age(1_000)
    let again = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    #expect(client.reply(to: again)?.outcomes == "a: cached")
  }

  @Test("stores files")
  func pictures() throws {
    let search = search()
    let picture = artist("a:artist:1", name: "Nina") {
      $0.artwork = [Artwork(url: "https://a.example/1.jpg", role: .portrait)]
    }
    a.reply(to: a.takeCall(), picture)
    _ = client.reply(to: search)
    let first = client.call(.artworkGet) { $0.id = id("a:artist:1") }
    var done = Done()
    done.media = Done.Media(type: "image/jpeg", url: "https://a.example/1.jpg")
    a.end(a.takeCall(), done, attachment: [1, 2, 3])
    #expect(client.reply(to: first)?.attachment == [1, 2, 3])
    hub.advance(1_000)
    let offline = client.call(.artworkGet) {
      $0.id = id("a:artist:1")
      $0.cache = .only
    }
    let reply = try #require(client.reply(to: offline))
    #expect(reply.attachment == [1, 2, 3])
    #expect(reply.outcomes == "a: cached")
    #expect(reply.sources.first?.ageMs == 1_000)
  }

  @Test("ignores entries from the future")
  func clockSetBack() throws {
    store("Nina Simone", then: 1_000)
    hub.handle(.clockSet(unixMs: 1_600_000_000_000))
    clearMemory()
    let call = search()
    #expect(client.reply(to: call) == nil)
    #expect(a.takeCalls().count == 1)
  }

  @Test("leaves no state if the hub stops during a lookup")
  func stop() {
    hub.completesLookups = false
    let call = search()
    hub.handle(.stopRequested(reason: "the test says so"))
    #expect(client.reply(to: call)?.code == .hubStopping)
    for operation in hub.lookups { hub.handle(.lookupCompleted(operation: operation, nil)) }
    #expect(hub.hub.load == InFlightCounts())
  }

  @Test("records searches")
  func searches() {
    store("Nina Simone", then: 0)
    #expect(hub.searches == ["nina"])
  }
}
