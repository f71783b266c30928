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
    struct State {
      var saved: SignIn?
      var isFull = false
      /// So many tries find it locked by another process, which then has saved this.
      var lockedTries = 0
      var savedByOther: SignIn?
    }

    let state: Mutex<State>
    let command = "musicbus provider sign-in waves"

    init(_ signIn: SignIn?, isFull: Bool = false) {
      state = Mutex(State(saved: signIn, isFull: isFull))
    }

    var saved: SignIn? { state.withLock { $0.saved } }

    func replace(_ signIn: SignIn?) { state.withLock { $0.saved = signIn } }

    func read() throws(Failure) -> SignIn? { saved }

    func save(_ signIn: SignIn, replacing old: SignIn) throws(Failure) -> Bool {
      let isFull = state.withLock(\.isFull)
      if isFull { throw Failure(.internalError, "The sign-in was not saved: the disk is full.") }
      return state.withLock { state in
        guard state.saved == old else { return false }
        state.saved = signIn
        return true
      }
    }

    func lock() -> (any Sendable)? {
      state.withLock { state -> (any Sendable)? in
        guard state.lockedTries > 0 else { return command }
        state.lockedTries -= 1
        if state.lockedTries == 0, let other = state.savedByOther { state.saved = other }
        return nil
      }
    }
  }

  /// Returns given responses, in order, and keeps the forms that were posted.
  private final class Service: HTTPTransport {
    private let state: Mutex<(responses: [HTTPResponse], forms: [String])>
    private let before: @Sendable () async -> Void

    init(_ responses: [HTTPResponse], before: @escaping @Sendable () async -> Void = {}) {
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
      state.withLock { $0.forms.append(request.body ?? "") }
      await before()
      return state.withLock { state in
        state.responses.isEmpty ? HTTPResponse(status: 500) : state.responses.removeFirst()
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

  private func tokens(
    _ name: String,
    refresh: Bool = true,
    seconds: Int = 3600
  ) -> HTTPResponse {
    let next = refresh ? #", "refresh_token": "refresh-\#(name)""# : ""
    let text = #"{"access_token": "access-\#(name)", "expires_in": \#(seconds)\#(next)}"#
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
      userAgent: "test",
      sleep: { _ in }
    )
    let context = CallContext(client: client, timeLeft: .seconds(50), grant: [accounts.name: 3])
    let call = Call(method: .artistsSearch, parameters: CallParameters(), context: context)
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

  @Test("is renewed once for a call, however soon the new token expires")
  func shortLived() async {
    let service = Service([tokens("b", seconds: 20), tokens("c")])
    let token = token(Store(signIn("a", secondsLeft: 0)))
    #expect(await text(token, service) == .success("access-b"))
    #expect(service.forms.count == 1)
    #expect(await text(token, service) == .success("access-c"))
  }

  @Test("has ended if the service gives the token again that it has rejected")
  func rejectedAgain() async {
    let service = Service([tokens("a", refresh: false), tokens("b")])
    let token = token(Store(signIn("a", secondsLeft: 600)))
    #expect(await text(token, service) == .success("access-a"))
    let outcome = await text(token, service, replacing: "access-a")
    let failure = #expect(throws: Failure.self) { try outcome.get() }
    #expect(failure?.message.contains("has ended. Sign in again") == true)
    #expect(service.forms.count == 1)
  }

  @Test("is renewed with one request, which is not sent again")
  func noRetry() async {
    let service = Service([HTTPResponse(status: 502), tokens("b")])
    let outcome = await text(token(Store(signIn("a", secondsLeft: 0))), service)
    let failure = #expect(throws: Failure.self) { try outcome.get() }
    #expect(failure?.code == .upstreamUnavailable)
    #expect(service.forms.count == 1)
  }

  @Test("is not lost if the call ends while it is renewed")
  func cancelledCall() async {
    let isReleased = Mutex(false)
    let store = Store(signIn("a", secondsLeft: 0))
    let service = Service([tokens("b")]) {
      while !isReleased.withLock(\.self) { await Task.yield() }
    }
    let token = token(store)
    let first = Task { await text(token, service) }
    while service.forms.isEmpty { await Task.yield() }
    first.cancel()
    let failure = await #expect(throws: Failure.self) { try await first.value.get() }
    #expect(failure?.code == .cancelled)
    isReleased.withLock { $0 = true }
    #expect(await text(token, service) == .success("access-b"))
    #expect(store.saved?.refreshToken == "refresh-b")
    #expect(service.forms.count == 1)
  }

  @Test("is not renewed if another process does at this time")
  func lockedByOther() async {
    let store = Store(signIn("a", secondsLeft: 0))
    let other = signIn("b", secondsLeft: 600)
    store.state.withLock { ($0.lockedTries, $0.savedByOther) = (5, other) }
    let service = Service([tokens("c")])
    #expect(await text(token(store), service) == .success("access-b"))
    #expect(service.forms.isEmpty)
  }

  @Test("is not waited for without end if another process keeps it locked")
  func lockedForever() async {
    let store = Store(signIn("a", secondsLeft: 0))
    store.state.withLock { $0.lockedTries = .max }
    let service = Service([tokens("b")])
    let outcome = await text(token(store), service)
    let failure = #expect(throws: Failure.self) { try outcome.get() }
    #expect(failure?.code == .upstreamUnavailable)
    #expect(service.forms.isEmpty)
  }

  @Test("is not there again after the user has signed out while it was renewed")
  func signedOut() async {
    let store = Store(signIn("a", secondsLeft: 0))
    let service = Service([tokens("b")]) { store.replace(nil) }
    let outcome = await text(token(store), service)
    let failure = #expect(throws: Failure.self) { try outcome.get() }
    #expect(failure?.message.hasPrefix("You are not signed in.") == true)
    #expect(store.saved == nil)
  }

  @Test("does not replace one that the user has made while it was renewed")
  func signedInAgain() async {
    let store = Store(signIn("a", secondsLeft: 0))
    let other = signIn("of-another-account", secondsLeft: 600)
    let service = Service([tokens("b")]) { store.replace(other) }
    #expect(await text(token(store), service) == .success("access-of-another-account"))
    #expect(store.saved == other)
  }
}
