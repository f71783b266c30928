/// Carries one request to a source and its response back; it neither follows nor repeats.
///
/// The real one is ``URLSessionTransport``; tests use ``RecordedTransport``.
public protocol HTTPTransport: Sendable {
  /// Makes the request. The time-out is for the whole of it; a body of more than `bytesMax` is
  /// given up while it comes.
  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse
}

/// Why there is no response.
public enum TransportError: Error, Hashable, Sendable {
  /// Not connected, or not any more; in words that follow "could not be asked".
  case noConnection(String)
  case timedOut
  /// What came is no HTTP.
  case notHTTP
  /// The body ends before it is whole.
  case endsInTheMiddle
  case tooLarge(bytesMax: Int)
  case cancelled
}
