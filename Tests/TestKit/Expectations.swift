package import MusicModel

/// Compares messages with those of a conversation, and binds its `$` names to values
/// (`Protocol/sessions/README.md`, "Replaying").
package struct Expectations: Sendable {
  /// The value of each name that is bound.
  package private(set) var bindings: [String: JSONValue] = [:]

  package init() {}

  /// Whether a header is as expected: these members and no others, except `sid`, which may be there.
  package mutating func matchesHeader(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
    let names = Set(actual.members?.keys.map(\.self) ?? [])
    let wanted = Set(expected.members?.keys.map(\.self) ?? [])
    return names.subtracting(wanted).isSubset(of: ["sid"]) && matches(actual, expected)
  }

  /// Whether a value is as expected; members beyond the expected ones may be there.
  package mutating func matches(_ actual: JSONValue?, _ expected: JSONValue) -> Bool {
    switch (actual, expected) {
    case (let actual, .null): return actual == nil || actual == .null
    case (nil, _): return false
    case (let actual?, .string(let name)) where name.hasPrefix("$"): return bind(name, to: actual)
    case (.object(let actual)?, .object(let expected)):
      for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
        let member = name == "sources" ? actual[name].map(\.byProvider) : actual[name]
        guard matches(member, name == "sources" ? value.byProvider : value) else { return false }
      }
      return true
    case (.array(let actual)?, .array(let expected)):
      guard actual.count == expected.count else { return false }
      for (element, value) in zip(actual, expected) {
        guard matches(element, value) else { return false }
      }
      return true
    case (let actual?, _): return actual == expected
    }
  }

  /// The value with all bound names replaced; an unbound name stays.
  package func filledIn(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let name): bindings[name] ?? value
    case .array(let elements): .array(elements.map(filledIn))
    case .object(let members): .object(members.mapValues(filledIn))
    default: value
    }
  }

  private mutating func bind(_ name: String, to value: JSONValue) -> Bool {
    if name == "$_" { return true }
    if let bound = bindings[name] { return bound == value }
    guard !bindings.values.contains(value) else { return false }
    bindings[name] = value
    return true
  }
}

extension JSONValue {
  /// The reports of sources in the order of their providers.
  fileprivate var byProvider: JSONValue {
    guard let elements else { return self }
    return .array(
      elements.sorted { ($0["provider"]?.text ?? "") < ($1["provider"]?.text ?? "") }
    )
  }
}
