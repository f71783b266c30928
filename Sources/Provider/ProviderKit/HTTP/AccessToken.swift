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

  /// Tokens are replaced this long before they expire.
  private static let margin = Duration.seconds(30)

  private let request: HTTPRequest
  /// The account of the user; `nil` for the application itself.
  private let account: (client: OAuthClient, store: any SignInStore)?
  /// The sign-in that could not be saved; it is newer than the saved one.
  private var unsaved: SignIn?
  private var token: Token?
  /// The token that the service has rejected last.
  private var rejected: String?
  /// The calls that wait for the end of the request in flight; `nil` if there is none.
  private(set) var waiting: [AsyncStream<Failure?>.Continuation]?

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
    account = (client, store)
  }

  /// Returns the token, or a new one if it has expired; concurrent calls share one request.
  ///
  /// `rejected` is a token that the service has rejected.
  func text(_ call: Call, replacing rejected: String? = nil) async throws(Failure) -> String {
    if let rejected, token?.text == rejected { (token, self.rejected) = (nil, rejected) }
    while true {
      if let token, token.expiry > .now { return token.text }
      guard waiting != nil else { return try await fetch(call) }
      let failure = try await failureOfRequest(within: call.timeLeft)
      // One that comes from the deadline or the grant of its call says nothing about other calls.
      if let failure, !AccessToken.isAboutCall(failure) { throw failure }
    }
  }

  private static func isAboutCall(_ failure: Failure) -> Bool {
    [.cancelled, .deadlineExceeded, .grantExceeded].contains(failure.code)
  }

  /// Waits for the end of the request in flight, which another call makes.
  ///
  /// - Returns: its failure, or `nil` if it succeeded.
  private func failureOfRequest(within time: Duration) async throws(Failure) -> Failure? {
    let (endings, continuation) = AsyncStream.makeStream(of: Failure?.self)
    waiting?.append(continuation)
    let ending = await withTaskGroup(of: Failure??.self) { group in
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

  private func fetch(_ call: Call) async throws(Failure) -> String {
    waiting = []
    do throws(Failure) {
      let token = try await newToken(call)
      self.token = token
      endRequest(nil)
      return token.text
    } catch {
      endRequest(error)
      throw error
    }
  }

  private func endRequest(_ failure: Failure?) {
    for call in waiting ?? [] { call.yield(failure) }
    waiting = nil
  }

  private func newToken(_ call: Call) async throws(Failure) -> Token {
    if let account { return try await userToken(account.client, account.store, call) }
    do throws(Failure) {
      let response = try await call.fetchJSON(request)
      guard let text = response.text("access_token") else {
        throw Failure(.upstreamBadData, "\(request.upstream) returned no access token.")
      }
      let seconds = min(response.positive("expires_in") ?? 3600, 86_400)
      return Token(text: text, expiry: .now + .seconds(seconds) - AccessToken.margin)
    } catch {
      guard [.configurationInvalid, .upstreamRefused].contains(error.code) else { throw error }
      throw Failure(
        .configurationInvalid,
        "\(request.upstream) rejected the credentials. Check the configuration."
      )
    }
  }

  /// The token of the sign-in, or the next one if that has expired.
  private func userToken(
    _ client: OAuthClient,
    _ store: any SignInStore,
    _ call: Call
  ) async throws(Failure) -> Token {
    let url = request.address.description
    var refused: String?
    while true {
      let saved: SignIn? = if let unsaved { unsaved } else { try store.read() }
      guard let signIn = saved, signIn.url == url else {
        throw Failure(.configurationInvalid, "You are not signed in. Run: \(store.command)")
      }
      let secondsLeft = signIn.expiresAt - SignIn.now
      let token = Token(
        text: signIn.accessToken,
        expiry: .now + .seconds(secondsLeft) - AccessToken.margin
      )
      if token.expiry > .now, token.text != rejected { return token }
      // Another process may have renewed it meanwhile: then its token was refused, not the user's sign-in.
      guard let refresh = signIn.refreshToken, refresh != refused else {
        throw Failure(
          .configurationInvalid,
          "Your sign-in to \(request.upstream) has ended. Sign in again: \(store.command)"
        )
      }
      do throws(Failure) {
        try await renew(signIn, refresh, client, store, call)
      } catch {
        guard [.configurationInvalid, .upstreamRefused].contains(error.code) else { throw error }
        refused = refresh
      }
    }
  }

  private func renew(
    _ signIn: SignIn,
    _ refresh: String,
    _ client: OAuthClient,
    _ store: any SignInStore,
    _ call: Call
  ) async throws(Failure) {
    var request = request
    request.body = client.form([("grant_type", "refresh_token"), ("refresh_token", refresh)])
    request.secrets[refresh] = Secrets.refreshToken
    request.secrets[signIn.accessToken] = Secrets.accessToken
    let response = try await call.fetchJSON(request)
    guard let next = SignIn(response, from: signIn.url, before: signIn) else {
      throw Failure(.upstreamBadData, "\(request.upstream) returned no access token.")
    }
    // The old token may not be valid any more, so the new one must not be lost.
    unsaved = next
    do throws(Failure) {
      try store.save(next)
      unsaved = nil
    } catch {
      call.addNote(error.message)
    }
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
