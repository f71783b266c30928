internal import CMicroHTTPD

/// A request while it arrives, fed by the event loop of libmicrohttpd.
final class IncomingRequest {
  /// The target as sent.
  private let text: String
  private var request: HTTPRequest?
  private var receivedBytes = 0
  private var exchange: HTTPExchange?

  init(_ text: String) { self.text = text }

  /// Handles the next step: the head, a chunk of the body, the end, or a resumed connection.
  func advance(
    _ method: UnsafePointer<CChar>,
    _ connection: OpaquePointer,
    upload: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>,
    _ site: HTTPSite
  ) -> MHD_Result {
    if let exchange { return send(exchange, on: connection) }
    guard var request else { return begin(String(cString: method), connection, site) }
    if let upload, count.pointee > 0 {
      receivedBytes += count.pointee
      if receivedBytes <= site.limits.maxBodyBytes {
        request.body += UnsafeRawBufferPointer(start: upload, count: count.pointee)
        self.request = request
      }
      count.pointee = 0
      // A client that ignores the limit is not worth a response.
      return receivedBytes > IncomingRequest.maxReadBytes(site) ? .NO : .YES
    }
    let exchange = site.exchange(request, connection)
    self.exchange = exchange
    if receivedBytes > site.limits.maxBodyBytes {
      exchange.respond(site.errorResponse(413))
    } else {
      site.handle(exchange)
    }
    return send(exchange, on: connection)
  }

  /// Handles the end of the request.
  func end(_ site: HTTPSite, _ connection: OpaquePointer) {
    site.ended(connection)
    guard let exchange else { return }
    exchange.connectionClosed()
    site.remove(exchange)
  }

  private func begin(
    _ method: String,
    _ connection: OpaquePointer,
    _ site: HTTPSite
  ) -> MHD_Result {
    guard let target = HTTPTarget(text) else {
      return site.errorResponse(400).queue(on: connection)
    }
    var request = HTTPRequest(method, target, headers: headers(of: connection))
    request.targetText = text
    // The host of the target replaces that of the header (RFC 9112, 3.2.2).
    if let host = target.host { request.headers["host"] = host }
    self.request = request
    if let length = request["content-length"],
      (Int(length) ?? .max) > IncomingRequest.maxReadBytes(site)
    {
      return site.errorResponse(413).queue(on: connection)
    }
    // A request that is rejected anyway need not send its body.
    if let rejection = site.check(request, connection) { return rejection.queue(on: connection) }
    return .YES
  }

  /// The bytes of a body to read at most. A client that still sends when the connection is closed may
  /// lose the response, so a body that is a little too large is read to its end.
  private static func maxReadBytes(_ site: HTTPSite) -> Int { 4 * site.limits.maxBodyBytes }

  private func send(_ exchange: HTTPExchange, on connection: OpaquePointer) -> MHD_Result {
    switch exchange.takeDecision() {
    case nil: .YES
    case .drop: .NO
    case .respond(let response): response.queue(on: connection)
    }
  }

  private func headers(of connection: OpaquePointer) -> [String: String] {
    let box = Unmanaged.passRetained(HeaderBox())
    MHD_get_connection_values(
      connection,
      .HEADER_KIND,
      { context, _, name, value in
        guard let context, let name else { return .YES }
        let box = Unmanaged<HeaderBox>.fromOpaque(context).takeUnretainedValue()
        let key = String(cString: name).lowercased()
        let text = value.map { String(cString: $0) } ?? ""
        box.headers[key] = box.headers[key].map { "\($0), \(text)" } ?? text
        return .YES
      },
      box.toOpaque()
    )
    return box.takeRetainedValue().headers
  }

  private final class HeaderBox {
    var headers: [String: String] = [:]
  }
}
