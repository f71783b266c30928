internal import MusicModel

/// What a piece of JSON must look like: as much of JSON Schema as the protocol's schemas need
/// (`Protocol/schema`; a test holds the two against each other).
///
/// `null` is an absent member here: that it is sent at all is found elsewhere.
indirect enum Shape: Sendable {
  case anything
  case bool
  case number
  case integer(ClosedRange<Int>)
  case text(Text)
  case list(Shape)
  /// An object of which any name leads to the same.
  case map(names: Text, Shape, least: Int = 0)
  case object([Member])

  /// A text that keeps a rule.
  struct Text: Sendable {
    /// Completes "must be …".
    let rule: String
    let isKept: @Sendable (String) -> Bool
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

  /// The first thing that is wrong with a value, as a sentence without its full stop.
  func problem(in value: JSONValue, at path: String = "") -> String? {
    switch (self, value) {
    case (.anything, _), (.bool, .bool), (.number, .integer), (.number, .number): return nil
    case (.integer(let range), .integer(let integer)):
      return range.contains(integer) ? nil : says(path, "must be \(range.words), not \(integer)")
    case (.text(let text), .string(let string)):
      return text.isKept(string) ? nil : says(path, "must be \(text.rule), not \(string.quoted)")
    case (.list(let shape), .array(let elements)):
      return elements.enumerated().lazy
        .compactMap { shape.problem(in: $1, at: "\(path)[\($0)]") }.first
    case (.map(let names, let shape, let least), .object(let members)):
      if members.count < least { return says(path, "must have at least \(least) member") }
      return members.sorted { $0.key < $1.key }.lazy.compactMap { name, value in
        names.isKept(name)
          ? shape.problem(in: value, at: join(path, name))
          : says(join(path, name), "must be \(names.rule)")
      }.first
    case (.object(let shapes), .object(let members)):
      return shapes.lazy.compactMap { $0.problem(in: members, at: path) }.first
    default: return says(path, "must be \(words), not \(value.words)")
    }
  }

  private var words: String {
    switch self {
    case .anything: "anything"
    case .bool: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .text: "a text"
    case .list: "a list"
    case .map, .object: "an object"
    }
  }
}

extension Shape.Member {
  fileprivate func problem(in members: [String: JSONValue], at path: String) -> String? {
    guard let value = members[name], value != .null else {
      return isNeeded ? says(join(path, name), "is missing") : nil
    }
    return shape.problem(in: value, at: join(path, name))
  }
}

private func join(_ path: String, _ name: String) -> String {
  path.isEmpty ? name : "\(path).\(name)"
}

private func says(_ path: String, _ what: String) -> String {
  path.isEmpty ? "it \(what)" : "\"\(path)\" \(what)"
}

extension ClosedRange<Int> {
  fileprivate var words: String {
    upperBound > 1_000_000_000 ? "at least \(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}

extension String {
  /// In quotes, and not longer than a line.
  var quoted: String { "\"\(prefix(60))\(count > 60 ? "…" : "")\"" }
}

extension JSONValue {
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "a number"
    case .number(let number): "\(number)"
    case .string(let text): "the text \(text.quoted)"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
