/// The reason why a request got no response.
public enum TransportError: Error, Hashable, Sendable {
  /// Nothing was sent, for want of a connection; completes "Could not reach …: ".
  case noConnection(String)
  /// Disconnected without a response; completes "Could not reach …: ".
  case disconnected(String)
  /// The certificate of the host is not valid: nothing was sent.
  case notTrusted
  /// It timed out before anything was sent.
  case notConnectedInTime
  case timedOut
  case notHTTP
  /// The body ended too early.
  case truncated
  /// The body is damaged, or compressed by an unknown method.
  case badEncoding
  case tooLarge(maxBytes: Int)
  case cancelled
}

extension TransportError {
  /// Whether the host may have received the request, so that it counts as spent.
  var mayHaveBeenSent: Bool {
    switch self {
    case .noConnection, .notTrusted, .notConnectedInTime: false
    case .disconnected, .timedOut, .notHTTP, .truncated, .badEncoding, .tooLarge, .cancelled: true
    }
  }
}
