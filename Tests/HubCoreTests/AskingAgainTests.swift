import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A question in flight at a provider that is lost")
struct AskingAgainTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider(
      "a",
      serving: [.searchArtists, .getArtist, .getAlbum, .getArtwork, .artistAlbums]
    )
    client = hub.connectClient()
  }

  func search(timeoutMs: Int? = nil) -> String {
    client.call(.searchArtists, timeoutMs: timeoutMs) { $0.text = "nina" }
  }

  @Test("is asked again, once, when the provider is back", arguments: [true, false])
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
    #expect(client.answer(to: call) == nil)
    hub.advance(700)
    a.hello()
    let second = try #require(a.takeCall())
    #expect(second.parameters.text == "nina")
    #expect(second.id != first.id)
    #expect(second.timeoutMs == 8_300)
    a.answer(second, artist("a:artist:1", name: "Nina"))
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "a: ok")
    #expect(answer.sources.first?.elapsedMs == 1_200)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is told as lost when the provider is lost again")
  func twice() throws {
    let call = search()
    for _ in 0..<2 {
      #expect(a.takeCalls().count == 1)
      hub.handle(.disconnected(a.peer))
      a.reconnect()
      a.hello()
    }
    let answer = try #require(client.answer(to: call))
    #expect(answer.sources.first?.error?.code == .providerLost)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("is told as lost when the provider is not back in 2 seconds")
  func notBack() throws {
    let call = search()
    a.exit()
    hub.advance(1_999)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "a: failed")
    #expect(answer.sources.first?.error?.code == .providerLost)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is told as lost at the end of the call")
  func timeIsOver() throws {
    let call = search(timeoutMs: 1_000)
    a.exit()
    hub.advance(950)
    #expect(client.answer(to: call)?.sources.first?.error?.code == .providerLost)
  }

  @Test("is told as lost when others have answered and the caller does not wait")
  func patienceIsOver() throws {
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.waitMs = 300
    }
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    a.exit()
    hub.advance(300)
    #expect(client.answer(to: call)?.outcomes == "a: failed, b: ok")
  }

  @Test("is told as lost when the provider will not come back")
  func gone() throws {
    let call = search()
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(client.answer(to: call)?.outcomes == "a: failed")
  }

  @Test("keeps what it had told, if nothing better comes")
  func partsBefore() throws {
    let call = search()
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    a.exit()
    a.spawn()
    a.hello()
    a.fail(a.takeCall(), .upstreamUnavailable)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.outcomes == "a: failed")
  }

  @Test("is not told twice what it had told before")
  func notTwice() throws {
    let call = client.call(.searchArtists) {
      $0.text = "nina"
      $0.stream = true
    }
    a.part(a.takeCall(), seq: 0, artist("a:artist:1", name: "Nina"))
    a.exit()
    a.spawn()
    a.hello()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"), artist("a:artist:2", name: "Nino"))
    #expect(client.answer(to: call)?.names == ["Nina", "Nino"])
  }

  @Test("that looked for an entity looks for it again")
  func resolution() throws {
    let b = hub.connectProvider("b", serving: [.getArtist])
    let call = client.call(.getArtist) { $0.id = id("b:artist:1") }
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(a.takeCall()?.method == .searchArtists)
    a.exit()
    a.spawn()
    a.hello()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "a: ok, b: ok")
  }

  @Test("that fetched a file fetches it again")
  func file() throws {
    let call = client.call(.getArtwork) { $0.id = id("a:album:1") }
    a.answer(
      a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    #expect(a.takeCall()?.method == .getArtwork)
    a.exit()
    a.spawn()
    hub.advance(1_000)
    a.hello()
    var done = Done()
    done.media = Done.Media(type: "image/jpeg")
    a.end(a.takeCall(), done, attachment: [1])
    let answer = try #require(client.answer(to: call))
    #expect(answer.attachment == [1])
    #expect(answer.outcomes == "a: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("that fetched a file is told as lost when the provider is not back", arguments: [1, 2])
  func fileLost(losses: Int) throws {
    let call = client.call(.getArtwork) { $0.id = id("a:album:1") }
    a.answer(
      a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    for _ in 0..<losses {
      if hub.spawns == [a.id] {
        a.spawn()
        a.hello()
      }
      #expect(a.takeCall()?.method == .getArtwork)
      a.exit()
    }
    hub.advance(losses == 1 ? 2_000 : 0)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.sources.first?.error?.code == .providerLost)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is not asked again for a caller who has left")
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
