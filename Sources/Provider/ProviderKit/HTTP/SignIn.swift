internal import FoundationEssentials

/// The application as which a service knows its requests (OAuth 2.0, RFC 6749).
package struct OAuthClient: Hashable, Sendable {
  package let id: String
  /// `nil` for a public client.
  package let secret: String?

  package init(id: String, secret: String?) {
    (self.id, self.secret) = (id, secret)
  }

  /// The header that authenticates a client with a secret.
  package var headers: [String: String] {
    guard let secret else { return [:] }
    return ["Authorization": "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()]
  }

  /// A form with these values, and with the id of the client.
  package func form(_ values: [(name: String, value: String)]) -> String {
    (values + [("client_id", id)])
      .map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
      .joined(separator: "&")
  }
}

/// What the sign-in of a user has given: the tokens of an account at a service.
package struct SignIn: Hashable, Sendable, Codable {
  /// Where its tokens are from. They are not shown to any other service.
  package var url: String
  package var accessToken: String
  /// Seconds since 1970.
  package var expiresAt: Int
  /// The token that gets the next access token; many services give a new one each time.
  package var refreshToken: String?

  package init(
    url: String,
    accessToken: String,
    seconds: Int,
    refreshToken: String?,
    at now: Int
  ) {
    (self.url, self.accessToken, self.refreshToken) = (url, accessToken, refreshToken)
    expiresAt = now + seconds
  }

  /// The seconds that the access token of a response is good for: a day at most, and an hour if it does not say.
  static func lifetime(_ response: JSONRecord) -> Int {
    min(response.positive("expires_in") ?? 3600, 86_400)
  }

  /// The tokens of a response; `nil` if it has no access token.
  package init?(_ response: JSONRecord, from url: String, before: SignIn? = nil) {
    guard let token = response.text("access_token") else { return nil }
    self.init(
      url: url,
      accessToken: token,
      seconds: SignIn.lifetime(response),
      refreshToken: response.text("refresh_token") ?? before?.refreshToken,
      at: SignIn.now
    )
  }

  package static var now: Int { Int(Date().timeIntervalSince1970) }
}

/// Where the sign-in of a user is kept.
package protocol SignInStore: Sendable {
  /// - Returns: `nil` if the user is not signed in.
  /// - Throws: `CONFIGURATION_INVALID` if it cannot be read.
  func read() throws(Failure) -> SignIn?
  /// Saves a sign-in, unless another one than `old` is saved by now, or none.
  ///
  /// - Returns: whether it was saved.
  /// - Throws: `INTERNAL` if it cannot be saved.
  func save(_ signIn: SignIn, replacing old: SignIn) throws(Failure) -> Bool
  /// Keeps others from changing it until the result is released.
  ///
  /// - Returns: `nil` if another one does at this time.
  func lock() -> (any Sendable)?
  /// How to sign in, as a command.
  var command: String { get }
}

/// The time between two tries to lock a sign-in, and how many there are: it takes longer than a renewal by another
/// process.
private let (lockInterval, maxLockTries) = (Duration.milliseconds(100), 400)

extension SignInStore {
  /// - Throws: `UPSTREAM_UNAVAILABLE` if others keep it locked.
  package func waitForLock(
    _ sleep: (Duration) async -> Void
  ) async throws(Failure) -> any Sendable {
    for _ in 0..<maxLockTries {
      if let lock = lock() { return lock }
      await sleep(lockInterval)
    }
    throw Failure(.upstreamUnavailable, "Another process has been renewing your sign-in too long.")
  }
}
