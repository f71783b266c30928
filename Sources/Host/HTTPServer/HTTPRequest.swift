/// HTTPServer: a small HTTP/1.1 server on libmicrohttpd, with one event loop and suspended connections.

/// A request: a value, so that handlers can be tested without a socket.
package struct HTTPRequest: Hashable, Sendable {
  package var method: String
  package var target: HTTPTarget
  /// The target as sent.
  package var targetText = ""
  /// By name in lower case.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(
    _ method: String,
    _ target: HTTPTarget,
    headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The value of a header, by its name in lower case.
  package subscript(_ header: String) -> String? { headers[header] }

  /// Whether the header `Accept` names a media type.
  package func accepts(_ type: String) -> Bool {
    (headers["accept"] ?? "").lowercased().split(separator: ",").contains { range in
      range.prefix { $0 != ";" }.filter { $0 != " " } == type
    }
  }
}
