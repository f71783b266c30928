/// Sends single requests; it neither follows redirects nor retries.
///
/// Providers use a transport based on libcurl; tests use ``RecordedTransport``.
public protocol HTTPTransport: Sendable {
  /// Sends a request.
  ///
  /// `timeout` is the limit for the whole exchange.
  /// `maxBytes` is the size of the body above which the request is aborted.
  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse
}
