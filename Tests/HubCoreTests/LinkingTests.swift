import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Linking an entity to a provider that does not know its id")
struct LinkingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet, .artistAlbums])
    b = hub.connectProvider(
      "b",
      serving: [.artistsSearch, .albumsSearch, .artistGet, .artistAlbums, .albumSongs]
    )
    client = hub.connectClient()
  }

  func get(_ text: String = "a:artist:1", timeoutMs: Int? = nil) -> String {
    client.call(.artistGet, timeoutMs: timeoutMs) { $0.id = id(text) }
  }

  @Test("queries the provider of the id immediately, the other one when the name is known")
  func named() throws {
    let call = get()
    let providerCall = a.takeCall()
    #expect(providerCall?.parameters.id == id("a:artist:1"))
    #expect(b.takeCalls().isEmpty)
    a.reply(to: providerCall, artist("a:artist:1", name: "Nina Simone"))
    let search = try #require(b.takeCall())
    #expect(search.method == .artistsSearch)
    #expect(search.parameters.text == "Nina Simone")
    b.reply(to: search, artist("b:artist:5", name: "Nina Simone"))
    let second = try #require(b.takeCall())
    #expect(second.method == .artistGet)
    #expect(second.parameters.id == id("b:artist:5"))
    b.reply(to: second, artist("b:artist:5", name: "Nina Simone"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: ok, b: ok")
    #expect(reply.items.first?.ids == [id("a:artist:1"), id("b:artist:5")])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("starts as soon as a part contains the name")
  func namedByPart() throws {
    _ = get()
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "Nina Simone"))
    #expect(b.takeCall()?.method == .artistsSearch)
  }

  @Test(
    "uses an id that a later reply contains, whether its search has ended or not",
    arguments: [true, false]
  )
  func knownLater(_ hasEnded: Bool) throws {
    let c = hub.connectProvider("c", serving: [.artistsSearch, .artistGet])
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Slayer"))
    let search = try #require(b.takeCall())
    let hits = [artist("b:artist:5", name: "Slayer"), artist("b:artist:6", name: "Slayer")]
    if hasEnded { b.reply(to: search, hits) }
    c.reply(to: c.takeCall(), artist("c:artist:7", name: "Slayer"))
    c.reply(to: c.takeCall(), artist("c:artist:7", "a:artist:1", "b:artist:5", name: "Slayer"))
    let second = try #require(b.takeCall())
    #expect(second.method == .artistGet)
    #expect(second.parameters.id == id("b:artist:5"))
    if !hasEnded { b.reply(to: search, hits) }
    #expect(b.takeCalls().isEmpty)
    b.reply(to: second, artist("b:artist:5", name: "Slayer"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: ok, b: ok, c: ok")
    #expect(reply.items.first?.ids == [id("a:artist:1"), id("b:artist:5"), id("c:artist:7")])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("passes on the name of an artist whose albums are listed, if it is known")
  func passedName() {
    func name() -> String? {
      let call = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
      let providerCall = a.takeCall()
      a.fail(providerCall, .upstreamUnavailable)
      #expect(client.reply(to: call) != nil)
      return providerCall?.parameters.artist
    }
    #expect(name() == nil)
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), [])
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
    #expect(name() == "Nina Simone")
  }

  @Test("uses a known id immediately")
  func known() throws {
    let first = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", "b:artist:5", name: "Nina Simone"))
    #expect(b.takeCall()?.parameters.id == id("b:artist:5"))
    client.cancel(first)
    _ = b.takeCancels()
    _ = get()
    let providerCall = try #require(b.takeCall())
    #expect(providerCall.method == .artistGet)
    #expect(providerCall.parameters.id == id("b:artist:5"))
    #expect(providerCall.parameters.ids?.contains(id("a:artist:1")) == true)
  }

  @Test("does not choose between two hits that match equally well")
  func twoHits() throws {
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Slayer"))
    b.reply(
      to: b.takeCall(),
      artist("b:artist:1", name: "Slayer"),
      artist("b:artist:2", name: "Slayer")
    )
    #expect(b.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("rejects hits with other names")
  func otherNames() {
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina Hagen"))
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("caches a missing link for a day, for all ids of the entity")
  func negativeMemory() throws {
    let first = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", "mbid:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall())
    #expect(client.reply(to: first)?.outcomes == "a: ok, b: not-linked")
    hub.advance(86_399_000)
    _ = get("mbid:artist:1")
    #expect(b.takeCalls().isEmpty)
    a.reply(to: a.takeCall())
    hub.advance(1_000)
    _ = get()
    #expect(b.takeCall()?.method == .artistsSearch)
  }

  @Test("caches the results of 8,192 searches by default")
  func bound() {
    #expect(HubSettings().maxCachedLinks == 8_192)
    let hub = HubDriver { $0.maxCachedLinks = 8 }
    let a = hub.connectProvider("a", serving: [.artistGet])
    let b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
    let client = hub.connectClient()
    func isSearchedFor(_ number: Int) -> Bool {
      let call = client.call(.artistGet) { $0.id = id("a:artist:\(number)") }
      a.reply(to: a.takeCall(), artist("a:artist:\(number)", name: "Nina \(number)"))
      let search = b.takeCalls().first
      if search != nil { b.reply(to: search) }
      #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
      return search?.method == .artistsSearch
    }
    for number in 1...9 { #expect(isSearchedFor(number)) }
    #expect(!isSearchedFor(9))
    #expect(isSearchedFor(1))
  }

  @Test("caches links")
  func positiveMemory() throws {
    let first = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    client.cancel(first)
    _ = b.takeMail()
    _ = get()
    let providerCall = try #require(b.takeCall())
    #expect(providerCall.method == .artistGet)
    #expect(providerCall.parameters.id == id("b:artist:5"))
  }

  @Test("gives a search at most a third of the time that is left")
  func third() throws {
    let call = get(timeoutMs: 2_000)
    hub.advance(100)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(b.takeCall()?.timeoutMs == 600)
    hub.advance(599)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: timeout")
  }

  @Test("stores the link of a search that ends after its call")
  func lateSearch() throws {
    let call = client.call(.artistGet) {
      $0.id = id("a:artist:1")
      $0.waitMs = 100
    }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    let search = b.takeCall()
    hub.advance(100)
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: late")
    b.reply(to: search, artist("b:artist:5", name: "Nina Simone"))
    #expect(hub.hub.load.isQuiet)
    _ = get()
    #expect(b.takeCall()?.parameters.id == id("b:artist:5"))
  }

  @Test("links no provider if the name is unknown")
  func unknownName() throws {
    let call = get()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.outcomes == "a: failed, b: not-linked")
  }

  @Test("fails immediately if no provider knows the id")
  func unknownID() throws {
    let call = get("z:artist:1")
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .notFound)
    #expect(reply.outcomes == "a: not-linked, b: not-linked")
  }

  @Test("links no provider if the name is unknown before the other providers start")
  func noProviderLeft() throws {
    let c = hub.findProvider("c", serving: [.artistsSearch, .artistGet])
    let call = get()
    a.reply(to: a.takeCall())
    #expect(client.reply(to: call) == nil)
    c.spawn()
    c.hello()
    #expect(client.reply(to: call)?.outcomes == "a: empty, b: not-linked, c: not-linked")
  }

  @Test("links the other providers if the first one does not run")
  func brokenFirst() throws {
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    let call = client.call(.artistGet) { $0.id = id("b:artist:5") }
    b.reply(to: b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    #expect(client.reply(to: call)?.outcomes == "a: failed, b: ok")
  }

  @Test("queries each provider once, even if an earlier one fails at the start of the call")
  func queriedOnce() throws {
    let c = hub.connectProvider("c", serving: [.artistGet])
    let first = get("c:artist:1")
    c.reply(to: c.takeCall(), artist("c:artist:1", "b:artist:5", name: "Nina Simone"))
    client.cancel(first)
    _ = (a.takeMail(), b.takeMail())
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    _ = get("c:artist:1")
    #expect(b.takeCalls().count == 1)
    #expect(c.takeCalls().count == 1)
  }

  @Test("takes the name of an artist from a reference with its id")
  func nameFromAlbums() throws {
    client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Hits", by: .init(id: id("a:artist:9"), name: "Various Artists")),
      album(
        "a:album:2",
        title: "Pastel Blues",
        by: .init(id: id("a:artist:1"), name: "Nina Simone")
      )
    )
    #expect(b.takeCall()?.parameters.text == "Nina Simone")
  }

  @Test("does not search an artist that no reference names reliably")
  func noSureName() throws {
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Hits", by: .init(id: id("a:artist:9"), name: "Various Artists")),
      album("a:album:2", title: "Pastel Blues", by: .init(name: "Nina Simone"))
    )
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("takes the name of an album from its songs")
  func nameFromSongs() throws {
    let c = hub.connectProvider("c", serving: [.albumSongs])
    client.call(.albumSongs) { $0.id = id("c:album:1") }
    c.reply(
      to: c.takeCall(),
      song("c:song:1", title: "Sinnerman", by: .init(name: "Nina Simone")) {
        $0.album = AlbumReference(id: id("c:album:1"), title: "Pastel Blues")
      }
    )
    let search = try #require(b.takeCall())
    #expect(search.method == .albumsSearch)
    #expect(search.parameters.text == "Pastel Blues")
    #expect(search.parameters.artist == "Nina Simone")
  }

  @Test("rejects a hit with an id that the provider does not understand")
  func foreignHit() {
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("z:artist:5", name: "Nina Simone"))
    #expect(b.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("merges the records of one entity even if their names differ")
  func oneEntity() throws {
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.reply(to: b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    b.reply(
      to: b.takeCall(),
      artist("b:artist:5", name: "Eunice Kathleen Waymon") { $0.formedYear = 1933 }
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.items.count == 1)
    #expect(reply.items.first?.ids == [id("a:artist:1"), id("b:artist:5")])
  }

  @Test("leaves no state if the provider is lost during the search")
  func lostWhileResolving() throws {
    let call = get()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: failed")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("omits the records of a namesake whose id one source gives wrongly")
  func disputedID() throws {
    let c = hub.connectProvider("c", serving: [.artistsSearch, .artistGet])
    func replies() throws -> [EntityID] {
      let call = get("a:artist:uk")
      a.reply(
        to: a.takeCall(),
        artist("a:artist:uk", "b:artist:415", "c:artist:uk", name: "Nirvana")
      )
      let query = try #require(b.takeCall())
      if query.method == .artistGet {
        b.reply(to: query, artist("b:artist:415", name: "Nirvana"))
      } else {
        b.reply(
          to: query,
          artist("b:artist:415", name: "Nirvana"),
          artist("b:artist:77416", name: "Nirvana")
        )
      }
      c.reply(
        to: c.takeCall(),
        artist("c:artist:uk", "a:artist:uk", "b:artist:77416", name: "Nirvana")
      )
      #expect(b.takeCalls().isEmpty)
      return try #require(client.reply(to: call)?.items.first).ids
    }
    #expect(try replies() == [id("a:artist:uk"), id("c:artist:uk")])
    // The disputed ids are cached, but not as ids of this artist.
    #expect(try replies() == [id("a:artist:uk"), id("c:artist:uk")])
  }

  /// Names an artist, so that one provider is searched for it while the other one is asked for its id.
  private func searchWhileAsking() throws -> (asked: ReceivedCall?, search: ReceivedCall?) {
    let first = client.call(.artistsSearch) { ($0.text, $0.providers) = ("nina", [a.id]) }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: first) != nil)
    hub.hub.transitions = []
    _ = get()
    return (a.takeCall(), b.takeCall())
  }

  @Test("asks a provider that is being searched as soon as another one names its id")
  func namedDuringSearch() throws {
    let (asked, search) = try searchWhileAsking()
    #expect(search?.method == .artistsSearch)
    a.reply(to: asked, artist("a:artist:1", "b:artist:6", name: "Nina Simone"))
    #expect(b.takeCancels() == [search?.id])
    #expect(b.takeCall()?.parameters.id == id("b:artist:6"))
    #expect(seen("linking", "querying"))
  }

  @Test("awaits a provider that is restarted when another one names its id, which it did not find")
  func namedDuringRestart() throws {
    let (asked, search) = try searchWhileAsking()
    b.reply(to: search, [])
    b.exit()
    a.reply(to: asked, artist("a:artist:1", "b:artist:6", name: "Nina Simone"))
    #expect(seen("ended", "starting"))
    b.spawn()
    b.hello()
    #expect(b.takeCall()?.parameters.id == id("b:artist:6"))
  }

  private func seen(_ from: String, _ to: String) -> Bool {
    hub.hub.transitions?.contains { $0.from == from && $0.to == to } == true
  }
}
