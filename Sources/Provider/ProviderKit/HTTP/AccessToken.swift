internal import BusProtocol
internal import FoundationEssentials
internal import MusicModel

/// An access token for the provider's own application (OAuth 2.0, client credentials), or for the account of a user
/// who has signed in.
///
/// It is fetched when it is first needed, shared by all calls, and cached until it expires.
public actor AccessToken {
  private struct Token {
    let text: String
    let expiry: ContinuousClock.Instant
  }

  private struct Account {
    let client: OAuthClient
    let store: any SignInStore
  }

  /// A sign-in that could not be saved, the one that is saved instead, and why.
  private struct Unsaved {
    let signIn: SignIn
    let saved: SignIn
    let reason: String
  }

  /// Tokens are replaced this long before they expire.
  private static let margin = Duration.seconds(30)
  /// A renewal takes no longer, whatever time the calls have that wait for it.
  private static let renewalTime = Duration.seconds(30)

  private let request: HTTPRequest
  /// The account of the user; `nil` for the application itself.
  private let account: Account?
  private var unsaved: Unsaved?
  private var token: Token?
  /// The token that the service has rejected last.
  private var rejected: String?
  /// The calls that wait for the end of the request in flight; `nil` if there is none.
  private(set) var waiting: [AsyncStream<Result<String, Failure>>.Continuation]?

  /// `request` is the address of tokens; `id` and `secret` are the credentials.
  public init(at request: HTTPRequest, id: String, secret: String) {
    var request = request
    request.headers.merge(OAuthClient(id: id, secret: secret).headers) { $1 }
    request.body = "grant_type=client_credentials"
    self.request = request
    account = nil
  }

  /// `request` is the address of tokens, `store` the sign-in of the user.
  package init(at request: HTTPRequest, of client: OAuthClient, signIn store: any SignInStore) {
    var request = request
    request.headers.merge(client.headers) { $1 }
    self.request = request
    account = Account(client: client, store: store)
  }

  /// Returns the token, or a new one if it has expired; concurrent calls share one request.
  ///
  /// `rejected` is a token that the service has rejected.
  func text(_ call: Call, replacing rejected: String? = nil) async throws(Failure) -> String {
    if let rejected, token?.text == rejected { (token, self.rejected) = (nil, rejected) }
    while true {
      if let token, token.expiry > .now { return token.text }
      if waiting == nil {
        guard let account else { return try await fetch(call) }
        if let saved = usable(try signIn(of: account).now) { return use(saved) }
        try beginRenewal(of: account, for: call)
      }
      switch try await endOfRequest(within: call.timeLeft) {
      case .success(let text):
        if let unsaved { call.addNote(unsaved.reason) }
        return text
      case .failure(let failure):
        // That of another call, from its deadline or grant, says nothing about this one.
        guard account == nil, AccessToken.isAboutCall(failure) else { throw failure }
      }
    }
  }

  private static func isAboutCall(_ failure: Failure) -> Bool {
    [.cancelled, .deadlineExceeded, .grantExceeded].contains(failure.code)
  }

  /// Waits for the end of the request in flight.
  ///
  /// - Returns: the token, or why there is none.
  private func endOfRequest(
    within time: Duration
  ) async throws(Failure) -> Result<String, Failure> {
    let (endings, continuation) = AsyncStream.makeStream(of: Result<String, Failure>.self)
    waiting?.append(continuation)
    let ending = await withTaskGroup(of: Result<String, Failure>?.self) { group in
      group.addTask { await endings.first { _ in true } }
      group.addTask {
        try? await Task.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let ending else {
      guard !Task.isCancelled else { throw Failure(.cancelled, "The call was cancelled.") }
      throw Failure(.deadlineExceeded, "No access token from \(request.upstream) in time.")
    }
    return ending
  }

  private func endRequest(_ result: Result<String, Failure>) {
    for call in waiting ?? [] { call.yield(result) }
    waiting = nil
  }

  /// Keeps a token until it expires.
  private func use(_ token: Token) -> String {
    self.token = token
    return token.text
  }

  /// Fetches the token of the application, as a part of the call.
  private func fetch(_ call: Call) async throws(Failure) -> String {
    waiting = []
    do throws(Failure) {
      let text = use(try await newToken(call))
      endRequest(.success(text))
      return text
    } catch {
      endRequest(.failure(error))
      throw error
    }
  }

  private func newToken(_ call: Call) async throws(Failure) -> Token {
    do throws(Failure) {
      let response = try await call.fetchJSON(request)
      guard let text = response.text("access_token") else { throw noToken }
      let seconds = SignIn.lifetime(response)
      return Token(text: text, expiry: .now + .seconds(seconds) - AccessToken.margin)
    } catch {
      guard AccessToken.isRefusal(error) else { throw error }
      throw Failure(
        .configurationInvalid,
        "\(request.upstream) rejected the credentials. Check the configuration."
      )
    }
  }

  private static func isRefusal(_ failure: Failure) -> Bool {
    [.configurationInvalid, .upstreamRefused].contains(failure.code)
  }

  private var noToken: Failure {
    Failure(.upstreamBadData, "\(request.upstream) returned no access token.")
  }
}

/// The account of a user.
extension AccessToken {
  /// The sign-in as it is now, and as it is saved.
  private func signIn(
    of account: Account
  ) throws(Failure) -> (now: SignIn, saved: SignIn) {
    guard let saved = try account.store.read(), saved.url == request.address.description else {
      unsaved = nil
      throw Failure(.configurationInvalid, "You are not signed in. Run: \(account.store.command)")
    }
    if let unsaved, unsaved.saved == saved { return (unsaved.signIn, saved) }
    // The user has signed in again, or another process has renewed it.
    unsaved = nil
    return (saved, saved)
  }

  private func token(of signIn: SignIn) -> Token {
    let secondsLeft = signIn.expiresAt - SignIn.now
    return Token(
      text: signIn.accessToken,
      expiry: .now + .seconds(secondsLeft) - AccessToken.margin
    )
  }

  /// The token of a sign-in, unless it expires soon or was rejected.
  private func usable(_ signIn: SignIn) -> Token? {
    let token = token(of: signIn)
    return token.expiry > .now && token.text != rejected ? token : nil
  }

  /// Renews the sign-in, in a task that continues without the call: the service may already have replaced the refresh
  /// token when the call ends.
  ///
  /// - Throws: `GRANT_EXCEEDED`
  private func beginRenewal(of account: Account, for call: Call) throws(Failure) {
    // It is counted even if another process renews it first: the call may have ended by then.
    try call.context.spendRequest(at: request.upstream)
    waiting = []
    var client = call.context.client
    // A request whose response was lost may have been served; the refresh token is good for one.
    client.retryPolicy.maxAttempts = 1
    let method = call.method
    Task { [client] in
      do throws(Failure) {
        endRequest(.success(use(try await renewed(account, by: client, for: method))))
      } catch {
        endRequest(.failure(error))
      }
    }
  }

  private func renewed(
    _ account: Account,
    by client: HTTPClient,
    for method: Method
  ) async throws(Failure) -> Token {
    let lock = try await account.store.waitForLock(client.sleep)
    defer { withExtendedLifetime(lock) {} }
    let (signIn, saved) = try signIn(of: account)
    // Another process may have renewed it meanwhile.
    if let token = usable(signIn) { return token }
    guard let refresh = signIn.refreshToken else { throw ended(account) }
    var request = request
    request.body = account.client.form([
      ("grant_type", "refresh_token"), ("refresh_token", refresh),
    ])
    request.secrets[refresh] = Secrets.refreshToken
    request.secrets[signIn.accessToken] = Secrets.accessToken
    let context = CallContext(
      client: client,
      timeLeft: AccessToken.renewalTime,
      grant: [request.upstream: 1]
    )
    let response: JSONRecord
    do throws(Failure) {
      response = try await Call(method: method, parameters: CallParameters(), context: context)
        .fetchJSON(request)
    } catch {
      guard AccessToken.isRefusal(error) else { throw error }
      // Where no file can be locked, another process may have renewed it all the same.
      if let token = usable(try self.signIn(of: account).now) { return token }
      throw ended(account)
    }
    guard let next = SignIn(response, from: signIn.url, before: signIn) else { throw noToken }
    return try keep(next, insteadOf: saved, account)
  }

  /// Saves a renewed sign-in before its token is used.
  private func keep(
    _ next: SignIn,
    insteadOf saved: SignIn,
    _ account: Account
  ) throws(Failure) -> Token {
    do throws(Failure) {
      // The user may have signed out meanwhile, or in again.
      guard try account.store.save(next, replacing: saved) else {
        return token(of: try signIn(of: account).now)
      }
      unsaved = nil
    } catch {
      guard error.code == .internalError else { throw error }
      // The old refresh token may not be valid any more, so the new one must not be lost.
      unsaved = Unsaved(signIn: next, saved: saved, reason: error.message)
    }
    // However soon it expires, there is no better one.
    guard next.accessToken != rejected else { throw ended(account) }
    return token(of: next)
  }

  private func ended(_ account: Account) -> Failure {
    Failure(
      .configurationInvalid,
      "Your sign-in to \(request.upstream) has ended. Sign in again: \(account.store.command)"
    )
  }
}

extension AccessToken? {
  /// Sends a request with the token, if there is one, and again with a new one if that is rejected.
  package func authorizing<Response>(
    _ request: HTTPRequest,
    _ call: Call,
    _ send: (HTTPRequest) async throws(Failure) -> Response
  ) async throws(Failure) -> Response {
    guard let self else { return try await send(request) }
    let text = try await self.text(call)
    do throws(Failure) {
      return try await send(request.authorized(by: text))
    } catch {
      guard error.code == .configurationInvalid else { throw error }
    }
    return try await send(request.authorized(by: try await self.text(call, replacing: text)))
  }
}

extension HTTPRequest {
  fileprivate func authorized(by token: String) -> HTTPRequest {
    var request = self
    request.headers["Authorization"] = "Bearer " + token
    request.secrets[token] = Secrets.accessToken
    return request
  }
}
