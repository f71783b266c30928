internal import Curl

/// Sends requests with libcurl.
final class CurlTransport: HTTPTransport {
  private let thread: TransferThread
  private let proxies: Proxies

  /// The environment may name the certificate authorities, `SSL_CERT_FILE` and `SSL_CERT_DIR`, and proxies, such as `https_proxy`.
  init(_ environment: [String: String]) {
    proxies = Proxies(environment)
    thread = TransferThread(trusting: Authorities(environment))
  }

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    let address = request.address
    // The address behind a proxy is not known here.
    let isByProxy = proxies.apply(to: address.host, scheme: address.scheme.rawValue)
    let transfer = Transfer(
      url: address.description,
      headers: headers,
      form: request.body,
      timeoutMs: timeout.milliseconds,
      maxBytes: maxBytes,
      mayBeLocal: request.mayBeLocal || isByProxy,
      usesProxy: isByProxy
    )
    do throws(Transfer.Failure) {
      let response = try await thread.run(transfer)
      return HTTPResponse(
        status: response.status,
        headers: response.headers,
        body: response.body
      )
    } catch {
      throw TransportError(error, maxBytes: maxBytes)
    }
  }
}

extension TransportError {
  fileprivate init(_ failure: Transfer.Failure, maxBytes: Int) {
    self =
      switch failure {
      case .invalidRequest: .noConnection("the request is invalid")
      case .unknownHost: .unknownHost
      case .notConnected: .noConnection("it does not accept connections")
      case .localAddress: .localAddress
      case .notEncrypted: .noConnection("no encrypted connection is possible")
      case .noResponse: .disconnected("it closed the connection without a response")
      case .tooMuch: .disconnected("too many large responses arrive concurrently")
      case .untrusted: .notTrusted
      case .notHTTP: .notHTTP
      case .truncated: .truncated
      case .badEncoding: .badEncoding
      case .tooLarge: .tooLarge(maxBytes: maxBytes)
      case .timedOut: .timedOut
      case .notConnectedInTime: .notConnectedInTime
      case .cancelled: .cancelled
      }
  }
}
