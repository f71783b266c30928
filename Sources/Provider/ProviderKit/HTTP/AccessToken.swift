internal import BusProtocol
internal import Foundation
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
  private var pending: Task<String, any Error>?

  /// `request` is the address of tokens; `id` and `secret` are the credentials.
  public init(at request: HTTPRequest, id: String, secret: String) {
    var request = request
    let credentials = Data("\(id):\(secret)".utf8).base64EncodedString()
    request.headers["Authorization"] = "Basic " + credentials
    request.form = "grant_type=client_credentials"
    self.request = request
  }

  /// Returns the token, or a new one if it has expired; concurrent calls share one request.
  ///
  /// `rejected` is a token that the service has rejected.
  func text(_ call: Call, replacing rejected: String? = nil) async throws(Failure) -> String {
    if let rejected, token?.text == rejected { token = nil }
    if let token, token.expiry > .now { return token.text }
    let task = pending ?? Task { try await self.fetch(call) }
    pending = task
    do {
      return try await task.value
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.internalError, "Could not fetch an access token.")
    }
  }

  private func fetch(_ call: Call) async throws -> String {
    defer { pending = nil }
    do throws(Failure) {
      let response = try await call.fetchJSON(request)
      guard let text = response.text("access_token") else {
        throw Failure(.upstreamBadData, "\(request.upstream) returned no access token.")
      }
      let seconds = min(response.positive("expires_in") ?? 3600, 86_400)
      token = Token(text: text, expiry: .now + .seconds(seconds) - AccessToken.margin)
      return text
    } catch {
      guard error.code == .configurationInvalid || error.message.contains("(400)") else {
        throw error
      }
      throw Failure(
        .configurationInvalid,
        "\(request.upstream) rejected the credentials. Check the configuration."
      )
    }
  }
}
