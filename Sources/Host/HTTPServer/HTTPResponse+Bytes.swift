internal import CMicroHTTPD
internal import Glibc

extension HTTPResponse {
  /// The whole response as the last one of a connection, without a streamed body.
  var lastBytes: [UInt8] {
    let reason = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
    let body = bytes ?? []
    var lines = ["HTTP/1.1 \(status) \(reason)", "Date: \(HTTPResponse.date)"]
    lines += headers.map { "\($0.name): \($0.value)" }
    lines += ["Content-Length: \(body.count)", "Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }

  /// The current time as in headers.
  private static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
