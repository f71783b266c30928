internal import CCurl
internal import Glibc

/// A transfer that libcurl runs, and the response so far. Used only by the thread of transfers.
final class RunningTransfer {
  /// The limit of all header lines of a response.
  private static let maxHeadBytes = 64 * 1024
  /// The limits of the body of an error, which is of use only if it is there.
  private static let (maxErrorBytes, maxErrorTime) = (16 * 1024, Duration.seconds(1))

  let pending: PendingTransfer
  let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var head = ResponseHead()
  private var headBytes = 0
  private var body: [UInt8] = []
  /// The bytes of all running transfers.
  private let total: ByteCount
  /// The result if the transfer was ended here, not by libcurl.
  private var ownResult: Transfer.Result?
  /// Whether a connection was not opened because the address is a local one.
  private var hasRefusedAddress = false
  /// The time at which the transfer ends without the rest of the body of an error.
  private(set) var bodyDeadline: ContinuousClock.Instant?

  /// Prepares a transfer; `nil` if the request is invalid.
  init?(_ pending: PendingTransfer, trusting authorities: Authorities, total: ByteCount) {
    guard let handle = curl_easy_init() else { return nil }
    (self.pending, self.handle, self.total) = (pending, handle, total)
    guard setRequest(pending.transfer) else { return nil }
    setLimits(pending.transfer)
    if let file = authorities.file { musicbus_curl_set_text(handle, CURLOPT_CAINFO, file) }
    if let directory = authorities.directory {
      musicbus_curl_set_text(handle, CURLOPT_CAPATH, directory)
    }
    if !pending.transfer.mayBeLocal { refuseLocalAddresses() }
    musicbus_curl_set_receivers(
      handle,
      { bytes, size, count, context in
        RunningTransfer.at(context).receiveHead(
          UnsafeRawBufferPointer(start: bytes, count: size * count)
        ) ? size * count : 0
      },
      { bytes, size, count, context in
        RunningTransfer.at(context).receiveBody(
          UnsafeRawBufferPointer(start: bytes, count: size * count)
        ) ? size * count : 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  deinit {
    total.bytes -= body.count
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> RunningTransfer {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// The response so far.
  var response: Transfer.Response {
    Transfer.Response(status: head.status, headers: head.headers, body: body)
  }

  /// - Returns: whether the request is valid.
  private func setRequest(_ transfer: Transfer) -> Bool {
    for (name, value) in transfer.headers {
      let line = "\(name): \(value)"
      // libcurl takes the name up to the first colon or semicolon: "Host: x #" would replace the host.
      guard RunningTransfer.isToken(name) else { return false }
      guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
      headers = curl_slist_append(headers, line)
    }
    musicbus_curl_set_headers(handle, headers)
    if let form = transfer.form {
      musicbus_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(form.utf8.count))
      musicbus_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, form)
    }
    // Only what the caller knows of: libcurl reads the variables of proxies by rules of its own.
    musicbus_curl_set_text(handle, transfer.usesProxy ? CURLOPT_NOPROXY : CURLOPT_PROXY, "")
    return musicbus_curl_set_text(handle, CURLOPT_URL, transfer.url) == CURLE_OK
      && musicbus_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
  }

  /// Whether a text is a name of a header (RFC 9110, 5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private func refuseLocalAddresses() {
    musicbus_curl_set_opener(
      handle,
      { context, _, address in RunningTransfer.at(context).open(address) },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Opens the socket of a connection, unless its address is a local one.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(musicbus_curl_address(address, &bytes))
    guard !LocalAddress.isLocal(Array(bytes[..<count])) else {
      hasRefusedAddress = true
      return CURL_SOCKET_BAD
    }
    let target = address.pointee
    return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
  }

  private func setLimits(_ transfer: Transfer) {
    musicbus_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    // A cancelled transfer does not wait for the name server.
    musicbus_curl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
    musicbus_curl_set_number(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    musicbus_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    musicbus_curl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(transfer.maxBytes))
    musicbus_curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, transfer.timeoutMs))
  }

  /// Receives a line of the head, or of the headers after a body in chunks.
  ///
  /// - Returns: whether to continue.
  private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headBytes += bytes.count
    guard headBytes <= RunningTransfer.maxHeadBytes else { return end(.failure(.tooLarge)) }
    guard !head.isComplete else { return true }
    head.read(String(decoding: bytes, as: UTF8.self))
    guard head.isComplete else { return true }
    guard head.hasBody else { return end(.success(response)) }
    if head.isError { bodyDeadline = .now + RunningTransfer.maxErrorTime }
    return head.isDecodable || end(head.isError ? .success(response) : .failure(.badEncoding))
  }

  /// Receives a chunk of the body after decompression.
  ///
  /// - Returns: whether to continue.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isError = head.isError
    let maxBytes = isError ? RunningTransfer.maxErrorBytes : pending.transfer.maxBytes
    guard body.count + bytes.count <= maxBytes else {
      return end(isError ? .success(response) : .failure(.tooLarge))
    }
    guard total.bytes + bytes.count <= ByteCount.limit else { return end(.failure(.tooMuch)) }
    total.bytes += bytes.count
    body.append(contentsOf: bytes)
    return true
  }

  private func end(_ result: Transfer.Result) -> Bool {
    ownResult = result
    total.bytes -= body.count
    body = []
    return false
  }

  /// The bytes of bodies that are being received. Used only by the thread of transfers.
  final class ByteCount {
    static let limit = 12 * 1024 * 1024
    var bytes = 0
  }

  func result(_ code: CURLcode) -> Transfer.Result {
    if let ownResult { return ownResult }
    return code == CURLE_OK || head.isError ? .success(response) : .failure(failure(code))
  }

  private func failure(_ code: CURLcode) -> Transfer.Failure {
    switch code {
    // Of several addresses of a host, another one may have been reached.
    case CURLE_COULDNT_CONNECT where hasRefusedAddress: .localAddress
    case CURLE_OPERATION_TIMEDOUT:
      musicbus_curl_sent_bytes(handle) > 0 ? .timedOut : .notConnectedInTime
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_BAD_CONTENT_ENCODING: .badEncoding
    case CURLE_URL_MALFORMAT: .invalidRequest
    // libcurl uses the first code for a response without a status line, too.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
    case CURLE_COULDNT_CONNECT: .notConnected
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE:
      .untrusted
    case CURLE_SSL_CONNECT_ERROR: .notEncrypted
    default: head.status == 0 ? .noResponse : .truncated
    }
  }
}
