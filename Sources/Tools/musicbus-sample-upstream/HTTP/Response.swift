/// A response as a value; the server sends its body.
struct Response: Hashable, Sendable {
  struct Header: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  enum Body: Hashable, Sendable {
    case bytes([UInt8])
    /// Promises more bytes than it has: the connection ends in the middle.
    case cut([UInt8], promised: Int)
    /// Begins with the bytes, then goes on with spaces up to that many bytes, in chunks.
    case padded([UInt8], count: Int)
  }

  var status: Int
  var contentType: String
  var headers: [Header]
  var body: Body

  init(_ status: Int = 200, _ contentType: String, headers: [Header] = [], _ body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = .bytes(body)
  }

  /// The bytes that there are, whatever is promised.
  var bytes: [UInt8] {
    switch body {
    case .bytes(let bytes), .cut(let bytes, _), .padded(let bytes, _): bytes
    }
  }

  static func html(_ status: Int, _ title: String) -> Response {
    let page = """
      <!DOCTYPE html>
      <html><head><title>\(title)</title></head>
      <body><h1>\(title)</h1></body></html>

      """
    return Response(status, "text/html; charset=UTF-8", Array(page.utf8))
  }

  static let notFound = html(404, "404 Not Found")
}
