import BusProtocol
import Synchronization
import Testing

@testable import ProviderKit

@Suite("An access token", .timeLimit(.minutes(1)))
struct AccessTokenTests {
  private let accounts = Upstream(
    name: "accounts.example",
    base: WebAddress("https://accounts.example")!
  )

  /// Holds the first request until it is released; then that one times out, and later ones succeed.
  private final class HeldTransport: HTTPTransport {
    private let state = Mutex<(requests: Int, isReleased: Bool)>((0, false))
    private let failure: Result<HTTPResponse, TransportError>

    init(_ failure: Result<HTTPResponse, TransportError>) { self.failure = failure }

    var requests: Int { state.withLock { $0.requests } }

    func release() { state.withLock { $0.isReleased = true } }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      let isFirst = state.withLock { state in
        state.requests += 1
        return state.requests == 1
      }
      guard isFirst else { return HTTPResponse(body: Array(#"{"access_token":"t"}"#.utf8)) }
      while !state.withLock({ $0.isReleased }) { await Task.yield() }
      return try failure.get()
    }
  }

  private func call(
    _ transport: any HTTPTransport,
    timeLeft: Duration = .seconds(50),
    grant: Int = 1
  ) -> Call {
    let client = HTTPClient(
      transport: transport,
      hostRules: HostRules(declared: [], upstreams: [accounts]),
      userAgent: "test"
    )
    let grant = [accounts.name: grant]
    let context = CallContext(client: client, timeLeft: timeLeft, grant: grant)
    return Call(method: .artistsSearch, parameters: CallParameters(), context: context)
  }

  private func token() -> AccessToken {
    AccessToken(at: accounts.request(["token"]), id: "id", secret: "secret")
  }

  /// Makes two calls, the second while the first one fetches the token.
  private func outcomes(
    _ transport: HeldTransport,
    secondTimeLeft: Duration = .seconds(50)
  ) async -> (first: Result<String, Failure>, second: Result<String, Failure>) {
    let token = token()
    let (one, other) = (call(transport), call(transport, timeLeft: secondTimeLeft))
    let first = Task { await Self.result { () throws(Failure) in try await token.text(one) } }
    while transport.requests == 0 { await Task.yield() }
    let second = Task { await Self.result { () throws(Failure) in try await token.text(other) } }
    if secondTimeLeft > .seconds(1) {
      while await token.waiting?.count != 1 { await Task.yield() }
    } else {
      _ = await second.value
    }
    transport.release()
    return (await first.value, await second.value)
  }

  private static func result(
    _ body: () async throws(Failure) -> String
  ) async -> Result<String, Failure> {
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }

  @Test("is fetched again for a call that waited for another one, which had no time left")
  func deadline() async {
    let transport = HeldTransport(.failure(.timedOut))
    let outcomes = await outcomes(transport)
    #expect(throws: Failure.self) { try outcomes.first.get() }
    #expect(outcomes.second == .success("t"))
    #expect(transport.requests == 2)
  }

  @Test("is not fetched again if the service refused the credentials", arguments: [400, 401])
  func refused(_ status: Int) async {
    let transport = HeldTransport(.success(HTTPResponse(status: status)))
    let outcomes = await outcomes(transport)
    let text = "accounts.example rejected the credentials. Check the configuration."
    #expect(outcomes.first == .failure(Failure(.configurationInvalid, text)))
    #expect(outcomes.second == outcomes.first)
    #expect(transport.requests == 1)
  }

  @Test("is awaited no longer than the call has time")
  func patience() async {
    let transport = HeldTransport(
      .success(HTTPResponse(body: Array(#"{"access_token":"u"}"#.utf8)))
    )
    let outcomes = await outcomes(transport, secondTimeLeft: .milliseconds(1))
    #expect(outcomes.first == .success("u"))
    let failure = #expect(throws: Failure.self) { try outcomes.second.get() }
    #expect(failure?.code == .deadlineExceeded)
  }
}
