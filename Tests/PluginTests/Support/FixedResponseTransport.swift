import ProviderKit
import Synchronization

/// A transport that returns the same response to every request.
final class FixedResponseTransport: HTTPTransport {
  private let response: HTTPResponse
  /// Other responses, by path and query.
  private let others: [String: HTTPResponse]
  private let addresses = Mutex<[String]>([])

  init(_ response: HTTPResponse, others: [String: String] = [:]) {
    self.response = response
    self.others = others.mapValues { HTTPResponse(body: Array($0.utf8)) }
  }

  convenience init(_ text: String, others: [String: String] = [:]) {
    self.init(HTTPResponse(body: Array(text.utf8)), others: others)
  }

  /// The URLs of the requests, in order.
  var requests: [String] { addresses.withLock { $0 } }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    addresses.withLock { $0.append(request.address.description) }
    return others[request.address.target] ?? response
  }
}
