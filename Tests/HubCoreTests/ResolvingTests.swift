import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Finding an entity at a provider that does not know its id")
struct ResolvingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .getArtist, .artistAlbums])
    b = hub.connectProvider(
      "b",
      serving: [.searchArtists, .searchAlbums, .getArtist, .artistAlbums, .albumSongs]
    )
    client = hub.connectClient()
  }

  func get(_ text: String = "a:artist:1", timeoutMs: Int? = nil) -> String {
    client.call(.getArtist, timeoutMs: timeoutMs) { $0.id = id(text) }
  }

  @Test("the provider whose id it is is asked at once; the other when the first has told the name")
  func named() throws {
    let call = get()
    let question = a.takeCall()
    #expect(question?.parameters.id == id("a:artist:1"))
    #expect(b.takeCalls().isEmpty)
    a.answer(question, artist("a:artist:1", name: "Nina Simone"))
    let search = try #require(b.takeCall())
    #expect(search.method == .searchArtists)
    #expect(search.parameters.text == "Nina Simone")
    b.answer(search, artist("b:artist:5", name: "Nina Simone"))
    let second = try #require(b.takeCall())
    #expect(second.method == .getArtist)
    #expect(second.parameters.id == id("b:artist:5"))
    b.answer(second, artist("b:artist:5", name: "Nina Simone"))
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "a: ok, b: ok")
    #expect(answer.items.first?.ids == [id("a:artist:1"), id("b:artist:5")])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a part that tells the name is enough to begin")
  func namedByPart() throws {
    _ = get()
    let question = a.takeCall()
    a.part(question, seq: 0, artist("a:artist:1", name: "Nina Simone"))
    #expect(b.takeCall()?.method == .searchArtists)
  }

  @Test("what is known from before is asked under its id at once")
  func known() throws {
    let first = get()
    a.answer(a.takeCall(), artist("a:artist:1", "b:artist:5", name: "Nina Simone"))
    #expect(b.takeCall()?.parameters.id == id("b:artist:5"))
    client.cancel(first)
    _ = b.takeCancels()
    _ = get()
    let question = try #require(b.takeCall())
    #expect(question.method == .getArtist)
    #expect(question.parameters.id == id("b:artist:5"))
    #expect(question.parameters.ids?.contains(id("a:artist:1")) == true)
  }

  @Test("two hits that fit equally are not linked: nothing is guessed")
  func twoHits() throws {
    let call = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Slayer"))
    b.answer(
      b.takeCall(),
      artist("b:artist:1", name: "Slayer"),
      artist("b:artist:2", name: "Slayer")
    )
    #expect(b.takeCalls().isEmpty)
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("hits of other names are not linked")
  func otherNames() {
    let call = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina Hagen"))
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("that nothing is the same is remembered for a day, whichever id is asked about")
  func negativeMemory() throws {
    let first = get()
    a.answer(a.takeCall(), artist("a:artist:1", "mbid:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall())
    #expect(client.answer(to: first)?.outcomes == "a: ok, b: not-linked")
    hub.advance(86_399_000)
    _ = get("mbid:artist:1")
    #expect(b.takeCalls().isEmpty)
    a.answer(a.takeCall())
    hub.advance(1_000)
    _ = get()
    #expect(b.takeCall()?.method == .searchArtists)
  }

  @Test("only so much is remembered: of 8,192 searches where nothing else is set")
  func bound() {
    #expect(HubSettings().entityMemory == 8_192)
    let hub = HubDriver { $0.entityMemory = 8 }
    let a = hub.connectProvider("a", serving: [.getArtist])
    let b = hub.connectProvider("b", serving: [.searchArtists, .getArtist])
    let client = hub.connectClient()
    func isSearchedFor(_ number: Int) -> Bool {
      let call = client.call(.getArtist) { $0.id = id("a:artist:\(number)") }
      a.answer(a.takeCall(), artist("a:artist:\(number)", name: "Nina \(number)"))
      let search = b.takeCalls().first
      if search != nil { b.answer(search) }
      #expect(client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
      return search?.method == .searchArtists
    }
    for number in 1...9 { #expect(isSearchedFor(number)) }
    #expect(!isSearchedFor(9))
    #expect(isSearchedFor(1))
  }

  @Test("that something is the same is remembered")
  func positiveMemory() throws {
    let first = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    client.cancel(first)
    _ = b.takeMail()
    _ = get()
    let question = try #require(b.takeCall())
    #expect(question.method == .getArtist)
    #expect(question.parameters.id == id("b:artist:5"))
  }

  @Test("a search takes a third of the time that is left at most")
  func third() throws {
    let call = get(timeoutMs: 2_000)
    hub.advance(100)
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(b.takeCall()?.timeoutMs == 600)
    hub.advance(599)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: timeout")
  }

  @Test("a search that ends after its call still leaves what it found")
  func lateSearch() throws {
    let call = client.call(.getArtist) {
      $0.id = id("a:artist:1")
      $0.waitMs = 100
    }
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    let search = b.takeCall()
    hub.advance(100)
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: late")
    b.answer(search, artist("b:artist:5", name: "Nina Simone"))
    #expect(hub.hub.load.isQuiet)
    _ = get()
    #expect(b.takeCall()?.parameters.id == id("b:artist:5"))
  }

  @Test("when nobody can tell the name, the others are not linked")
  func nobodyTells() throws {
    let call = get()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.outcomes == "a: failed, b: not-linked")
  }

  @Test("when nobody knows the id at all that is told at once")
  func nobodyKnows() throws {
    let call = get("z:artist:1")
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .notFound)
    #expect(answer.outcomes == "a: not-linked, b: not-linked")
  }

  @Test("when those who might have told the name have ended before the others are there, too")
  func nobodyLeft() throws {
    let c = hub.findProvider("c", serving: [.searchArtists, .getArtist])
    let call = get()
    a.answer(a.takeCall())
    #expect(client.answer(to: call) == nil)
    c.spawn()
    c.hello()
    #expect(client.answer(to: call)?.outcomes == "a: empty, b: not-linked, c: not-linked")
  }

  @Test("a provider that comes first and does not run takes no other's place")
  func brokenFirst() throws {
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    let call = client.call(.getArtist) { $0.id = id("b:artist:5") }
    b.answer(b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    #expect(client.answer(to: call)?.outcomes == "a: failed, b: ok")
  }

  @Test("each provider is asked once, though one before it ends while the call begins")
  func askedOnce() throws {
    let c = hub.connectProvider("c", serving: [.getArtist])
    let first = get("c:artist:1")
    c.answer(c.takeCall(), artist("c:artist:1", "b:artist:5", name: "Nina Simone"))
    client.cancel(first)
    _ = (a.takeMail(), b.takeMail())
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    _ = get("c:artist:1")
    #expect(b.takeCalls().count == 1)
    #expect(c.takeCalls().count == 1)
  }

  @Test("the artist of albums is named by the reference that bears its id")
  func nameFromAlbums() throws {
    client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.answer(
      a.takeCall(),
      album("a:album:1", title: "Hits", by: .init(id: id("a:artist:9"), name: "Various Artists")),
      album(
        "a:album:2",
        title: "Pastel Blues",
        by: .init(id: id("a:artist:1"), name: "Nina Simone")
      )
    )
    #expect(b.takeCall()?.parameters.text == "Nina Simone")
  }

  @Test("an artist whom no reference names surely is not looked for")
  func noSureName() throws {
    let call = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.answer(
      a.takeCall(),
      album("a:album:1", title: "Hits", by: .init(id: id("a:artist:9"), name: "Various Artists")),
      album("a:album:2", title: "Pastel Blues", by: .init(name: "Nina Simone"))
    )
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("the album of songs is named by their album and artist")
  func nameFromSongs() throws {
    let c = hub.connectProvider("c", serving: [.albumSongs])
    client.call(.albumSongs) { $0.id = id("c:album:1") }
    c.answer(
      c.takeCall(),
      song("c:song:1", title: "Sinnerman", by: .init(name: "Nina Simone")) {
        $0.album = AlbumReference(id: id("c:album:1"), title: "Pastel Blues")
      }
    )
    let search = try #require(b.takeCall())
    #expect(search.method == .searchAlbums)
    #expect(search.parameters.text == "Pastel Blues")
    #expect(search.parameters.artist == "Nina Simone")
  }

  @Test("a hit under an id that the provider itself does not understand is not linked")
  func foreignHit() {
    let call = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("z:artist:5", name: "Nina Simone"))
    #expect(b.takeCalls().isEmpty)
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
  }

  @Test("what was asked about one entity is one, whatever its sources call it")
  func oneEntity() throws {
    let call = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.answer(b.takeCall(), artist("b:artist:5", name: "Nina Simone"))
    b.answer(
      b.takeCall(),
      artist("b:artist:5", name: "Eunice Kathleen Waymon") { $0.formedYear = 1933 }
    )
    let answer = try #require(client.answer(to: call))
    #expect(answer.items.count == 1)
    #expect(answer.items.first?.ids == [id("a:artist:1"), id("b:artist:5")])
  }

  @Test("a search at a provider that is lost leaves nothing behind")
  func lostWhileResolving() throws {
    let call = get()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    b.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: failed")
    #expect(hub.hub.load.isQuiet)
  }
}
