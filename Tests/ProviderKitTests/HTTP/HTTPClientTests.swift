import BusProtocol
import Synchronization
import Testing

@testable import ProviderKit

@Suite("Asking a source for a call")
struct HTTPClientTests {
  let upstream: Upstream

  init() throws {
    let base = try #require(WebAddress("https://source.example"))
    upstream = Upstream(name: "source.example", base: base)
  }

  /// Runs one request; pauses are noted, not waited for.
  private func body(
    from source: ScriptedTransport,
    grant: [String: Int]? = nil,
    timeLeft: Duration = .seconds(60),
    pauses: Pauses = Pauses()
  ) async -> (result: Result<String, Failure>, spent: [String: Int]) {
    var client = HTTPClient(
      transport: source,
      rules: HostRules(declared: ["*.other.example"], upstreams: [upstream]),
      userAgent: "MusicBus/1.0 (+test/1)"
    )
    client.chance = { 1 }
    client.wait = { pauses.note($0) }
    client.wallClock = { 0 }
    let run = CallContext(client: client, timeLeft: timeLeft, grant: grant)
    do throws(Failure) {
      let body = try await client.body(
        of: upstream.request(["a"]),
        for: run,
        accept: "application/json",
        bytesMax: 100
      )
      return (.success(String(decoding: body, as: UTF8.self)), run.account.spent)
    } catch {
      return (.failure(error), run.account.spent)
    }
  }

  @Test("says who asks, what it takes and for how long, and counts the request")
  func request() async throws {
    let source = ScriptedTransport(.text("hi"))
    let answer = await body(from: source, timeLeft: .seconds(5))
    #expect(answer.result == .success("hi"))
    #expect(answer.spent == ["source.example": 1])
    let seen = try #require(source.seen.first)
    #expect(seen.url == "https://source.example/a")
    #expect(seen.headers == ["User-Agent": "MusicBus/1.0 (+test/1)", "Accept": "application/json"])
    #expect(seen.timeout <= .seconds(5) && seen.timeout > .seconds(4))
    #expect(seen.bytesMax == 100)
  }

  @Test("asks again after a failure that may pass, with longer pauses")
  func again() async {
    let pauses = Pauses()
    let source = ScriptedTransport(.status(500), .failure(.noConnection("reset")), .text("hi"))
    let answer = await body(from: source, pauses: pauses)
    #expect(answer.result == .success("hi"))
    #expect(answer.spent == ["source.example": 3])
    #expect(pauses.all == [.milliseconds(250), .milliseconds(500)])
  }

  @Test("waits at least as long as the source asks for")
  func floor() async {
    let pauses = Pauses()
    let source = ScriptedTransport(.status(503, ["Retry-After": "3"]), .text("hi"))
    #expect(await body(from: source, pauses: pauses).result == .success("hi"))
    #expect(pauses.all == [.seconds(3)])
  }

  @Test("does not ask again where that cannot help", arguments: [403, 404, 429, 400, 401])
  func noRepeat(_ status: Int) async {
    let source = ScriptedTransport(.status(status), .text("hi"))
    let answer = await body(from: source)
    #expect(throws: Failure.self) { try answer.result.get() }
    #expect(source.seen.count == 1)
  }

  @Test("never makes more requests than granted, the last failure being told")
  func grant() async {
    let source = ScriptedTransport(.status(500), .status(502), .text("hi"))
    let answer = await body(from: source, grant: ["source.example": 2])
    #expect(answer.spent == ["source.example": 2])
    let failure = #expect(throws: Failure.self) { try answer.result.get() }
    #expect(failure?.message.contains("502") == true)
  }

  @Test(
    "makes no request at all where none is granted",
    arguments: [["source.example": 0], ["other.example": 5], [:]]
  )
  func noGrant(_ grant: [String: Int]) async {
    let source = ScriptedTransport(.text("hi"))
    let answer = await body(from: source, grant: grant)
    let failure = #expect(throws: Failure.self) { try answer.result.get() }
    #expect(failure?.code == .grantExceeded)
    #expect(source.seen.isEmpty)
  }

  @Test("gives up after three attempts where nothing is granted expressly")
  func attempts() async {
    let source = ScriptedTransport(.status(500), .status(500), .status(500), .text("hi"))
    let answer = await body(from: source)
    #expect(throws: Failure.self) { try answer.result.get() }
    #expect(source.seen.count == 3)
  }

  @Test("asks nothing when the time is over")
  func late() async {
    let source = ScriptedTransport(.text("hi"))
    let answer = await body(from: source, timeLeft: .zero)
    let failure = #expect(throws: Failure.self) { try answer.result.get() }
    #expect(failure?.code == .deadlineExceeded)
    #expect(source.seen.isEmpty)
  }

  @Test("follows redirects among its own hosts, each counted where it leads")
  func redirect() async {
    let source = ScriptedTransport(
      .status(302, ["Location": "/b"]),
      .status(301, ["Location": "http://is1.other.example/c"]),
      .text("hi")
    )
    let answer = await body(from: source)
    #expect(answer.result == .success("hi"))
    #expect(answer.spent == ["source.example": 2, "*.other.example": 1])
    #expect(source.seen.map(\.url).last == "https://is1.other.example/c")
  }

  @Test(
    "follows no redirect to anybody else",
    arguments: ["https://evil.example/", "http://169.254.169.254/", "file:///etc/passwd"]
  )
  func foreignRedirect(_ location: String) async {
    let source = ScriptedTransport(.status(302, ["Location": location]), .text("hi"))
    let answer = await body(from: source)
    let failure = #expect(throws: Failure.self) { try answer.result.get() }
    #expect(failure?.code == .upstreamBadData)
    #expect(source.seen.count == 1)
  }

  @Test("does not go round in circles")
  func circle() async {
    let lines = Array(repeating: ScriptedTransport.Line.status(302, ["Location": "/a"]), count: 9)
    let source = ScriptedTransport(
      lines[0],
      lines[1],
      lines[2],
      lines[3],
      lines[4],
      lines[5],
      lines[6]
    )
    let answer = await body(from: source, grant: ["source.example": 100])
    let failure = #expect(throws: Failure.self) { try answer.result.get() }
    #expect(failure?.message.contains("circles") == true)
    #expect(source.seen.count == 6)
  }

  @Test("asks nothing for a call that was cancelled")
  func cancelled() async {
    let source = ScriptedTransport(.text("hi"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await body(from: source)
    }
    let failure = await #expect(throws: Failure.self) { try await task.value.result.get() }
    #expect(failure?.code == .cancelled)
    #expect(source.seen.isEmpty)
  }
}

/// The pauses that were made.
final class Pauses: Sendable {
  private let pauses = Mutex<[Duration]>([])

  var all: [Duration] { pauses.withLock { $0 } }
  func note(_ pause: Duration) { pauses.withLock { $0.append(pause) } }
}
