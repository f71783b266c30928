import BusProtocol
import Synchronization
import Testing

@testable import ProviderKit

@Suite("HTTP requests of a call")
struct HTTPClientTests {
  let upstream: Upstream

  init() throws {
    let base = try #require(WebAddress("https://source.example"))
    upstream = Upstream(name: "source.example", base: base)
  }

  /// Sends one request; delays are recorded instead of waited for.
  private func fetch(
    from transport: ScriptedTransport,
    grant: [String: Int]? = nil,
    range: ClosedRange<Int>? = nil,
    timeLeft: Duration = .seconds(60),
    delays: DelayRecorder = DelayRecorder()
  ) async -> (result: Result<String, Failure>, spent: [String: Int]) {
    var client = HTTPClient(
      transport: transport,
      hostRules: HostRules(declared: ["*.other.example"], upstreams: [upstream]),
      userAgent: "MusicBus/1.0 (+test/1)"
    )
    client.randomFraction = { 1 }
    client.sleep = { delays.record($0) }
    client.unixSeconds = { 0 }
    let context = CallContext(client: client, timeLeft: timeLeft, grant: grant)
    var request = upstream.request(["a"])
    request.range = range
    do throws(Failure) {
      let body = try await client.fetch(
        request,
        in: context,
        accept: "application/json",
        maxBytes: 100
      ).body
      return (.success(String(decoding: body, as: UTF8.self)), context.summary.spent)
    } catch {
      return (.failure(error), context.summary.spent)
    }
  }

  @Test("carry User-Agent, Accept and timeout, and are counted")
  func request() async throws {
    let transport = ScriptedTransport(.text("hi"))
    let response = await fetch(from: transport, timeLeft: .seconds(5))
    #expect(response.result == .success("hi"))
    #expect(response.spent == ["source.example": 1])
    let seen = try #require(transport.seen.first)
    #expect(seen.url == "https://source.example/a")
    #expect(seen.headers == ["User-Agent": "MusicBus/1.0 (+test/1)", "Accept": "application/json"])
    #expect(seen.timeout <= .seconds(5) && seen.timeout > .seconds(4))
    #expect(seen.maxBytes == 100)
  }

  @Test("ask for a range of the file as it is, also where it has moved to")
  func range() async {
    let moved = HTTPResponse(status: 302, headers: ["Location": "https://cdn.other.example/b"])
    let transport = ScriptedTransport(.success(moved), .text("hi"))
    let response = await fetch(from: transport, range: 5...9)
    #expect(response.result == .success("hi"))
    #expect(transport.seen.map { $0.headers["Range"] } == ["bytes=5-9", "bytes=5-9"])
    #expect(transport.seen.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
  }

  @Test("are retried after temporary failures, with growing delays")
  func retried() async {
    let delays = DelayRecorder()
    let transport = ScriptedTransport(.status(500), .failure(.disconnected("reset")), .text("hi"))
    let response = await fetch(from: transport, delays: delays)
    #expect(response.result == .success("hi"))
    #expect(response.spent == ["source.example": 3])
    #expect(delays.all == [.milliseconds(250), .milliseconds(500)])
  }

  @Test(
    "do not count if certainly nothing was sent",
    arguments: [
      (.unknownHost, nil), (.noConnection("refused"), nil), (.notConnectedInTime, nil),
      (.notTrusted, nil),
      (.disconnected("reset"), 1), (.timedOut, 1), (.truncated, 1), (.cancelled, 1),
    ] as [(TransportError, Int?)]
  )
  func notSent(_ error: TransportError, _ spent: Int?) async {
    let transport = ScriptedTransport(.failure(error), .failure(error), .failure(error))
    let response = await fetch(from: transport, grant: ["source.example": 1])
    #expect(throws: Failure.self) { try response.result.get() }
    #expect(response.spent["source.example"] == spent)
  }

  @Test("use the grant for a retry after one of which nothing was sent")
  func retriedUnsent() async {
    let transport = ScriptedTransport(.failure(.noConnection("refused")), .text("hi"))
    let response = await fetch(from: transport, grant: ["source.example": 1])
    #expect(response.result == .success("hi"))
    #expect(response.spent == ["source.example": 1])
  }

  @Test("are not sent until the end of a ban of a day")
  func ban() throws {
    let coolDowns = CoolDowns()
    let now = ContinuousClock.now
    var failure = Failure(.upstreamRateLimited, "banned", retryAfterMs: 86_400_000)
    failure.upstream = "source.example"
    coolDowns.begin(failure, now: now)
    #expect(throws: Failure.self) {
      try coolDowns.check("source.example", now: now + .seconds(86_399))
    }
    try coolDowns.check("source.example", now: now + .seconds(86_400))
  }

  @Test("are retried no sooner than Retry-After says")
  func retryAfter() async {
    let delays = DelayRecorder()
    let transport = ScriptedTransport(.status(503, ["Retry-After": "3"]), .text("hi"))
    #expect(await fetch(from: transport, delays: delays).result == .success("hi"))
    #expect(delays.all == [.seconds(3)])
  }

  @Test("are not retried after permanent failures", arguments: [403, 404, 429, 400, 401])
  func notRetried(_ status: Int) async {
    let transport = ScriptedTransport(.status(status), .text("hi"))
    let response = await fetch(from: transport)
    #expect(throws: Failure.self) { try response.result.get() }
    #expect(transport.seen.count == 1)
  }

  @Test("are not retried if the certificate is not valid")
  func certificate() async {
    let transport = ScriptedTransport(.failure(.notTrusted), .text("hi"))
    let response = await fetch(from: transport)
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.message == "The certificate of source.example is not valid.")
    #expect(transport.seen.count == 1)
  }

  @Test("never exceed the grant; the last failure is reported")
  func grant() async {
    let transport = ScriptedTransport(.status(500), .status(502), .text("hi"))
    let response = await fetch(from: transport, grant: ["source.example": 2])
    #expect(response.spent == ["source.example": 2])
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.message.contains("502") == true)
  }

  @Test(
    "are not sent without a grant",
    arguments: [["source.example": 0], ["other.example": 5], [:]]
  )
  func noGrant(_ grant: [String: Int]) async {
    let transport = ScriptedTransport(.text("hi"))
    let response = await fetch(from: transport, grant: grant)
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.code == .grantExceeded)
    #expect(transport.seen.isEmpty)
  }

  @Test("are tried at most three times by default")
  func attempts() async {
    let transport = ScriptedTransport(.status(500), .status(500), .status(500), .text("hi"))
    let response = await fetch(from: transport)
    #expect(throws: Failure.self) { try response.result.get() }
    #expect(transport.seen.count == 3)
  }

  @Test("are not sent after the deadline")
  func late() async {
    let transport = ScriptedTransport(.text("hi"))
    let response = await fetch(from: transport, timeLeft: .zero)
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.code == .deadlineExceeded)
    #expect(transport.seen.isEmpty)
  }

  @Test("follow redirects between declared hosts, charging the target")
  func redirect() async {
    let transport = ScriptedTransport(
      .status(302, ["Location": "/b"]),
      .status(301, ["Location": "http://is1.other.example/c"]),
      .text("hi")
    )
    let response = await fetch(from: transport)
    #expect(response.result == .success("hi"))
    #expect(response.spent == ["source.example": 2, "*.other.example": 1])
    #expect(transport.seen.map(\.url).last == "https://is1.other.example/c")
  }

  @Test(
    "do not follow redirects to other hosts",
    arguments: ["https://evil.example/", "http://169.254.169.254/", "file:///etc/passwd"]
  )
  func foreignRedirect(_ location: String) async {
    let transport = ScriptedTransport(.status(302, ["Location": location]), .text("hi"))
    let response = await fetch(from: transport)
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.code == .upstreamBadData)
    #expect(transport.seen.count == 1)
  }

  @Test("stop after too many redirects")
  func redirectLoop() async {
    let steps = Array(repeating: ScriptedTransport.Step.status(302, ["Location": "/a"]), count: 9)
    let transport = ScriptedTransport(
      steps[0],
      steps[1],
      steps[2],
      steps[3],
      steps[4],
      steps[5],
      steps[6]
    )
    let response = await fetch(from: transport, grant: ["source.example": 100])
    let failure = #expect(throws: Failure.self) { try response.result.get() }
    #expect(failure?.message.contains("too many times") == true)
    #expect(transport.seen.count == 6)
  }

  @Test("are not sent for a cancelled call")
  func cancelled() async {
    let transport = ScriptedTransport(.text("hi"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await fetch(from: transport)
    }
    let failure = await #expect(throws: Failure.self) { try await task.value.result.get() }
    #expect(failure?.code == .cancelled)
    #expect(transport.seen.isEmpty)
  }
}

/// Records delays instead of waiting.
final class DelayRecorder: Sendable {
  private let delays = Mutex<[Duration]>([])

  var all: [Duration] { delays.withLock { $0 } }
  func record(_ delay: Duration) { delays.withLock { $0.append(delay) } }
}
