internal import MusicModel

/// The form of a JSON value: the subset of JSON Schema that `Protocol/schema` uses.
///
/// A test compares the shapes with the schemas. `null` counts as absent; another rule forbids it.
indirect enum Shape: Sendable {
  case anything
  case bool
  case number
  case integer(ClosedRange<Int>)
  case text(Text)
  case list(Shape)
  /// An object with arbitrary names and values of one shape.
  case map(names: Text, Shape, least: Int = 0, most: Int = .max)
  case object([Member])

  /// A string that satisfies a rule.
  struct Text: Sendable {
    /// The rule in words that complete "must be …".
    let rule: String
    let isValid: @Sendable (String) -> Bool
  }

  struct Member: Sendable {
    let name: String
    let shape: Shape
    let isNeeded: Bool

    static func needed(_ name: String, _ shape: Shape) -> Member {
      Member(name: name, shape: shape, isNeeded: true)
    }

    static func optional(_ name: String, _ shape: Shape) -> Member {
      Member(name: name, shape: shape, isNeeded: false)
    }
  }

  /// The first problem of a value, as a sentence without full stop.
  func problem(in value: JSONValue) -> String? { problems(in: value).first }

  /// The problems of a value, each as a sentence without full stop.
  func problems(in value: JSONValue, at path: String = "") -> [String] {
    switch (self, value) {
    case (.anything, _), (.bool, .bool), (.number, .integer), (.number, .number): return []
    case (.integer(let range), .integer(let integer)):
      return range.contains(integer)
        ? [] : [describe(path, "must be \(range.text), not \(integer)")]
    case (.text(let text), .string(let string)):
      return text.isValid(string)
        ? [] : [describe(path, "must be \(text.rule), not \(string.quoted)")]
    case (.list(let shape), .array(let elements)):
      return elements.enumerated().flatMap { shape.problems(in: $1, at: "\(path)[\($0)]") }
    case (.map(let names, let shape, let least, let most), .object(let members)):
      if members.count < least { return [describe(path, "must have at least \(least) member")] }
      if members.count > most { return [describe(path, "must have at most \(most) members")] }
      return members.sorted { $0.key < $1.key }.flatMap { name, value in
        names.isValid(name)
          ? shape.problems(in: value, at: join(path, name))
          : [describe(join(path, name), "must be \(names.rule)")]
      }
    case (.object(let shapes), .object(let members)):
      return shapes.flatMap { $0.problems(in: members, at: path) }
    default: return [describe(path, "must be \(description), not \(value.description)")]
    }
  }

  private var description: String {
    switch self {
    case .anything: "anything"
    case .bool: "true or false"
    case .number: "a number"
    case .integer: "an integer"
    case .text: "a string"
    case .list: "a list"
    case .map, .object: "an object"
    }
  }
}

extension Shape.Member {
  fileprivate func problems(in members: [String: JSONValue], at path: String) -> [String] {
    guard let value = members[name], value != .null else {
      return isNeeded ? [describe(join(path, name), "is missing")] : []
    }
    return shape.problems(in: value, at: join(path, name))
  }
}

private func join(_ path: String, _ name: String) -> String {
  path.isEmpty ? name : "\(path).\(name)"
}

private func describe(_ path: String, _ problem: String) -> String {
  path.isEmpty ? "it \(problem)" : "\"\(path)\" \(problem)"
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    upperBound == WireForm.maxInteger ? "at least \(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}

extension String {
  /// The text in quotes, shortened to 60 characters.
  var quoted: String { "\"\(prefix(60))\(count > 60 ? "…" : "")\"" }
}

extension JSONValue {
  fileprivate var description: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "a number"
    case .number(let number): "\(number)"
    case .string(let text): "the string \(text.quoted)"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
