internal import BusProtocol
internal import FoundationEssentials
internal import MusicModel

/// An access token for the provider's own application (OAuth 2.0, client credentials).
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
  private var token: Token?
  /// The calls that wait for the end of the request in flight; `nil` if there is none.
  private(set) var waiting: [AsyncStream<Failure?>.Continuation]?

  /// `request` is the address of tokens; `id` and `secret` are the credentials.
  public init(at request: HTTPRequest, id: String, secret: String) {
    var request = request
    let credentials = Data("\(id):\(secret)".utf8).base64EncodedString()
    request.headers["Authorization"] = "Basic " + credentials
    request.body = "grant_type=client_credentials"
    self.request = request
  }

  /// Returns the token, or a new one if it has expired; concurrent calls share one request.
  ///
  /// `rejected` is a token that the service has rejected.
  func text(_ call: Call, replacing rejected: String? = nil) async throws(Failure) -> String {
    if let rejected, token?.text == rejected { token = nil }
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
}

extension AccessToken? {
  /// Sends a request with the token, if there is one, and again with a new one if that is rejected.
  package func authorizing<Response>(
    _ request: HTTPRequest,
    _ call: Call,
    _ send: (HTTPRequest) async throws(Failure) -> Response
  ) async throws(Failure) -> Response {
    guard let self else { return try await send(request) }
    var request = request
    let text = try await self.text(call)
    request.headers["Authorization"] = "Bearer " + text
    do throws(Failure) {
      return try await send(request)
    } catch {
      guard error.code == .configurationInvalid else { throw error }
    }
    request.headers["Authorization"] = "Bearer " + (try await self.text(call, replacing: text))
    return try await send(request)
  }
}
