import HTTPServer
import JSON

/// A value of a member of a record.
protocol MemberValue { var json: JSONValue { get } }

extension JSONValue: MemberValue { var json: JSONValue { self } }
extension String: MemberValue { var json: JSONValue { .string(self) } }
extension Int: MemberValue { var json: JSONValue { .integer(self) } }
extension Double: MemberValue { var json: JSONValue { .number(self) } }
extension Bool: MemberValue { var json: JSONValue { .bool(self) } }
extension Array: MemberValue where Element: MemberValue {
  var json: JSONValue { .array(map(\.json)) }
}

/// An object without the members whose value is `nil`.
func record(_ members: [String: (any MemberValue)?]) -> JSONValue {
  .object(members.compactMapValues { $0?.json })
}

/// The value, or null.
func nullable(_ value: (any MemberValue)?) -> JSONValue { value?.json ?? .null }

extension JSONValue {
  /// This object with the members of another one.
  func adding(_ other: JSONValue) -> JSONValue {
    .object((members ?? [:]).merging(other.members ?? [:]) { $1 })
  }

  var bytes: [UInt8] { EncodedJSON(self).bytes }
}

extension HTTPResponse {
  static func json(
    _ value: JSONValue,
    _ status: Int = 200,
    type: String = "application/json; charset=utf-8",
    isASCII: Bool = false
  ) -> HTTPResponse {
    HTTPResponse(status, type: type, isASCII ? escaped(value.bytes) : value.bytes)
  }

  /// JSON with letters outside ASCII as `\uXXXX`, as PHP writes it.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    guard !json.allSatisfy({ $0 < 0x80 }) else { return json }
    var text = ""
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if unit < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return Array(text.utf8)
  }

  static func html(_ status: Int, _ title: String) -> HTTPResponse {
    let page = """
      <!DOCTYPE html>
      <html><head><title>\(title)</title></head>
      <body><h1>\(title)</h1></body></html>

      """
    return HTTPResponse(status, type: "text/html; charset=UTF-8", Array(page.utf8))
  }

  static let notFound = html(404, "404 Not Found")

  func adding(_ headers: [String: String]) -> HTTPResponse {
    var response = self
    for (name, value) in headers { response.add(name, value) }
    return response
  }
}

extension HTTPRequest {
  /// The decoded parts of the path.
  var path: [String] { target.path }

  /// The first value of a name in the query.
  subscript(query name: String) -> String? { target[name] }

  /// The path as sent, without the query.
  var pathText: String { String(targetText.prefix { $0 != "?" }) }

  /// The query as sent, without the leading `?`.
  var queryText: String { String(targetText.drop { $0 != "?" }.dropFirst()) }

  /// The base URL of this server, as in the request; an invalid host name is not echoed.
  var base: String {
    let host = self["host"] ?? ""
    let isValid = host.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x3a) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) || $0 == 0x2d
        || $0 == 0x2e
    }
    return "http://" + (isValid && !host.isEmpty ? host : "127.0.0.1")
  }
}
