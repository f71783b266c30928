import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The circuit breaker of an upstream")
struct BreakerTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
      $0.inflight = 16
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["two.org": 1]
    }
    client = hub.connectClient()
  }

  func submit(_ number: Int, _ method: BusProtocol.Method = .artistsSearch) -> String {
    client.call(method) { $0.text = "nina \(number)" }
  }

  /// Lets the upstream fail until the breaker opens.
  func openBreaker() {
    for number in 0..<5 {
      _ = submit(number)
      a.fail(a.takeCall(), .upstreamUnavailable)
    }
  }

  @Test("opens after five consecutive failures, and reports the last error")
  func opens() throws {
    openBreaker()
    hub.advance(1_000)
    let reply = try #require(client.reply(to: submit(9)))
    #expect(reply.outcomes == "a: failed")
    #expect(reply.sources.first?.error?.code == .upstreamUnavailable)
    #expect(reply.sources.first?.error?.message.contains("It says UPSTREAM_UNAVAILABLE.") == true)
    #expect(reply.failure?.retryAfterMs == 9_000)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("stays closed if pictures and previews fail, which say nothing about the source")
  func files() throws {
    let b = hub.connectProvider("b", serving: [.artistGet, .artworkGet]) { $0.inflight = 16 }
    func picture() throws -> ReceivedCall {
      let call = client.call(.artworkGet) { $0.id = id("b:artist:1") }
      var queries = b.takeCalls()
      while let query = queries.popLast() {
        if query.method == .artworkGet { return query }
        b.reply(
          to: query,
          artist("b:artist:1", name: "Nina") { $0.artwork = [Artwork(url: "x", role: .portrait)] }
        )
        queries += b.takeCalls()
      }
      return try #require(nil, "\(String(describing: client.reply(to: call)))")
    }
    for _ in 0..<8 { b.fail(try picture(), .upstreamUnavailable) }
    let details = client.call(.artistGet) { $0.id = id("b:artist:1") }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: details)?.names == ["Nina"])
    _ = try picture()
  }

  @Test("lets one call probe the upstream after a while, and closes if it succeeds")
  func probe() {
    openBreaker()
    hub.advance(10_000)
    let probe = submit(10)
    #expect(client.reply(to: submit(11))?.outcomes == "a: failed")
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: probe)?.names == ["Nina"])
    _ = (submit(12), submit(13))
    #expect(a.takeCalls().count == 2)
  }

  @Test("stays open for twice as long after each failed probe, up to five minutes")
  func pauses() {
    openBreaker()
    for pause in [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000] {
      hub.advance(pause - 1)
      _ = submit(1)
      #expect(a.takeCalls().isEmpty)
      hub.advance(1)
      _ = submit(2)
      a.fail(a.takeCall(), .internalError)
    }
  }

  @Test("lets another call probe the upstream if the first one is cancelled")
  func probeCancelled() {
    openBreaker()
    hub.advance(10_000)
    let probe = submit(10)
    a.fail(a.takeCall(), .cancelled)
    client.cancel(probe)
    hub.advance(9_500)
    _ = submit(11)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "does not take the late failure of an earlier call for that of the probe, nor counts it later"
  )
  func lateFailure() throws {
    let calls = (100..<106).map { number in
      client.call(.artistsSearch, timeoutMs: 60_000) { $0.text = "nina \(number)" }
    }
    #expect(calls.count == 6)
    let late = a.takeCalls()
    openBreaker()
    hub.advance(10_000)
    let probe = submit(10)
    a.fail(late[0], .upstreamUnavailable)
    #expect(client.reply(to: submit(11))?.failure?.retryAfterMs == 9_500)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: probe)?.names == ["Nina"])
    for call in late.dropFirst() { a.fail(call, .upstreamUnavailable) }
    _ = submit(12)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "ignores failures that the upstream did not cause",
    arguments: [
      ErrorCode.notFound, .notInCountry, .upstreamRateLimited, .invalidParams, .busy,
      .grantExceeded, .cancelled,
    ]
  )
  func noFault(code: ErrorCode) {
    for number in 0..<6 {
      _ = submit(number)
      hub.advance(1_000)
      a.fail(a.takeCalls().first, code, retryAfterMs: 1_000)
      hub.advance(1_000)
    }
    _ = submit(7)
    #expect(a.takeCalls().count == 1)
  }

  @Test("counts from zero after a success")
  func success() {
    for number in 0..<12 {
      _ = submit(number)
      let call = a.takeCall()
      if number % 4 == 3 { a.reply(to: call) } else { a.fail(call, .upstreamBadData) }
    }
    _ = submit(20)
    #expect(a.takeCalls().count == 1)
  }

  @Test("does not affect other upstreams of the provider")
  func otherUpstream() {
    openBreaker()
    _ = submit(1, .albumsSearch)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "counts a timeout as a failure only if the upstream had enough time",
    arguments: [(10_000, 0), (1_000, 1)]
  )
  func timeouts(timeoutMs: Int, calls: Int) {
    for number in 0..<5 {
      client.call(.artistsSearch, timeoutMs: timeoutMs) { $0.text = "nina \(number)" }
      hub.advance(timeoutMs)
      a.fail(a.takeCall(), .cancelled)
    }
    _ = submit(9)
    #expect(a.takeCalls().count == calls)
  }

  @Test("is closed after a restart of the provider")
  func newProcess() {
    openBreaker()
    a.exit()
    a.spawn()
    a.hello()
    _ = submit(9)
    #expect(a.takeCalls().count == 1)
  }
}
