import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Searching")
struct SearchingTests {
  let hub = HubDriver()

  @Test("queries all providers that serve the method, and merges their replies")
  func merged() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
    let c = hub.connectProvider("c", serving: [.artistGet])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "Nina Simone" }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(client.reply(to: call) == nil)
    b.reply(
      to: b.takeCall(),
      artist("b:artist:9", name: "Nina Simone"),
      artist("b:artist:2", name: "Nina")
    )
    #expect(c.takeCalls().isEmpty)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina Simone", "Nina"])
    #expect(reply.items.first?.ids == [id("a:artist:1"), id("b:artist:9")])
    #expect(reply.outcomes == "a: ok, b: ok")
    #expect(reply.sources.map(\.count) == [1, 2])
    #expect(reply.sources.map(\.attribution) == ["Data from a", "Data from b"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("sends a provider only the parameters it understands")
  func parameters() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    hub.connectClient().call(.artistsSearch, timeoutMs: 10_000) {
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
    let providerCall = try #require(a.takeCall())
    var expected = CallParameters()
    expected.text = "nina"
    expected.country = "de"
    expected.lang = "de"
    expected.limit = 50
    var parameters = providerCall.parameters
    parameters.grant = nil
    #expect(parameters == expected)
    #expect(providerCall.parameters.grant?["example.org"] == nil)
    #expect(providerCall.timeoutMs == 9_500)
  }

  @Test("preserves the order of the source for hits that match equally well")
  func sourceOrder() throws {
    let a = hub.connectProvider("a", serving: [.albumsSearch])
    let client = hub.connectClient()
    let call = client.call(.albumsSearch) { $0.text = "live" }
    a.reply(
      to: a.takeCall(),
      album("a:album:3", title: "Zebra Live"),
      album("a:album:1", title: "Yak Live"),
      album("a:album:2", title: "Ape Live")
    )
    #expect(client.reply(to: call)?.names == ["Zebra Live", "Yak Live", "Ape Live"])
  }

  @Test("succeeds if nothing is found")
  func nothing() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "xyzzy" }
    a.reply(to: a.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.failure == nil)
    #expect(reply.done?.total == 0)
    #expect(reply.outcomes == "a: empty")
  }

  @Test("succeeds if one source fails")
  func oneFails() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.fail(a.takeCall(), .upstreamUnavailable)
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.outcomes == "a: failed, b: ok")
    #expect(reply.sources.first?.error?.code == .upstreamUnavailable)
    #expect(reply.done?.totalIsExact == false)
  }

  @Test("fails if all sources fail, with the error of each")
  func allFail() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 9_000)
    b.fail(b.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.failure?.retryAfterMs == 9_000)
    #expect(reply.outcomes == "a: rate-limited, b: failed")
  }

  @Test("succeeds if one source finds nothing and the others fail")
  func emptyAndFailed() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(to: a.takeCall())
    b.fail(b.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.done != nil)
    #expect(reply.items.isEmpty)
    #expect(reply.outcomes == "a: empty, b: failed")
  }

  @Test("fails for one entity if one source does not know it and another fails")
  func oneEmptyAndFailed() throws {
    let a = hub.connectProvider("a", serving: [.artistGet])
    let b = hub.connectProvider("b", serving: [.artistGet], namespaces: ["a:artist"])
    let client = hub.connectClient()
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall())
    b.fail(b.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.outcomes == "a: empty, b: failed")
  }

  @Test("fails with NOT_FOUND for an entity that no source knows")
  func notFound() throws {
    let a = hub.connectProvider("a", serving: [.artistGet])
    let client = hub.connectClient()
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    a.fail(a.takeCall(), .notFound)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .notFound)
    #expect(reply.outcomes == "a: empty")
  }

  @Test("queries only the providers that the caller names")
  func named() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch, .chartGet])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.providers = [b.id]
    }
    #expect(a.takeCalls().isEmpty)
    b.reply(to: b.takeCall())
    #expect(client.reply(to: call)?.outcomes == "b: empty")
    let unknown = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.providers = [ProviderID(rawValue: "unknown")!]
    }
    #expect(client.reply(to: unknown)?.code == .invalidParams)
    let unserved = client.call(.chartGet) {
      $0.chart = .albums
      $0.providers = [a.id]
    }
    #expect(client.reply(to: unserved)?.code == .noProvider)
  }

  @Test("skips and counts records of another kind and invalid ones")
  func skipped() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    var done = Done(items: [artist("a:artist:1", name: "Nina"), album("a:album:1", title: "Nina")])
    done.skipped = 3
    a.end(a.takeCall(), done)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.sources.first?.skipped == 4)
  }

  @Test("omits biographies from lists unless requested, but not from a single artist")
  func detail() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet])
    let client = hub.connectClient()
    for (method, detail, wanted) in [
      (BusProtocol.Method.artistsSearch, nil, false),
      (.artistsSearch, CallParameters.Detail.full, true),
      (.artistGet, nil, true), (.artistGet, .brief, false),
    ] {
      let call = client.call(method) {
        $0.text = "nina"
        $0.id = id("a:artist:1")
        $0.detail = detail
      }
      a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina") { $0.biography = "Born." })
      let item = client.reply(to: call)?.items.first
      guard case .artist(let artist) = item else {
        Issue.record("No artist for \(method)")
        continue
      }
      #expect((artist.biography != nil) == wanted, "\(method) \(String(describing: detail))")
    }
  }
}
