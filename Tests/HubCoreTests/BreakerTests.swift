import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A source that fails again and again")
struct BreakerTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists, .searchAlbums]) {
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["two.org": 1]
    }
    client = hub.connectClient()
  }

  func ask(_ number: Int, _ method: BusProtocol.Method = .searchArtists) -> String {
    client.call(method) { $0.text = "nina \(number)" }
  }

  /// Lets it fail until it is left alone.
  func breakIt() {
    for number in 0..<5 {
      _ = ask(number)
      a.fail(a.takeCall(), .upstreamUnavailable)
    }
  }

  @Test("is left alone after five failures in a row, and that is told with its last words")
  func open() throws {
    breakIt()
    hub.advance(1_000)
    let answer = try #require(client.answer(to: ask(9)))
    #expect(answer.outcomes == "a: failed")
    #expect(answer.sources.first?.error?.code == .upstreamUnavailable)
    #expect(answer.sources.first?.error?.message.contains("It says UPSTREAM_UNAVAILABLE.") == true)
    #expect(answer.failure?.retryAfterMs == 9_000)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("is asked by one question after a while; when that succeeds, by all")
  func probe() {
    breakIt()
    hub.advance(10_000)
    let probe = ask(10)
    #expect(client.answer(to: ask(11))?.outcomes == "a: failed")
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: probe)?.names == ["Nina"])
    _ = (ask(12), ask(13))
    #expect(a.takeCalls().count == 2)
  }

  @Test("is left alone for twice as long each time the question fails, up to five minutes")
  func pauses() {
    breakIt()
    for pause in [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000] {
      hub.advance(pause - 1)
      _ = ask(1)
      #expect(a.takeCalls().isEmpty)
      hub.advance(1)
      _ = ask(2)
      a.fail(a.takeCall(), .internalError)
    }
  }

  @Test("is asked again by another when the one that was to find out is cancelled")
  func probeCancelled() {
    breakIt()
    hub.advance(10_000)
    let probe = ask(10)
    a.fail(a.takeCall(), .cancelled)
    client.cancel(probe)
    hub.advance(9_500)
    _ = ask(11)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "is not judged by what is no fault of its own",
    arguments: [
      ErrorCode.notFound, .upstreamRateLimited, .invalidParams, .busy, .grantExceeded, .cancelled,
    ]
  )
  func noFault(code: ErrorCode) {
    for number in 0..<6 {
      _ = ask(number)
      hub.advance(1_000)
      a.fail(a.takeCalls().first, code, retryAfterMs: 1_000)
      hub.advance(1_000)
    }
    _ = ask(7)
    #expect(a.takeCalls().count == 1)
  }

  @Test("a success in between counts it from the beginning")
  func success() {
    for number in 0..<12 {
      _ = ask(number)
      let call = a.takeCall()
      if number % 4 == 3 { a.answer(call) } else { a.fail(call, .upstreamBadData) }
    }
    _ = ask(20)
    #expect(a.takeCalls().count == 1)
  }

  @Test("only that upstream is left alone, not the provider's others")
  func otherUpstream() {
    breakIt()
    _ = ask(1, .searchAlbums)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "a source that does not answer in a good time fails; one that was given no time does not",
    arguments: [(10_000, 0), (1_000, 1)]
  )
  func timeouts(timeoutMs: Int, asked: Int) {
    for number in 0..<5 {
      client.call(.searchArtists, timeoutMs: timeoutMs) { $0.text = "nina \(number)" }
      hub.advance(timeoutMs)
      a.fail(a.takeCall(), .cancelled)
    }
    _ = ask(9)
    #expect(a.takeCalls().count == asked)
  }

  @Test("a new process begins anew")
  func newProcess() {
    breakIt()
    a.exit()
    a.spawn()
    a.hello()
    _ = ask(9)
    #expect(a.takeCalls().count == 1)
  }
}
