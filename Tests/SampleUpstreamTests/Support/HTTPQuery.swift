import Foundation
import HTTPServer

@testable import musicbus_sample_upstream

/// Sends requests to the sources without a socket and decodes the responses.
enum HTTPQuery {
  static let source = SampleSource()

  static func request(
    _ text: String,
    method: String = "GET",
    headers: [String: String] = [:],
    body: String = ""
  ) -> HTTPRequest {
    let target = HTTPTarget(text) ?? HTTPTarget(path: [])
    var request = HTTPRequest(method, target, headers: headers, body: Array(body.utf8))
    request.targetText = text
    return request
  }

  static func response(_ target: String) -> HTTPResponse { source.response(request(target)) }

  static func text(_ target: String) -> String {
    String(decoding: response(target).content, as: UTF8.self)
  }

  static func object(_ target: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(response(target).content))
    return value as? [String: Any] ?? [:]
  }

  /// Returns the list at a key path, such as `results` or `feed.results`.
  static func list(_ keys: String, of target: String) throws -> [[String: Any]] {
    var value: Any? = try object(target)
    for key in keys.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
    return value as? [[String: Any]] ?? []
  }

  static func names(_ key: String, _ records: [[String: Any]]) -> [String] {
    records.compactMap { $0[key] as? String }
  }
}

extension HTTPResponse {
  var contentType: String { self["Content-Type"] ?? "" }

  /// The body; empty if it is generated.
  var content: [UInt8] { bytes ?? [] }
}
