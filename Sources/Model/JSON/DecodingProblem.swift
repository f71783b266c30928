/// Descriptions of JSON that could not be read as a value, without the words of a decoder.
public enum DecodingProblem {
  /// The problem in a few words, such as `ttlMs: must be a whole number`; `nil` for another error.
  public static func describe(_ error: any Error) -> String? {
    switch error {
    case let error as JSONError: "invalid JSON: \(error)"
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context))the member \"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(let type, let context):
      "\(path(context))must be \(word(for: type))"
    case DecodingError.valueNotFound(let type, let context):
      "\(path(context))must be \(word(for: type)), not null"
    case DecodingError.dataCorrupted(let context): "\(path(context))\(problem(context))"
    case is EncodingError: "it contains a number or text that JSON cannot represent"
    default: nil
    }
  }

  /// An error of our own types quotes the value; those of the decoder differ by its version.
  private static func problem(_ context: DecodingError.Context) -> String {
    let text = context.debugDescription
    if context.underlyingError == nil, text.hasPrefix("\"") || text.hasPrefix("kind is ") {
      return text
    }
    if text.contains("fit in Int") || text.contains("fit in UInt") {
      return "must be a whole number in range"
    }
    if text.hasPrefix("Number ") { return "the number is out of range" }
    guard !context.codingPath.isEmpty else { return "invalid JSON" }
    guard text.hasPrefix("Cannot initialize"), let value = text.firstRange(of: " value ") else {
      return "the value is not valid"
    }
    return "unknown value \"\(text[value.upperBound...].prefix(100))\""
  }

  private static func word(for type: Any.Type) -> String {
    let name = String(describing: type)
    switch name {
    case "String": return "a text"
    case "Bool": return "true or false"
    case "Double", "Float": return "a number"
    default: break
    }
    if name.hasPrefix("Int") || name.hasPrefix("UInt") { return "a whole number" }
    if name.hasPrefix("Array") || name.hasPrefix("Set<") { return "a list" }
    return name.hasPrefix("Dictionary") ? "an object" : "a different value"
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let steps = context.codingPath.map(\.stringValue)
    return steps.isEmpty ? "" : steps.joined(separator: ".") + ": "
  }
}
