import ProviderKit
import Synchronization

/// A source that has the same answer to everything.
final class FixedResponseTransport: HTTPTransport {
  private let response: HTTPResponse
  private let asked = Mutex<[String]>([])

  init(_ response: HTTPResponse) { self.response = response }

  convenience init(_ text: String) { self.init(HTTPResponse(body: Array(text.utf8))) }

  /// Whole URLs, in order.
  var requests: [String] { asked.withLock { $0 } }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse {
    asked.withLock { $0.append(request.address.description) }
    return response
  }
}
