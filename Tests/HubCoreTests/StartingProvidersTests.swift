import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Calls while a provider starts")
struct StartingProvidersTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  func search(waitMs: Int = 100) -> String {
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.waitMs = waitMs
    }
  }

  @Test("a call waits for a provider that is starting")
  func waits() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    let call = search()
    a.spawn()
    hub.advance(1_500)
    #expect(client.reply(to: call) == nil)
    a.hello()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "a: ok")
  }

  @Test("a provider that needs configuration is not part of a reply that waited for it")
  func lacksConfiguration() {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let call = search()
    a.spawn()
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    let line = "CONFIGURATION_INVALID: needs configuration: clientID"
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true, lastLines: [line]))
    #expect(client.reply(to: call)?.outcomes == "b: ok")
    #expect(hub.hub.load.isQuiet)
    let status = client.reply(to: client.call(.providersList))?.done?.providers?.first
    #expect(status?.state == .unconfigured)
    #expect(status?.lastError == "needs configuration: clientID")
  }

  @Test("the configuration of a provider is checked against its schema when it is ready")
  func configuration() {
    let schema: JSONValue = ["type": "object"]
    _ = hub.connectProvider("a", serving: [.artistsSearch]) { $0.configSchema = schema }
    _ = hub.connectProvider("b", serving: [.artistsSearch])
    #expect(hub.checks.map(\.provider.rawValue) == ["a"])
    #expect(hub.checks.map(\.schema) == [schema])
  }

  @Test("a call waits at most 2 seconds from the start of the process")
  func noLonger() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    a.spawn()
    hub.advance(500)
    let call = search()
    hub.advance(1_499)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.outcomes == "a: starting")
    let later = search(waitMs: 0)
    hub.advance(CallDeadlines.cacheLookupMs)
    #expect(client.reply(to: later)?.outcomes == "a: starting")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a caller who is ready to wait longer waits longer")
  func longer() {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    a.spawn()
    let call = search(waitMs: 4_000)
    hub.advance(3_900)
    #expect(client.reply(to: call) == nil)
    a.hello()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "a: ok")
  }

  @Test("a starting provider delays results until the soft deadline at most")
  func others() {
    _ = hub.findProvider("a", serving: [.artistsSearch])
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let call = search()
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    hub.advance(100)
    #expect(client.reply(to: call)?.outcomes == "a: starting, b: ok")
  }

  @Test("a call does not wait for a provider in backoff")
  func longPause() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    for _ in 0..<4 {
      a.exit()
      while hub.spawns.isEmpty { hub.advance(100) }
      a.spawn()
      a.hello()
      hub.advance(20_000)
    }
    a.exit()
    let reply = try #require(client.reply(to: search()))
    #expect(reply.outcomes == "a: starting")
    #expect(reply.sources.first?.error?.retryAfterMs ?? 0 > 2_000)
  }

  @Test("a provider that does not run fails immediately, with the reason")
  func stopped() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true, lastLines: ["no key"]))
    let reply = try #require(client.reply(to: search()))
    #expect(reply.outcomes == "a: failed")
    #expect(reply.sources.first?.error?.message.contains("no key") == true)
  }

  @Test("a call continues without a provider that failed to start")
  func gone() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    a.spawn()
    let call = search()
    a.exit(ProviderExit(reason: "exited with status 64", isFinal: true))
    #expect(client.reply(to: call)?.outcomes == "a: failed")
  }

  @Test("a call without a provider for its method fails with an error that says so")
  func noProvider() {
    let call = client.call(.chartGet) { $0.chart = .songs }
    #expect(client.reply(to: call)?.code == .noProvider)
  }
}
