import CMicroHTTPD

extension Response {
  /// Passes the response to libmicrohttpd.
  func send(on connection: OpaquePointer) -> MHD_Result {
    guard let response = body.made() else { return .NO }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", contentType)
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(status), response)
  }
}

extension Response.Body {
  fileprivate func made() -> OpaquePointer? {
    switch self {
    case .bytes(let bytes):
      bytes.withUnsafeBytes { buffer in
        // The bytes are copied, so this pointer is not used for writing.
        MHD_create_response_from_buffer(
          buffer.count,
          UnsafeMutableRawPointer(mutating: buffer.baseAddress),
          .RESPMEM_MUST_COPY
        )
      }
    case .cut(let bytes, let promised):
      BodyReader(bytes, paddedTo: bytes.count, end: musicbus_http_end_with_error)
        .response(of: UInt64(promised))
    case .padded(let bytes, let count):
      BodyReader(bytes, paddedTo: count, end: musicbus_http_end_of_stream)
        .response(of: musicbus_http_size_unknown)
    }
  }
}

/// A body that is made while it is sent: some bytes, then spaces, then a good or a bad end.
private final class BodyReader: Sendable {
  private static let blockBytes = 65_536

  private let bytes: [UInt8]
  private let count: Int
  private let end: Int

  init(_ bytes: [UInt8], paddedTo count: Int, end: Int) {
    self.bytes = bytes
    self.count = max(count, bytes.count)
    self.end = end
  }

  /// The response retains the reader until libmicrohttpd releases it.
  func response(of size: UInt64) -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    let response = MHD_create_response_from_callback(
      size,
      Self.blockBytes,
      Self.read,
      context.toOpaque(),
      Self.free
    )
    if response == nil { context.release() }
    return response
  }

  private static let read: MHD_ContentReaderCallback = { context, position, buffer, room in
    guard let context, let buffer else { return musicbus_http_end_with_error }
    let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
    let start = Int(clamping: position)
    guard start < reader.count else { return reader.end }
    let output = UnsafeMutableRawBufferPointer(start: buffer, count: room)
    let real = reader.bytes.dropFirst(start).prefix(room)
    if !real.isEmpty {
      output.copyBytes(from: real)
      return real.count
    }
    let padding = min(room, reader.count - start)
    _ = output.prefix(padding).initializeMemory(as: UInt8.self, repeating: 0x20)
    return padding
  }

  private static let free: MHD_ContentReaderFreeCallback = { context in
    guard let context else { return }
    Unmanaged<BodyReader>.fromOpaque(context).release()
  }
}
