import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Losing providers")
struct LosingProvidersTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  func search() -> String { client.call(.searchArtists) { $0.text = "nina" } }

  /// Runs until the hub wants the process again, and says how long that took.
  func untilSpawn() -> Int? {
    for waited in 0..<40_000 {
      if !hub.spawns.isEmpty { return waited }
      hub.advance(1)
    }
    return nil
  }

  @Test("the first loss is followed by a new start at once")
  func restart() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    a.exit()
    #expect(hub.spawns == [a.id])
    a.spawn()
    a.hello()
    _ = search()
    #expect(a.takeCalls().count == 1)
  }

  @Test("losses in a row are followed by pauses that double, a little apart; too many end it")
  func backoff() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
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
    let call = client.call(.listProviders)
    let status = try #require(client.answer(to: call)?.done?.providers?.first)
    #expect(status.state == .quarantined)
    #expect(status.lastError?.contains("out of luck") == true)
    #expect(client.answer(to: search())?.outcomes == "a: failed")
  }

  @Test("a provider that fails again and again, but rarely, is started ever later, up to 30 s")
  func slowBackoff() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    var pauses: [Int] = []
    for _ in 0..<9 {
      a.exit()
      pauses.append(try #require(untilSpawn()))
      a.spawn()
      hub.advance(16_000)
      a.hello()
    }
    #expect(Array(pauses.prefix(7)) == pauses.prefix(7).sorted())
    #expect(pauses.suffix(2).allSatisfy { (30_000...37_500).contains($0) })
  }

  @Test("a provider that ran well for a minute begins at the beginning")
  func forgiven() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
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

  @Test("two hubs do not restart in step, one hub restarts as it would again")
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

  @Test("a provider that cannot be started is tried again, and then no more")
  func notSpawned() throws {
    let a = hub.findProvider("a", serving: [.searchArtists])
    var attempts = 0
    while !hub.spawns.isEmpty || untilSpawn() != nil {
      hub.spawns = []
      attempts += 1
      hub.handle(.providerNotSpawned(a.id, reason: "no such file"))
    }
    #expect(attempts == 5)
    let answer = try #require(client.answer(to: search()))
    #expect(answer.sources.first?.error?.message.contains("no such file") == true)
  }

  @Test("what was sent to a session that is over is not answered by the next")
  func oldAnswers() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let call = search()
    let question = a.takeCall()
    hub.handle(.disconnected(a.peer))
    a.reconnect()
    a.hello()
    _ = client.takeMessages(of: call)
    a.answer(question, artist("a:artist:1", name: "Nina"))
    #expect(client.takeMessages(of: call).isEmpty)
  }

  @Test(
    "what comes under a session that the connection had before is left aside, not held against it"
  )
  func staleAnswers() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    let old = a.sid
    _ = search()
    let first = a.takeCall()
    a.hello()
    let call = search()
    let again = a.takeCall()
    a.say(Header(type: .done, re: first?.id, sid: old), Done())
    #expect(a.takeByes().isEmpty)
    a.answer(again, artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.names == ["Nina"])
  }

  @Test("a provider must say hello in time, else its process is replaced")
  func helloInTime() throws {
    let a = hub.findProvider("a", serving: [.searchArtists])
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

  @Test("a provider whose connection is lost may say hello again, in time")
  func helloAgain() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
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

  @Test("a provider that loses its session over and over is replaced")
  func flapping() throws {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    for _ in 0..<10 where hub.stops.isEmpty {
      hub.handle(.disconnected(a.peer))
      a.reconnect()
      a.hello()
    }
    #expect(hub.stops == [a.id])
  }

  @Test("a message that a provider does not send ends its session")
  func wrongDirection() {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    a.say(Header(type: .call, id: "c", sid: a.sid, method: .searchArtists), CallParameters())
    #expect(a.takeByes().map(\.code) == [.protocolViolation])
  }

  @Test("nobody's process is started twice, and one that starts after all is ended")
  func unexpected() {
    _ = hub.connectProvider("a", serving: [.searchArtists])
    hub.handle(.providersFound(hub.listing))
    #expect(hub.spawns.isEmpty)
    hub.handle(.providerExited(ProviderID(rawValue: "nobody")!, ProviderExit(reason: "ended")))
    hub.handle(.providerSpawned(ProviderID(rawValue: "nobody")!, token: "t", pid: 1))
    #expect(hub.spawns.isEmpty)
  }
}
