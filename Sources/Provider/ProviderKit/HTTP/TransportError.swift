/// The reason why a request got no response.
public enum TransportError: Error, Hashable, Sendable {
  /// Not connected, or disconnected; completes "Could not reach …: ".
  case noConnection(String)
  case timedOut
  case notHTTP
  /// The body ended too early.
  case truncated
  case tooLarge(maxBytes: Int)
  case cancelled
}
