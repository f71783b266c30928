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

/// A request to an upstream: `GET`, or `POST` of a text.
public struct HTTPRequest: Hashable, Sendable {
  public var address: WebAddress
  /// The name of the upstream whose budget is charged.
  public var upstream: String
  /// Headers besides `User-Agent` and `Accept`.
  public var headers: [String: String] = [:]
  /// The text to post, if any: an encoded form, unless the header `Content-Type` says otherwise.
  public var body: String?
  /// The bytes of the file that are wanted; `nil` for all.
  package var range: ClosedRange<Int>?
  /// Whether the host may be this machine or one in the local network: the user's own setting names it.
  package var mayBeLocal = false
  /// Its texts that must not be seen and are in no configuration, such as a signature or a token, with their names.
  package var secrets: [String: String] = [:]

  public init(_ address: WebAddress, upstream: String) {
    self.address = address
    self.upstream = upstream
  }
}

/// An HTTP response.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// Header values by lower-case name.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    self.body = body
  }
}

/// The reason why a request got no response.
public enum TransportError: Error, Hashable, Sendable {
  /// The name of the host has no address. The resolver has tried several times already.
  case unknownHost
  /// The address of the host is not a public one, so nothing was sent.
  case localAddress
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
  /// What happened, in a few words.
  package var reason: String {
    switch self {
    case .unknownHost: "unknown host"
    case .localAddress: "its address is in the local network"
    case .noConnection(let reason), .disconnected(let reason): reason
    case .notTrusted: "the certificate is not valid"
    case .notConnectedInTime: "no connection in time"
    case .timedOut: "no response in time"
    case .notHTTP: "the response is not HTTP"
    case .truncated: "the response is truncated"
    case .badEncoding: "the compressed response cannot be read"
    case .tooLarge(let maxBytes): "the response exceeds \(maxBytes >> 20) MB"
    case .cancelled: "cancelled"
    }
  }

  /// Whether the host may have received the request, so that it counts as spent.
  var mayHaveBeenSent: Bool {
    switch self {
    case .unknownHost, .localAddress, .noConnection, .notTrusted, .notConnectedInTime: false
    case .disconnected, .timedOut, .notHTTP, .truncated, .badEncoding, .tooLarge, .cancelled: true
    }
  }
}
