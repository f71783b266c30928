/// Curl: HTTP transfers by libcurl, without cache, cookies and files. Redirects are not followed.
///
/// A transfer is one request with its response.
package struct Transfer: Sendable {
  package var url: String
  package var headers: [String: String]
  /// The encoded form to post; `nil` for GET.
  package var form: String?
  /// The limit for the whole transfer, including the connection.
  package var timeoutMs: Int
  /// The limit of the body, after decompression.
  package var maxBytes: Int
  /// Whether the host, or its proxy, may have an address that is not public: of this machine or the local network. It is checked when a
  /// connection is opened.
  package var mayBeLocal: Bool
  /// Whether it goes through the proxy that the environment names.
  package var usesProxy: Bool

  package init(
    url: String,
    headers: [String: String] = [:],
    form: String? = nil,
    timeoutMs: Int,
    maxBytes: Int,
    mayBeLocal: Bool = false,
    usesProxy: Bool = false
  ) {
    self.url = url
    self.headers = headers
    self.form = form
    self.timeoutMs = timeoutMs
    self.maxBytes = maxBytes
    self.mayBeLocal = mayBeLocal
    self.usesProxy = usesProxy
  }

  /// A response. Only a status of 200 to 299 or from 400 on has a body; that of an error may be cut off.
  package struct Response: Hashable, Sendable {
    package var status = 0
    /// Header values by lower-case name; the first of several.
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []
  }

  package enum Failure: Error, Hashable, Sendable {
    case invalidRequest
    case unknownHost
    /// The host does not accept a connection.
    case notConnected
    /// The address of the host is not a public one, and ``mayBeLocal`` is false.
    case localAddress
    /// The certificate of the host is not valid.
    case untrusted
    /// The encrypted connection could not be opened for another reason.
    case notEncrypted
    /// The connection was closed before a response.
    case noResponse
    case notHTTP
    /// The connection was closed during a response.
    case truncated
    /// The body is damaged, or compressed by an unknown method.
    case badEncoding
    case tooLarge
    /// All bodies together are too large.
    case tooMuch
    case timedOut
    /// It timed out before anything was sent.
    case notConnectedInTime
    case cancelled
  }

  typealias Result = Swift.Result<Response, Failure>
}
