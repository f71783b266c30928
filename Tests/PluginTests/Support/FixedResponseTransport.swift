import ProviderKit
import Synchronization

/// A transport that returns the same response to every request.
final class FixedResponseTransport: HTTPTransport {
  private let response: HTTPResponse
  private let asked = Mutex<[String]>([])

  init(_ response: HTTPResponse) { self.response = response }

  convenience init(_ text: String) { self.init(HTTPResponse(body: Array(text.utf8))) }

  /// The URLs of the requests, in order.
  var requests: [String] { asked.withLock { $0 } }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    asked.withLock { $0.append(request.address.description) }
    return response
  }
}
