internal import CCurl

/// Status and headers of a response, read line by line.
struct ResponseHead {
  /// The compressions whose decoders need little memory.
  private static let encodings: Set = ["identity", "gzip", "x-gzip", "deflate"]

  private(set) var status = 0
  private(set) var headers: [String: String] = [:]
  /// Whether the empty line after the headers was read.
  private(set) var isComplete = false

  /// Whether the body is of use: a redirect needs none.
  var hasBody: Bool { (200..<300).contains(status) || isError }

  /// Whether the body can only state the reason of an error, which may never arrive.
  var isError: Bool { status >= 400 }

  /// Whether the body has at most one compression, and a known one.
  var isDecodable: Bool {
    let names = (headers["content-encoding"] ?? "identity").split(separator: ",")
    return names.count <= 1
      && names.allSatisfy { ResponseHead.encodings.contains(Self.trim($0).lowercased()) }
  }

  mutating func read(_ line: String) {
    guard !isComplete else { return }
    if line.hasPrefix("HTTP/") {
      // A response with a status of 100 to 199 precedes the real one.
      headers = [:]
      status = line.split(separator: " ").dropFirst().first.flatMap { Int(Self.trim($0)) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      add(line[..<colon].lowercased(), Self.trim(line[line.index(after: colon)...]))
    } else {
      isComplete = status >= 200
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    let isList = name == "content-encoding"
    headers[name] = headers[name].map { isList ? $0 + "," + value : $0 } ?? value
  }

  private static func trim(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

/// Dates in headers of HTTP (RFC 9110, section 5.6.7), as libcurl reads them.
package enum TransferDate {
  /// Returns the time in seconds since 1970; `nil` if the text is no date.
  package static func secondsSince1970(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds == -1 ? nil : Int(seconds)
  }
}
