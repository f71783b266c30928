internal import MusicModel

/// Numbers and texts.
extension ConfigurationSchema {
  func problemsOfNumber(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let number = value.double else { return [] }
    let bounds: [(String, (Double) -> Bool, String)] = [
      ("minimum", { number >= $0 }, "at least"),
      ("maximum", { number <= $0 }, "at most"),
      ("exclusiveMinimum", { number > $0 }, "more than"),
      ("exclusiveMaximum", { number < $0 }, "less than"),
      ("multipleOf", { (number / $0).rounded() == number / $0 }, "a multiple of"),
    ]
    return bounds.compactMap { keyword, isMet, words in
      guard let bound = schema[keyword]?.double, !isMet(bound) else { return nil }
      return warning(path, "This must be \(words) \(JSONValue.number(bound).brief).")
    }
  }

  func problemsOfText(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let text = value.text else { return [] }
    var problems: [ConfigurationWarning] = []
    let length = text.unicodeScalars.count
    if let least = limit("minLength"), length < least {
      problems.append(warning(path, "This must have at least \(least.pluralized("character"))."))
    }
    if let most = limit("maxLength"), length > most {
      problems.append(warning(path, "This must have at most \(most.pluralized("character"))."))
    }
    if let pattern = schema["pattern"]?.text, let expression = try? Regex(pattern),
      text.firstMatch(of: expression) == nil
    {
      problems.append(warning(path, "This must match the pattern \(pattern)."))
    }
    return problems
  }

  /// The value of a keyword such as `maxItems`.
  func limit(_ keyword: String) -> Int? {
    schema[keyword]?.double.flatMap { Int(exactly: $0) }
  }
}

extension JSONValue {
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// Whether two values are equal; 1 and 1.0 are.
  func isEqual(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let mine), .array(let others)):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let mine), .object(let others)):
      mine.count == others.count
        && mine.allSatisfy { name, value in others[name].map(value.isEqual) ?? false }
    default: double.map { $0 == other.double } ?? (self == other)
    }
  }

  /// The value in a message.
  var brief: String {
    if let double { return Int(exactly: double).map(String.init) ?? String(double) }
    return text ?? (try? prettyPrinted()) ?? ""
  }
}
