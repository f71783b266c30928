import HTTPServer

extension Response {
  /// The response to send.
  var http: HTTPResponse {
    var response = HTTPResponse(status, type: contentType, body: body.http)
    for header in headers { response.add(header.name, header.value) }
    return response
  }
}

extension Response.Body {
  fileprivate var http: HTTPResponse.Body {
    switch self {
    case .bytes(let bytes): .bytes(bytes)
    case .cut(let bytes, let promised):
      .generated(GeneratedBody(length: promised) { bytes.copy(from: $0, to: $1) })
    case .padded(let bytes, let count):
      .generated(
        GeneratedBody(length: nil) { offset, buffer in
          bytes.copy(from: offset, to: buffer) ?? spaces(count - offset, in: buffer)
        }
      )
    }
  }
}

extension [UInt8] {
  /// Copies the bytes from an offset on, as many as fit; `nil` if none are left.
  fileprivate func copy(from offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard offset < count else { return nil }
    let rest = self[offset...].prefix(buffer.count)
    buffer.copyBytes(from: rest)
    return rest.count
  }
}

private func spaces(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> Int {
  let count = Swift.max(0, Swift.min(count, buffer.count))
  _ = buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0x20)
  return count
}
