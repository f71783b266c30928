/// A response with its whole body, or with a body that is streamed.
package struct HTTPResponse: Sendable {
  /// One header field.
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package enum Body: Sendable {
    case bytes([UInt8])
    case stream(HTTPStream)
    /// The length of a body that is announced and not sent.
    case unsent(length: Int)
  }

  package var status: Int
  package private(set) var headers: [Header]
  package var body: Body

  package init(_ status: Int, type: String? = nil, _ bytes: [UInt8] = []) {
    self.init(status, type: type, body: .bytes(bytes))
  }

  package init(_ status: Int, type: String?, body: Body) {
    self.status = status
    self.headers = type.map { [Header(name: "Content-Type", value: $0)] } ?? []
    self.body = body
  }

  /// Adds a header field; control characters in its value are removed.
  package mutating func add(_ name: String, _ value: String) {
    let safe = String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 }))
    headers.append(Header(name: name, value: safe))
  }

  /// The value of a header field.
  package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The body, if it is not streamed.
  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = body { bytes } else { nil }
  }
}

extension HTTPResponse {
  /// A response to a request for a file: whole, a range of it, or "not modified".
  package static func file(
    _ bytes: [UInt8],
    type: String,
    etag: String,
    for request: HTTPRequest
  ) -> HTTPResponse {
    if matches(request["if-none-match"], etag) {
      // It announces the length of the file (RFC 9110, 8.6), but sends nothing of it.
      var response = HTTPResponse(304, type: nil, body: .unsent(length: bytes.count))
      response.add("ETag", etag)
      return response
    }
    var response = HTTPResponse(200, type: type, bytes)
    let isCurrent = request["if-range"].map { $0 == etag } ?? true
    if request.method == "GET", let text = request["range"], isCurrent {
      switch ByteRange(text, of: bytes.count) {
      case .whole: break
      case .part(let range):
        response = HTTPResponse(206, type: type, Array(bytes[range]))
        response.add(
          "Content-Range",
          "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
        )
      case .unsatisfiable:
        response = HTTPResponse(416)
        response.add("Content-Range", "bytes */\(bytes.count)")
        return response
      }
    }
    response.add("ETag", etag)
    response.add("Accept-Ranges", "bytes")
    return response
  }

  private static func matches(_ header: String?, _ etag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { tag in
      let tag = tag.drop { $0 == " " }
      return tag == "*" || tag == etag || tag == "W/\(etag)"
    }
  }

  /// An entity tag for these bytes.
  package static func etag(of bytes: [UInt8]) -> String {
    // FNV-1a: the tag only has to differ when a file changes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
  }
}
