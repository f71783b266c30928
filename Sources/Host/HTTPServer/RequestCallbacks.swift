internal import CErrorPageShim
internal import CMicroHTTPD
internal import Glibc

/// The C functions through which libmicrohttpd hands over requests and reads streamed bodies.
enum RequestCallbacks {
  static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>, OpaquePointer)
      -> UnsafeMutableRawPointer? = { _, target, _ in
        Unmanaged.passRetained(IncomingRequest(String(cString: target))).toOpaque()
      }

  /// Notes connections, and makes the site the context of each.
  static let connection: MHD_NotifyConnectionCallback = { context, connection, socket, code in
    guard let context, let connection else { return }
    let site = Unmanaged<HTTPSite>.fromOpaque(context).takeUnretainedValue()
    if code.rawValue == musicbus_http_opened {
      socket?.pointee = context
      site.opened(connection)
    } else {
      site.closed(connection)
    }
  }

  static let handle: MHD_AccessHandlerCallback = {
    context,
    connection,
    _,
    method,
    _,
    upload,
    count,
    state in
    guard let context, let connection, let method, let count, let pointer = state?.pointee else {
      return .NO
    }
    let site = Unmanaged<HTTPSite>.fromOpaque(context).takeUnretainedValue()
    let incoming = Unmanaged<IncomingRequest>.fromOpaque(pointer).takeUnretainedValue()
    return incoming.advance(method, connection, upload: upload, count: count, site)
  }

  static let end: MHD_RequestCompletedCallback = { context, connection, state, _ in
    guard let context, let connection, let pointer = state?.pointee else { return }
    let site = Unmanaged<HTTPSite>.fromOpaque(context).takeUnretainedValue()
    Unmanaged<IncomingRequest>.fromOpaque(pointer).takeRetainedValue().end(site, connection)
    state?.pointee = nil
  }

  /// Responds to a request that libmicrohttpd cannot parse, and ends its connection.
  static let invalid: musicbus_invalid_request = { context, status, socket in
    let site = Unmanaged<HTTPSite>.fromOpaque(context).takeUnretainedValue()
    let bytes = site.errorResponse(Int(status)).lastBytes
    // It fits into the buffer of a socket, unless its client does not read earlier responses.
    _ = send(socket, bytes, bytes.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    shutdown(socket, CInt(SHUT_RDWR))
  }
}

extension HTTPResponse {
  /// Hands the response to libmicrohttpd.
  func queue(on connection: OpaquePointer) -> MHD_Result {
    guard let response = made(for: connection) else { return .NO }
    defer { MHD_destroy_response(response) }
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    let result = musicbus_http_queue(
      UnsafeMutableRawPointer(connection),
      UInt32(status),
      UnsafeMutableRawPointer(response)
    )
    return result == 0 ? .NO : .YES
  }

  private func made(for connection: OpaquePointer) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { buffer in
        // The bytes are copied, so the pointer is not written through.
        MHD_create_response_from_buffer(
          buffer.count,
          UnsafeMutableRawPointer(mutating: buffer.baseAddress),
          .RESPMEM_MUST_COPY
        )
      }
    case .stream(let stream):
      let address = UInt(bitPattern: connection)
      return BodyReader { stream.read(into: $0, connection: address) }
        .response(length: stream.length)
    case .unsent(let length):
      return BodyReader { _ in musicbus_http_end_with_error }.response(length: length)
    }
  }
}

/// Reads the body of one response while it is sent.
private final class BodyReader: Sendable {
  private let read: @Sendable (UnsafeMutableRawBufferPointer) -> Int

  init(_ read: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int) {
    self.read = read
  }

  /// Creates a response that holds the reader until libmicrohttpd releases it.
  func response(length: Int?) -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    let response = MHD_create_response_from_callback(
      length.map(UInt64.init) ?? musicbus_http_size_unknown,
      16 * 1024,
      { context, _, buffer, count in
        guard let context, let buffer else { return musicbus_http_end_with_error }
        let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
        let output = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        return reader.read(output)
      },
      context.toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<BodyReader>.fromOpaque(context).release()
      }
    )
    if response == nil { context.release() }
    return response
  }
}
