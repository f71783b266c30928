import BusProtocol
import Foundation
import Synchronization
import Testing

@testable import ProviderKit

@Suite("A user's sign-in", .timeLimit(.minutes(1)))
struct SignInTests {
  private static let url = "https://accounts.example/token"
  private let accounts = Upstream(
    name: "accounts.example",
    base: WebAddress("https://accounts.example")!
  )

  private final class Store: SignInStore {
    let state: Mutex<(saved: SignIn?, isFull: Bool)>
    let command = "musicbus provider sign-in waves"

    init(_ signIn: SignIn?, isFull: Bool = false) { state = Mutex((signIn, isFull)) }

    var saved: SignIn? { state.withLock { $0.saved } }

    func replace(_ signIn: SignIn) { state.withLock { $0.saved = signIn } }

    func read() throws(Failure) -> SignIn? { saved }

    func save(_ signIn: SignIn) throws(Failure) {
      let isFull = state.withLock { state in
        if !state.isFull { state.saved = signIn }
        return state.isFull
      }
      if isFull { throw Failure(.internalError, "The sign-in was not saved: the disk is full.") }
    }
  }

  /// Returns given responses, in order, and keeps the forms that were posted.
  private final class Service: HTTPTransport {
    private let state: Mutex<(responses: [HTTPResponse], forms: [String])>
    private let before: @Sendable () -> Void

    init(_ responses: [HTTPResponse], before: @escaping @Sendable () -> Void = {}) {
      state = Mutex((responses, []))
      self.before = before
    }

    var forms: [String] { state.withLock { $0.forms } }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      before()
      return state.withLock { state in
        state.forms.append(request.body ?? "")
        return state.responses.isEmpty ? HTTPResponse(status: 500) : state.responses.removeFirst()
      }
    }
  }

  private func signIn(_ name: String, secondsLeft: Int, url: String = Self.url) -> SignIn {
    SignIn(
      url: url,
      accessToken: "access-\(name)",
      seconds: secondsLeft,
      refreshToken: "refresh-\(name)",
      at: SignIn.now
    )
  }

  private func tokens(_ name: String, refresh: Bool = true) -> HTTPResponse {
    let next = refresh ? #", "refresh_token": "refresh-\#(name)""# : ""
    let text = #"{"access_token": "access-\#(name)", "expires_in": 3600\#(next)}"#
    return HTTPResponse(body: Array(text.utf8))
  }

  private func token(_ store: Store) -> AccessToken {
    let client = OAuthClient(id: "app 1", secret: nil)
    return AccessToken(at: accounts.request(["token"]), of: client, signIn: store)
  }

  private func text(
    _ token: AccessToken,
    _ service: Service,
    replacing rejected: String? = nil
  ) async -> Result<String, Failure> {
    let client = HTTPClient(
      transport: service,
      hostRules: HostRules(declared: [], upstreams: [accounts]),
      userAgent: "test"
    )
    let context = CallContext(client: client, timeLeft: .seconds(50), grant: [accounts.name: 3])
    let call = Call(method: .searchArtists, parameters: CallParameters(), context: context)
    do throws(Failure) {
      return .success(try await token.text(call, replacing: rejected))
    } catch {
      return .failure(error)
    }
  }

  @Test("serves until its token expires, without a request")
  func valid() async {
    let service = Service([])
    #expect(
      await text(token(Store(signIn("a", secondsLeft: 600))), service) == .success("access-a")
    )
    #expect(service.forms.isEmpty)
  }

  @Test("gets the next token, and keeps the refresh token that comes with it")
  func rotation() async {
    let store = Store(signIn("a", secondsLeft: 5))
    let service = Service([tokens("b"), tokens("c", refresh: false)])
    let token = token(store)
    #expect(await text(token, service) == .success("access-b"))
    #expect(store.saved?.refreshToken == "refresh-b")
    #expect(await text(token, service, replacing: "access-b") == .success("access-c"))
    #expect(store.saved?.refreshToken == "refresh-b" && store.saved?.accessToken == "access-c")
    #expect(
      service.forms == [
        "grant_type=refresh_token&refresh_token=refresh-a&client_id=app%201",
        "grant_type=refresh_token&refresh_token=refresh-b&client_id=app%201",
      ]
    )
  }

  @Test("has ended if the service refuses the refresh token, and says how to begin again")
  func ended() async {
    let service = Service([HTTPResponse(status: 400)])
    let message =
      "Your sign-in to accounts.example has ended. Sign in again: musicbus provider sign-in waves"
    #expect(
      await text(token(Store(signIn("a", secondsLeft: 0))), service)
        == .failure(Failure(.configurationInvalid, message))
    )
  }

  @Test("has not ended if another process has renewed it meanwhile")
  func raced() async {
    let store = Store(signIn("a", secondsLeft: 0))
    let other = signIn("b", secondsLeft: 600)
    let service = Service([HTTPResponse(status: 400)]) { store.replace(other) }
    #expect(await text(token(store), service) == .success("access-b"))
  }

  @Test("is not lost if it cannot be saved now")
  func fullDisk() async {
    let store = Store(signIn("a", secondsLeft: 0), isFull: true)
    let service = Service([tokens("b"), tokens("c")])
    let token = token(store)
    #expect(await text(token, service) == .success("access-b"))
    store.state.withLock { $0.isFull = false }
    #expect(await text(token, service, replacing: "access-b") == .success("access-c"))
    #expect(service.forms.last?.contains("refresh-b") == true)
    #expect(store.saved?.refreshToken == "refresh-c")
  }

  @Test("is shown to no other service")
  func otherService() async {
    let service = Service([tokens("b")])
    let other = signIn("a", secondsLeft: 0, url: "https://other.example/token")
    for store in [Store(other), Store(nil)] {
      let message = "You are not signed in. Run: musicbus provider sign-in waves"
      #expect(
        await text(token(store), service) == .failure(Failure(.configurationInvalid, message))
      )
    }
    #expect(service.forms.isEmpty)
  }
}
