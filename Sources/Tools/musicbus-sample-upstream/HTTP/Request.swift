import Foundation

/// A request as a value, so that the sources can be called without a socket.
struct Request: Hashable, Sendable {
  let method: String
  /// Path and query exactly as sent.
  let target: String
  let host: String
  let userAgent: String
  var authorization = ""
  let body: String

  init(
    _ target: String,
    method: String = "GET",
    host: String = "127.0.0.1",
    userAgent: String = "",
    body: String = ""
  ) {
    self.method = method
    self.target = target
    self.host = host
    self.userAgent = userAgent
    self.body = body
  }

  /// The path as sent, without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// The query as sent, without the leading `?`.
  var queryText: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// The decoded parts of the path.
  var segments: [String] {
    path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  /// The decoded query; of a name given twice the first counts.
  var query: [String: String] {
    let pairs = queryText.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decode(halves[0]), Self.decode(halves.count > 1 ? halves[1] : ""))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The base URL of this server, as in the request; an invalid host name is not echoed.
  var base: String {
    let allowed = host.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x3a) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) || $0 == 0x2d
        || $0 == 0x2e
    }
    return "http://" + (allowed && !host.isEmpty ? host : "127.0.0.1")
  }

  private static func decode(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
