import BusProtocol
import JSON
import MusicModel

/// The JSON type of a parameter, found by decoding examples: the method table remains the only list.
enum ParameterShape: String, Sendable {
  case string, integer, boolean, list, object

  /// The shapes of all parameters by name.
  static let all: [String: ParameterShape] = {
    let names = Set(Methods.all.flatMap { $0.client.names })
    return Dictionary(uniqueKeysWithValues: names.map { ($0, shape(of: $0)) })
  }()

  private static func shape(of name: String) -> ParameterShape {
    func accepts(_ value: JSONValue) -> Bool {
      guard let bytes = try? JSONCodec.encode(JSONValue.object([name: value])) else { return false }
      return (try? JSONCodec.decode(CallParameters.self, from: bytes)) != nil
    }
    if accepts(.object(["a": .bool(true)])) { return .object }
    if accepts(.integer(1)) { return .integer }
    if accepts(.bool(true)) { return .boolean }
    return accepts(.array([])) ? .list : .string
  }

  /// Parses the text of a query; `nil` if it has another shape.
  func value(_ text: String) -> JSONValue? {
    switch self {
    case .string: .string(text)
    case .integer: Int(text).map { .integer($0) }
    case .boolean: Bool(text).map { .bool($0) }
    case .list: .array(text.split(separator: ",").map { .string(String($0)) })
    case .object: try? JSONCodec.decode(JSONValue.self, from: Array(text.utf8))
    }
  }
}
