import Foundation

@testable import musicbus_sample_upstream

/// Sends requests to the sources without a socket and decodes the responses.
enum HTTPQuery {
  static let source = SampleSource()

  static func response(_ target: String) -> Response { source.response(Request(target)) }

  static func text(_ target: String) -> String {
    String(decoding: response(target).bytes, as: UTF8.self)
  }

  static func object(_ target: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(response(target).bytes))
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
