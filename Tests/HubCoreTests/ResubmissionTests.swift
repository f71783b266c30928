import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A provider call whose provider is lost")
struct ResubmissionTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider(
      "a",
      serving: [.artistsSearch, .artistGet, .albumGet, .artworkGet, .artistAlbums]
    )
    client = hub.connectClient()
  }

  func search(timeoutMs: Int? = nil) -> String {
    client.call(.artistsSearch, timeoutMs: timeoutMs) { $0.text = "nina" }
  }

  @Test("is sent again, once, when the provider is back", arguments: [true, false])
  func again(processIsLost: Bool) throws {
    let call = search()
    let first = try #require(a.takeCall())
    hub.advance(500)
    if processIsLost {
      a.exit()
      a.spawn()
    } else {
      hub.handle(.disconnected(a.peer))
      a.reconnect()
    }
    #expect(client.reply(to: call) == nil)
    hub.advance(700)
    a.hello()
    let second = try #require(a.takeCall())
    #expect(second.parameters.text == "nina")
    #expect(second.id != first.id)
    #expect(second.timeoutMs == 8_300)
    a.reply(to: second, artist("a:artist:1", name: "Nina"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: ok")
    #expect(reply.sources.first?.elapsedMs == 1_200)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fails if the provider is lost again")
  func twice() throws {
    let call = search()
    for _ in 0..<2 {
      #expect(a.takeCalls().count == 1)
      hub.handle(.disconnected(a.peer))
      a.reconnect()
      a.hello()
    }
    let reply = try #require(client.reply(to: call))
    #expect(reply.sources.first?.error?.code == .providerLost)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("fails if the provider is not back within 2 seconds")
  func notBack() throws {
    let call = search()
    a.exit()
    hub.advance(1_999)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "a: failed")
    #expect(reply.sources.first?.error?.code == .providerLost)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fails at the deadline of the client call")
  func deadline() throws {
    let call = search(timeoutMs: 1_000)
    a.exit()
    hub.advance(950)
    #expect(client.reply(to: call)?.sources.first?.error?.code == .providerLost)
  }

  @Test("fails at the soft deadline if other providers have replied")
  func softDeadline() throws {
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.waitMs = 300
    }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    a.exit()
    hub.advance(300)
    #expect(client.reply(to: call)?.outcomes == "a: failed, b: ok")
  }

  @Test("ends soon without results if the client waits for no source")
  func noWait() throws {
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.waitMs = 0
    }
    let sent = a.takeCall()
    hub.advance(CallDeadlines.cacheLookupMs - 1)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    let failure = try #require(client.reply(to: call)?.failure)
    #expect(failure.code == .sourcesFailed && failure.message == "No source has replied yet.")
    #expect(failure.sources?.map(\.outcome) == [.late])
    // The reply is stored, so that the next call has it.
    a.reply(to: sent, artist("a:artist:1", name: "Nina"))
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fails immediately if the provider is not restarted")
  func gone() throws {
    let call = search()
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.reply(to: call)?.outcomes == "a: failed")
  }

  @Test("returns the items of the first attempt if the second one fails")
  func partsBefore() throws {
    let call = search()
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    a.exit()
    a.spawn()
    a.hello()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.outcomes == "a: failed")
  }

  @Test("does not repeat the items of the first attempt")
  func notTwice() throws {
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.stream = true
    }
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    a.exit()
    a.spawn()
    a.hello()
    a.reply(
      to: a.takeCall(),
      artist("a:artist:1", name: "Nina"),
      artist("a:artist:2", name: "Nino")
    )
    #expect(client.reply(to: call)?.names == ["Nina", "Nino"])
  }

  @Test("is repeated if it was a link search")
  func resolution() throws {
    let b = hub.connectProvider("b", serving: [.artistGet])
    let call = client.call(.artistGet) { $0.id = id("b:artist:1") }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(a.takeCall()?.method == .artistsSearch)
    a.exit()
    a.spawn()
    a.hello()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: ok")
  }

  @Test("is repeated if it fetched a file")
  func file() throws {
    let call = client.call(.artworkGet) { $0.id = id("a:album:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    #expect(a.takeCall()?.method == .artworkGet)
    a.exit()
    a.spawn()
    hub.advance(1_000)
    a.hello()
    var done = Done()
    done.media = Done.Media(type: "image/jpeg")
    a.end(a.takeCall(), done, attachment: [1])
    let reply = try #require(client.reply(to: call))
    #expect(reply.attachment == [1])
    #expect(reply.outcomes == "a: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fails if it fetched a file and the provider is not back", arguments: [1, 2])
  func fileLost(losses: Int) throws {
    let call = client.call(.artworkGet) { $0.id = id("a:album:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    for _ in 0..<losses {
      if hub.spawns == [a.id] {
        a.spawn()
        a.hello()
      }
      #expect(a.takeCall()?.method == .artworkGet)
      a.exit()
    }
    hub.advance(losses == 1 ? 2_000 : 0)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.sources.first?.error?.code == .providerLost)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is not sent again if its client has disconnected")
  func callerLeft() {
    let call = search()
    a.exit()
    client.cancel(call)
    a.spawn()
    a.hello()
    #expect(a.takeCalls().isEmpty)
    #expect(hub.hub.load.isQuiet)
  }
}
