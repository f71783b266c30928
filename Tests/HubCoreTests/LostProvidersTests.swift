import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("A lost provider")
struct LostProvidersTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  func search() -> String { client.call(.artistsSearch) { $0.text = "nina" } }

  /// Runs until the hub wants the process again, and says how long that took.
  func untilSpawn() -> Int? {
    for waited in 0..<40_000 {
      if !hub.spawns.isEmpty { return waited }
      hub.advance(1)
    }
    return nil
  }

  @Test("is restarted immediately after its first loss")
  func restart() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    a.exit()
    #expect(hub.spawns == [a.id])
    a.spawn()
    a.hello()
    _ = search()
    #expect(a.takeCalls().count == 1)
  }

  @Test("is restarted with exponential backoff and jitter, and quarantined after too many losses")
  func backoff() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    var pauses: [Int] = []
    while true {
      a.exit(ProviderExit(reason: "was killed by signal 9", lastLines: ["out of luck"]))
      guard let pause = untilSpawn() else { break }
      pauses.append(pause)
      a.spawn()
    }
    #expect(pauses.count == 4)
    #expect(pauses.first == 0)
    for (pause, least) in zip(pauses.dropFirst(), [500, 1_000, 2_000]) {
      #expect((least...least * 5 / 4).contains(pause))
    }
    let call = client.call(.providersList)
    let status = try #require(client.reply(to: call)?.done?.providers?.first)
    #expect(status.state == .quarantined)
    #expect(status.lastError?.contains("out of luck") == true)
    #expect(client.reply(to: search())?.outcomes == "a: failed")
  }

  @Test("is restarted with a backoff of up to 30 s if it fails repeatedly, but rarely")
  func slowBackoff() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    var pauses: [Int] = []
    for _ in 0..<9 {
      a.exit()
      pauses.append(try #require(untilSpawn()))
      a.spawn()
      hub.advance(16_000)
      a.hello()
    }
    #expect(Array(pauses.prefix(7)) == pauses.prefix(7).sorted())
    #expect(pauses.suffix(2).containsOnly { (30_000...37_500).contains($0) })
  }

  @Test("is restarted immediately if it ran well for a minute")
  func forgiven() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    for _ in 0..<3 {
      a.exit()
      _ = untilSpawn()
      a.spawn()
      a.hello()
    }
    hub.advance(61_000)
    a.exit()
    #expect(untilSpawn() == 0)
  }

  @Test("is restarted at different times by different hubs, and at equal times by equal hubs")
  func jitter() throws {
    func pauses(_ bootID: String) -> [Int?] {
      var hub = Hub(settings: HubSettings(), bootID: bootID, now: Instant(milliseconds: 0))
      let id = ProviderID(rawValue: "a")!
      _ = hub.handle(
        .providersFound(DiscoveryResult([Manifest(id: id, executable: "a", methods: [])])),
        at: Instant(milliseconds: 0)
      )
      return (0..<3).map { _ in
        _ = hub.handle(.providerNotSpawned(id, reason: "no"), at: Instant(milliseconds: 0))
        return hub.nextDeadline?.milliseconds
      }
    }
    #expect(pauses("one") == pauses("one"))
    #expect(Set((0..<8).map { pauses("\($0)") }).count > 1)
  }

  @Test("is quarantined if it cannot be started")
  func notSpawned() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    var attempts = 0
    while !hub.spawns.isEmpty || untilSpawn() != nil {
      hub.spawns = []
      attempts += 1
      hub.handle(.providerNotSpawned(a.id, reason: "no such file"))
    }
    #expect(attempts == 5)
    let reply = try #require(client.reply(to: search()))
    #expect(reply.sources.first?.error?.message.contains("no such file") == true)
  }

  @Test("cannot reply in a new session to calls of the previous one")
  func oldReplies() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let call = search()
    let providerCall = a.takeCall()
    hub.handle(.disconnected(a.peer))
    a.reconnect()
    a.hello()
    _ = client.takeMessages(of: call)
    a.reply(to: providerCall, artist("a:artist:1", name: "Nina"))
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test(
    "may send late messages of its previous session, which are ignored"
  )
  func staleReplies() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let old = a.sid
    _ = search()
    let first = a.takeCall()
    a.hello()
    let call = search()
    let again = a.takeCall()
    a.say(Header(type: .done, re: first?.id, sid: old), Done())
    #expect(a.takeByes().isEmpty)
    a.reply(to: again, artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.names == ["Nina"])
  }

  @Test("is restarted if it does not send hello in time")
  func helloInTime() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    a.spawn()
    hub.advance(4_999)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(hub.stops == [a.id])
    // It says hello while it is on its way out, and leaves as if it could not be helped.
    #expect(a.hello().isWelcome == false)
    a.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    #expect(hub.spawns == [a.id])
  }

  @Test("may send hello again in time if its connection is lost")
  func helloAgain() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    hub.handle(.disconnected(a.peer))
    #expect(hub.spawns.isEmpty)
    #expect(hub.stops.isEmpty)
    a.reconnect()
    #expect(a.hello().isWelcome)
    hub.advance(6_000)
    #expect(hub.stops.isEmpty)
    hub.handle(.disconnected(a.peer))
    hub.advance(5_000)
    #expect(hub.stops == [a.id])
  }

  @Test("is restarted if it loses its session repeatedly")
  func flapping() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    for _ in 0..<10 where hub.stops.isEmpty {
      hub.handle(.disconnected(a.peer))
      a.reconnect()
      a.hello()
    }
    #expect(hub.stops == [a.id])
  }

  @Test("loses its session if it sends a message of a client")
  func wrongDirection() {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    a.say(Header(type: .call, id: "c", sid: a.sid, method: .artistsSearch), CallParameters())
    #expect(a.takeByes().map(\.code) == [.protocolViolation])
  }

  @Test("never has two processes; one that starts too late is ended")
  func unexpected() {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    hub.handle(.providersFound(hub.listing))
    #expect(hub.spawns.isEmpty)
    hub.handle(.providerExited(ProviderID(rawValue: "unknown")!, ProviderExit(reason: "ended")))
    hub.handle(.providerSpawned(ProviderID(rawValue: "unknown")!, token: "t", pid: 1))
    #expect(hub.spawns.isEmpty)
  }
}
