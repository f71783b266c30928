internal import JSON

extension WireError {
  private static let texts = ["id", "method", "re", "sid", "type"]
  private static let integers = ["seq", "timeoutMs"]
  /// The sizes of the texts in a header, in bytes.
  static let textBytes = 1...64

  /// The error of a header that cannot be decoded.
  ///
  /// It is reported under the id of the message if that can be read, whatever else is invalid.
  init(undecodableHeader bytes: [UInt8]) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(bytes, .wire)
    } catch {
      self = .header("it is not valid JSON: \(error)", id: nil)
      return
    }
    guard case .object(let members) = json else {
      self = .header("it must be an object", id: nil)
      return
    }
    var id: String?
    if case .string(let text)? = members["id"], WireError.textBytes.contains(text.utf8.count) {
      id = text
    }
    if case .string(let type)? = members["type"], MessageType(rawValue: type) == nil {
      self = .unknownType(type, id: id)
    } else {
      self = .header(WireError.problem(of: members), id: id)
    }
  }

  private static func problem(of members: [String: JSONValue]) -> String {
    for name in texts {
      switch members[name] {
      case .string, .null, nil: break
      default: return "\"\(name)\" must be a string"
      }
    }
    for name in integers {
      switch members[name] {
      case .integer, .null, nil: break
      default: return "\"\(name)\" must be an integer"
      }
    }
    return "the member \"type\" is missing"
  }
}
