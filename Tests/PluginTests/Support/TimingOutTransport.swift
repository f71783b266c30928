import ProviderKit

/// A source of which some addresses never answer: the time-out that was given is over at once.
struct TimingOutTransport: HTTPTransport {
  let sleeping: Set<String>
  let source: RecordedTransport

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse {
    guard !sleeping.contains(request.address.host) else { throw .timedOut }
    return try await source.send(request, headers: headers, timeout: timeout, bytesMax: bytesMax)
  }
}
