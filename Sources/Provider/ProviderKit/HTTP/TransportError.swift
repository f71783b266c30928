/// The reason why a request got no response.
public enum TransportError: Error, Hashable, Sendable {
  /// Not connected, or disconnected; completes "Could not reach …: ".
  case noConnection(String)
  /// The certificate of the host is not valid.
  case notTrusted
  case timedOut
  case notHTTP
  /// The body ended too early.
  case truncated
  /// The body is damaged, or compressed by an unknown method.
  case badEncoding
  case tooLarge(maxBytes: Int)
  case cancelled
}
