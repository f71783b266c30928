import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Calls while a provider starts")
struct StartingProvidersTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  func search() -> String {
    client.call(.searchArtists) {
      $0.text = "nina"
      $0.waitMs = 100
    }
  }

  @Test("a call waits for a provider that is starting")
  func waits() throws {
    let a = hub.findProvider("a", serving: [.searchArtists])
    let call = search()
    a.spawn()
    hub.advance(1_500)
    #expect(client.answer(to: call) == nil)
    a.hello()
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "a: ok")
  }

  @Test("what its schema does not allow in its configuration is looked for when it is ready")
  func configuration() {
    let schema: JSONValue = ["type": "object"]
    _ = hub.connectProvider("a", serving: [.searchArtists]) { $0.configSchema = schema }
    _ = hub.connectProvider("b", serving: [.searchArtists])
    #expect(hub.checks.map(\.provider.rawValue) == ["a"])
    #expect(hub.checks.map(\.schema) == [schema])
  }

  @Test("it waits 2 seconds from the start of the process, no longer")
  func noLonger() throws {
    let a = hub.findProvider("a", serving: [.searchArtists])
    a.spawn()
    hub.advance(500)
    let call = search()
    hub.advance(1_499)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .sourcesFailed)
    #expect(answer.outcomes == "a: starting")
    let later = search()
    #expect(client.answer(to: later)?.outcomes == "a: starting")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("others are not held up by it for longer than the caller waits")
  func others() {
    _ = hub.findProvider("a", serving: [.searchArtists])
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let call = search()
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    hub.advance(100)
    #expect(client.answer(to: call)?.outcomes == "a: starting, b: ok")
  }

  @Test("a provider that is to be started again only later is not waited for")
  func longPause() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    for _ in 0..<4 {
      a.exit()
      while hub.spawns.isEmpty { hub.advance(100) }
      a.spawn()
      a.hello()
      hub.advance(20_000)
    }
    a.exit()
    let answer = try #require(client.answer(to: search()))
    #expect(answer.outcomes == "a: starting")
    #expect(answer.sources.first?.error?.retryAfterMs ?? 0 > 2_000)
  }

  @Test("a provider that does not run fails at once, with the reason")
  func stopped() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true, lastLines: ["no key"]))
    let answer = try #require(client.answer(to: search()))
    #expect(answer.outcomes == "a: failed")
    #expect(answer.sources.first?.error?.message.contains("no key") == true)
  }

  @Test("a call that waits for a provider that will not come goes on without it")
  func gone() throws {
    let a = hub.findProvider("a", serving: [.searchArtists])
    a.spawn()
    let call = search()
    a.exit(ProviderExit(reason: "exited with status 64", isFinal: true))
    #expect(client.answer(to: call)?.outcomes == "a: failed")
  }

  @Test("no provider for a method is told as that")
  func noProvider() {
    let call = client.call(.getChart) { $0.chart = .songs }
    #expect(client.answer(to: call)?.code == .noProvider)
  }
}
