import CMicroHTTPD

/// An incoming request, and the C callbacks through which libmicrohttpd passes it.
///
/// It belongs to its connection's thread: created by `begin`, fed by `handle`, released by `end`.
final class RequestHandler {
  /// The rest of a larger body is dropped; only the control paths read any.
  static let bodyBytesMax = 65_536

  private let target: String
  private var body: [UInt8] = []
  private var isUnderWay = false

  private init(_ target: String) { self.target = target }

  static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>, OpaquePointer)
      -> UnsafeMutableRawPointer? = { _, target, _ in
        Unmanaged.passRetained(RequestHandler(String(cString: target))).toOpaque()
      }

  static let end: MHD_RequestCompletedCallback = { _, _, state, _ in
    guard let exchange = state?.pointee else { return }
    Unmanaged<RequestHandler>.fromOpaque(exchange).release()
    state?.pointee = nil
  }

  static let handle: MHD_AccessHandlerCallback = {
    context,
    connection,
    _,
    method,
    _,
    upload,
    uploadCount,
    state in
    guard let context, let connection, let method, let pointer = state?.pointee else {
      return .NO
    }
    let responder = Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<RequestHandler>.fromOpaque(pointer).takeUnretainedValue()
    // The first call only announces the request.
    guard exchange.isUnderWay else {
      exchange.isUnderWay = true
      return .YES
    }
    if let upload, let uploadCount, uploadCount.pointee > 0 {
      exchange.take(UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee))
      uploadCount.pointee = 0
      return .YES
    }
    return exchange.finish(String(cString: method), connection, responder)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    body += bytes.prefix(Self.bodyBytesMax - body.count)
  }

  private func finish(
    _ method: String,
    _ connection: OpaquePointer,
    _ responder: Responder
  ) -> MHD_Result {
    var request = Request(
      target,
      method: method,
      host: header("Host", connection),
      userAgent: header("User-Agent", connection),
      body: String(decoding: body, as: UTF8.self)
    )
    request.authorization = header("Authorization", connection)
    let reaction = responder.reaction(to: request)
    let client = musicbus_http_socket(connection)
    // Returning without a response closes the connection.
    guard responder.wait(reaction.delay, client: client) == .fully else { return .NO }
    switch reaction.outcome {
    case .response(let response): return response.send(on: connection)
    case .hang:
      _ = responder.wait(Fault.delayMax, client: client)
      return .NO
    }
  }

  private func header(_ name: String, _ connection: OpaquePointer) -> String {
    MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) } ?? ""
  }
}
