import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Searching")
struct SearchingTests {
  let hub = HubDriver()

  @Test("all providers that serve the method are asked, and their answers come as one")
  func merged() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists, .getArtist])
    let c = hub.connectProvider("c", serving: [.getArtist])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "Nina Simone" }
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.answer(to: call) == nil)
    b.answer(
      b.takeCall(),
      artist("b:artist:9", name: "Nina Simone"),
      artist("b:artist:2", name: "Nina")
    )
    #expect(c.takeCalls().isEmpty)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina Simone", "Nina"])
    #expect(answer.items.first?.ids == [id("a:artist:1"), id("b:artist:9")])
    #expect(answer.outcomes == "a: ok, b: ok")
    #expect(answer.sources.map(\.count) == [1, 2])
    #expect(answer.sources.map(\.attribution) == ["Data from a", "Data from b"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a provider is asked in its own terms only")
  func parameters() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    hub.connectClient().call(.searchArtists, timeoutMs: 10_000) {
      $0.text = "nina"
      $0.country = "de"
      $0.lang = "de"
      $0.limit = 3
      $0.id = id("a:artist:1")
      $0.ids = [id("a:artist:2")]
      $0.url = "https://example.org/secret"
      $0.grant = ["example.org": 1000]
      $0.waitMs = 10
      $0.sort = .name
      $0.providers = [a.id]
    }
    let question = try #require(a.takeCall())
    var expected = CallParameters()
    expected.text = "nina"
    expected.country = "de"
    expected.lang = "de"
    expected.limit = 50
    var asked = question.parameters
    asked.grant = nil
    #expect(asked == expected)
    #expect(question.parameters.grant?["example.org"] == nil)
    #expect(question.timeoutMs == 9_500)
  }

  @Test("of hits that fit equally well the source's own order is kept")
  func sourceOrder() throws {
    let a = hub.connectProvider("a", serving: [.searchAlbums])
    let client = hub.connectClient()
    let call = client.call(.searchAlbums) { $0.text = "live" }
    a.answer(
      a.takeCall(),
      album("a:album:3", title: "Zebra Live"),
      album("a:album:1", title: "Yak Live"),
      album("a:album:2", title: "Ape Live")
    )
    #expect(client.answer(to: call)?.names == ["Zebra Live", "Yak Live", "Ape Live"])
  }

  @Test("nothing found is an answer")
  func nothing() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "xyzzy" }
    a.answer(a.takeCall())
    let answer = try #require(client.answer(to: call))
    #expect(answer.failure == nil)
    #expect(answer.done?.total == 0)
    #expect(answer.outcomes == "a: empty")
  }

  @Test("a broken source costs only itself")
  func oneFails() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "nina" }
    a.fail(a.takeCall(), .upstreamUnavailable)
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.outcomes == "a: failed, b: ok")
    #expect(answer.sources.first?.error?.code == .upstreamUnavailable)
    #expect(answer.done?.totalIsExact == false)
  }

  @Test("when all sources fail the call does, and says of each why")
  func allFail() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "nina" }
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 9_000)
    b.fail(b.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.failure?.retryAfterMs == 9_000)
    #expect(answer.outcomes == "a: rate-limited, b: failed")
  }

  @Test("a source that has nothing is a usable answer to a search, whatever became of the others")
  func emptyAndFailed() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "nina" }
    a.answer(a.takeCall())
    b.fail(b.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.done != nil)
    #expect(answer.items.isEmpty)
    #expect(answer.outcomes == "a: empty, b: failed")
  }

  @Test("one entity that a source does not know, and another could not tell of, is an error")
  func oneEmptyAndFailed() throws {
    let a = hub.connectProvider("a", serving: [.getArtist])
    let b = hub.connectProvider("b", serving: [.getArtist], namespaces: ["a:artist"])
    let client = hub.connectClient()
    let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
    a.answer(a.takeCall())
    b.fail(b.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.outcomes == "a: empty, b: failed")
  }

  @Test("one entity that no source knows is not found")
  func notFound() throws {
    let a = hub.connectProvider("a", serving: [.getArtist])
    let client = hub.connectClient()
    let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
    a.fail(a.takeCall(), .notFound)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .notFound)
    #expect(answer.outcomes == "a: empty")
  }

  @Test("only the providers that the caller names are asked")
  func named() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists, .getChart])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.providers = [b.id]
    }
    #expect(a.takeCalls().isEmpty)
    b.answer(b.takeCall())
    #expect(client.answer(to: call)?.outcomes == "b: empty")
    let unknown = client.call(.searchArtists) {
      $0.text = "nina"
      $0.providers = [ProviderID(rawValue: "nobody")!]
    }
    #expect(client.answer(to: unknown)?.code == .invalidParams)
    let unserved = client.call(.getChart) {
      $0.chart = .albums
      $0.providers = [a.id]
    }
    #expect(client.answer(to: unserved)?.code == .noProvider)
  }

  @Test("records of another kind than asked for, and unreadable ones, are counted and left out")
  func skipped() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "nina" }
    var done = Done(items: [artist("a:artist:1", name: "Nina"), album("a:album:1", title: "Nina")])
    done.skipped = 3
    a.end(a.takeCall(), done)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.sources.first?.skipped == 4)
  }

  @Test("a list tells no biographies unless they are asked for; a single artist is told whole")
  func detail() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists, .getArtist])
    let client = hub.connectClient()
    for (method, detail, wanted) in [
      (BusProtocol.Method.searchArtists, nil, false),
      (.searchArtists, CallParameters.Detail.full, true),
      (.getArtist, nil, true), (.getArtist, .brief, false),
    ] {
      let call = client.call(method) {
        $0.text = "nina"
        $0.id = id("a:artist:1")
        $0.detail = detail
      }
      a.answer(a.takeCall(), artist("a:artist:1", name: "Nina") { $0.biography = "Born." })
      let item = client.answer(to: call)?.items.first
      guard case .artist(let told) = item else {
        Issue.record("No artist for \(method)")
        continue
      }
      #expect((told.biography != nil) == wanted, "\(method) \(String(describing: detail))")
    }
  }
}
