import ProviderKit

/// A transport on which requests to some hosts time out immediately.
struct TimingOutTransport: HTTPTransport {
  let sleeping: Set<String>
  let source: RecordedTransport

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    guard !sleeping.contains(request.address.host) else { throw .timedOut }
    return try await source.send(request, headers: headers, timeout: timeout, maxBytes: maxBytes)
  }
}
