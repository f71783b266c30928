import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Answers that are kept")
struct RecallingTests {
  let hub = HubDriver { $0.keepsAnswers = true }
  let a: ModelProvider
  let client: ModelClient
  private let wall = Wall()
  static let hour = 3_600_000

  init() {
    hub.handle(.clockSet(unixMs: wall.ms))
    a = hub.connectProvider("a", serving: [.searchArtists, .artistAlbums, .getArtwork]) {
      for method in $0.methods.keys { $0.methods[method]?.freshMs = RecallingTests.hour }
    }
    client = hub.connectClient()
  }

  private func search(_ cache: CallParameters.CacheMode? = nil, wait: Int? = nil) -> String {
    client.call(.searchArtists) {
      $0.text = "nina"
      $0.cache = cache
      $0.waitMs = wait
    }
  }

  /// Asks once, so that the answer is kept, and lets time pass; what is kept in memory is gone then.
  private func know(_ names: String..., then milliseconds: Int) {
    let call = search()
    let items = names.enumerated().map { artist("a:artist:\($0.offset)", name: $0.element) }
    a.answer(a.takeCall(), items)
    #expect(client.answer(to: call)?.outcomes == (items.isEmpty ? "a: empty" : "a: ok"))
    age(milliseconds)
  }

  /// The wall clock goes on, as for a hub that was started later.
  private func age(_ milliseconds: Int) {
    wall.ms += milliseconds
    hub.handle(.clockSet(unixMs: wall.ms))
    forgetMemory()
  }

  private final class Wall { var ms = 1_700_000_000_000 }

  private func forgetMemory() {
    a.reconnect()
    a.hello()
  }

  @Test("are given at once while they are fresh, by a hub that has never asked")
  func fresh() throws {
    know("Nina Simone", then: 60_000)
    let answer = try #require(client.answer(to: search()))
    #expect(answer.names == ["Nina Simone"])
    #expect(answer.outcomes == "a: cached")
    #expect(answer.sources.first?.ageMs == 60_000)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1_000)
    let again = try #require(client.answer(to: search()))
    #expect(again.sources.first?.ageMs == 61_000)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are given though a little stale, and asked for anew behind the answer")
  func littleStale() throws {
    know("Nina Simone", then: Self.hour + 1)
    let answer = try #require(client.answer(to: search()))
    #expect(answer.outcomes == "a: stale")
    #expect(answer.sources.first?.ageMs == Self.hour + 1)
    a.answer(a.takeCall(), artist("a:artist:0", name: "Nina Simone!"))
    let next = try #require(client.answer(to: search()))
    #expect(next.outcomes == "a: cached")
    #expect(next.names == ["Nina Simone!"])
  }

  @Test("are shown with their age where the source fails")
  func failed() throws {
    know("Nina Simone", then: 5 * Self.hour)
    let call = search()
    #expect(client.answer(to: call) == nil)
    a.fail(a.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "a: stale")
    #expect(answer.names == ["Nina Simone"])
    #expect(answer.sources.first?.ageMs == 5 * Self.hour)
    #expect(answer.sources.first?.count == 1)
    #expect(answer.sources.first?.error?.code == .upstreamUnavailable)
  }

  @Test("are shown where the source limits its rate, is lost or is late")
  func otherTrouble() throws {
    know("Nina Simone", then: 5 * Self.hour)
    let slow = search(wait: 500)
    let question = a.takeCall()
    hub.advance(500)
    #expect(client.answer(to: slow)?.outcomes == "a: stale")
    a.answer(question, artist("a:artist:0", name: "Nina!"))
    #expect(client.answer(to: search())?.names == ["Nina!"])
    age(5 * Self.hour)
    let limited = search()
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 60_000)
    #expect(client.answer(to: limited)?.outcomes == "a: stale")
    hub.advance(61_000)
    let lost = search(wait: 100)
    _ = a.takeCall()
    a.exit()
    hub.advance(100)
    #expect(client.answer(to: lost)?.outcomes == "a: stale")
  }

  @Test("are all that is given offline, where nobody is asked")
  func offline() throws {
    let unknown = try #require(client.answer(to: search(.only)))
    #expect(unknown.code == .sourcesFailed)
    #expect(unknown.sources.first?.error?.code == .notCached)
    #expect(a.takeCalls().isEmpty)
    know("Nina Simone", then: 100 * Self.hour)
    let answer = try #require(client.answer(to: search(.only)))
    #expect(answer.outcomes == "a: stale")
    #expect(answer.names == ["Nina Simone"])
    hub.advance(60_000)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("are all that is given offline, also by a hub that keeps none")
  func offlineWithoutKeeping() throws {
    let hub = HubDriver { $0.keepsAnswers = false }
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    let provider = hub.connectProvider("a", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.cache = .only
    }
    #expect(client.answer(to: call)?.sources.first?.error?.code == .notCached)
    #expect(provider.takeCalls().isEmpty)
  }

  @Test("are told as kept also where they are empty")
  func empty() throws {
    know(then: 0)
    let fromDisk = try #require(client.answer(to: search()))
    #expect(fromDisk.outcomes == "a: cached")
    hub.advance(1_000)
    let fromMemory = try #require(client.answer(to: search()))
    #expect(fromMemory.outcomes == "a: cached")
    #expect(fromMemory.sources.first?.count == 0)
    #expect(fromMemory.sources.first?.ageMs == 1_000)
  }

  @Test("are passed over where a new one is wanted, and stand in where none comes")
  func always() throws {
    know("Nina Simone", then: 1_000)
    let call = search(.bypass)
    #expect(client.answer(to: call) == nil)
    a.answer(a.takeCall(), artist("a:artist:0", name: "Nina!"))
    #expect(client.answer(to: call)?.outcomes == "a: ok")
    #expect(client.answer(to: search())?.names == ["Nina!"])
    let failing = search(.bypass)
    a.fail(a.takeCall(), .upstreamUnavailable)
    #expect(client.answer(to: failing)?.outcomes == "a: stale")
  }

  @Test("are not waited for longer than a moment, and stand in when they are found later")
  func slowDisk() throws {
    know("Nina Simone", then: 5 * Self.hour)
    hub.findsAnswers = false
    let call = search()
    #expect(a.takeCalls().isEmpty)
    hub.advance(HubSettings().recallMs)
    let question = try #require(a.takeCall())
    for ticket in hub.lookups { hub.handle(.answerFound(ticket: ticket, hub.kept.values.first)) }
    a.fail(question, .upstreamUnavailable)
    #expect(client.answer(to: call)?.outcomes == "a: stale")
  }

  @Test("are looked for once for all who ask the same")
  func shared() throws {
    hub.findsAnswers = false
    let first = search()
    let other = hub.connectClient()
    let second = other.call(.searchArtists) { $0.text = "nina" }
    #expect(hub.lookups.count == 1)
    hub.handle(.answerFound(ticket: hub.lookups[0], nil))
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: first)?.names == ["Nina"])
    #expect(other.answer(to: second)?.names == ["Nina"])
  }

  @Test("keep the entries of a list that a source no longer tells, and say when all are old")
  func absence() throws {
    let ask = { (cache: CallParameters.CacheMode?) in
      client.call(.artistAlbums) {
        $0.id = id("a:artist:1")
        $0.cache = cache
      }
    }
    let both = ["First", "Second"].enumerated().map {
      album("a:album:\($0.offset)", title: $0.element)
    }
    let first = ask(nil)
    a.answer(a.takeCall(), both)
    #expect(client.answer(to: first)?.names.sorted() == ["First", "Second"])
    hub.advance(1_000)
    let shrunk = ask(.bypass)
    a.answer(a.takeCall(), [both[0]])
    let answer = try #require(client.answer(to: shrunk))
    #expect(answer.outcomes == "a: ok")
    #expect(answer.names.sorted() == ["First", "Second"])
    hub.advance(1_000)
    let emptied = ask(.bypass)
    a.answer(a.takeCall(), [])
    let old = try #require(client.answer(to: emptied))
    #expect(old.names.sorted() == ["First", "Second"])
    #expect(old.outcomes == "a: stale")
    #expect(old.sources.first?.ageMs == 1_000)
    let back = ask(.bypass)
    a.answer(a.takeCall(), both)
    #expect(client.answer(to: back)?.outcomes == "a: ok")
    age(181 * 24 * Self.hour)
    let gone = ask(.bypass)
    a.answer(a.takeCall(), [])
    #expect(client.answer(to: gone)?.names == [])
  }

  @Test("are found whichever other ids have become known meanwhile")
  func otherIDs() throws {
    let first = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    a.answer(a.takeCall(), album("a:album:1", title: "First"))
    #expect(client.answer(to: first)?.outcomes == "a: ok")
    let search = search()
    a.answer(a.takeCall(), artist("a:artist:1", "mbid:artist:2", name: "Nina"))
    _ = client.answer(to: search)
    age(1_000)
    let again = client.call(.artistAlbums) { $0.id = id("a:artist:1") }
    #expect(client.answer(to: again)?.outcomes == "a: cached")
  }

  @Test("hold pictures as well")
  func pictures() throws {
    let search = search()
    let picture = artist("a:artist:1", name: "Nina") {
      $0.artwork = [Artwork(url: "https://a.example/1.jpg", role: .portrait)]
    }
    a.answer(a.takeCall(), picture)
    _ = client.answer(to: search)
    let first = client.call(.getArtwork) { $0.id = id("a:artist:1") }
    var done = Done()
    done.media = Done.Media(type: "image/jpeg", url: "https://a.example/1.jpg")
    a.end(a.takeCall(), done, attachment: [1, 2, 3])
    #expect(client.answer(to: first)?.attachment == [1, 2, 3])
    hub.advance(1_000)
    let offline = client.call(.getArtwork) {
      $0.id = id("a:artist:1")
      $0.cache = .only
    }
    let answer = try #require(client.answer(to: offline))
    #expect(answer.attachment == [1, 2, 3])
    #expect(answer.outcomes == "a: cached")
    #expect(answer.sources.first?.ageMs == 1_000)
  }

  @Test("of a future that a clock told wrongly are not trusted")
  func clockSetBack() throws {
    know("Nina Simone", then: 1_000)
    hub.handle(.clockSet(unixMs: 1_600_000_000_000))
    forgetMemory()
    let call = search()
    #expect(client.answer(to: call) == nil)
    #expect(a.takeCalls().count == 1)
  }

  @Test("leave nothing behind when the hub stops in the middle")
  func stop() {
    hub.findsAnswers = false
    let call = search()
    hub.handle(.stopRequested(reason: "the test says so"))
    #expect(client.answer(to: call)?.code == .hubStopping)
    for ticket in hub.lookups { hub.handle(.answerFound(ticket: ticket, nil)) }
    #expect(hub.hub.load == InFlightCounts())
  }

  @Test("remember what was searched for")
  func searches() {
    know("Nina Simone", then: 0)
    #expect(hub.searches == ["nina"])
  }
}
