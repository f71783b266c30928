extension Response {
  /// The response as modified by a fault.
  func spoilt(by kind: Fault.Kind, _ request: Request) -> Response {
    var response = self
    switch kind {
    case .slow, .hang: break
    case .status(let status, let seconds):
      response = .html(status, "\(status) Error")
      if let seconds { response.headers.append(.init("Retry-After", String(seconds))) }
    case .html: response = .html(200, "We will be back soon")
    case .empty: response.body = .bytes([])
    case .quota:
      let error = #"{"error":{"type":"Exception","message":"Quota limit exceeded","code":4}}"#
      response.body = .bytes(Array(error.utf8))
    case .garbage:
      // Neither UTF-8 nor JSON.
      response.body = .bytes([0xff, 0xfe, 0x7b, 0x92, 0x00, 0xc3, 0x28, 0x22])
    case .cut: response.body = .cut(half, promised: bytes.count)
    case .cutJSON: response.body = .bytes(half)
    case .huge(let megabytes): response.body = .padded(bytes, count: megabytes << 20)
    case .gzip:
      response.headers.append(.init("Content-Encoding", "gzip"))
      response.body = .bytes(Zlib.gzip(bytes))
    case .redirect where request.query["_r"] != nil: break
    case .redirect, .redirectLoop:
      let query = request.queryText.isEmpty ? "" : request.queryText + "&"
      let address = "\(request.base)\(request.path)?\(query)_r=1"
      response = .html(302, "302 Found")
      response.headers.append(.init("Location", address))
    }
    return response
  }

  private var half: [UInt8] { Array(bytes.prefix(bytes.count / 2)) }
}
