package import MusicModel

/// The part of JSON Schema 2020-12 that a provider's `configSchema` may use. These are `type`,
/// `enum`, `properties`, `required`, `additionalProperties`, `items`, `minimum`, `maximum` and
/// `minLength`; other keywords are ignored.
package struct ConfigurationSchema: Hashable, Sendable {
  private let schema: JSONValue

  package init(_ schema: JSONValue) { self.schema = schema }

  /// The violations of the schema, sorted by name.
  package func problems(
    of value: JSONValue,
    at path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard matchesType(value) else {
      return [warning(path, "This must be \(typeNames.joined(separator: " or ")).")]
    }
    return problemsOfChoice(value, path) + problemsOfBounds(value, path)
      + problemsOfMembers(value, path) + problemsOfElements(value, path)
  }

  private var typeNames: [String] {
    schema["type"]?.text.map { [$0] } ?? schema["type"]?.elements?.compactMap(\.text) ?? []
  }

  private func matchesType(_ value: JSONValue) -> Bool {
    let names = typeNames
    guard !names.isEmpty else { return true }
    return switch value {
    case .null: names.contains("null")
    case .bool: names.contains("boolean")
    case .integer: names.contains("integer") || names.contains("number")
    case .number: names.contains("number")
    case .string: names.contains("string")
    case .array: names.contains("array")
    case .object: names.contains("object")
    }
  }

  private func problemsOfChoice(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let choices = schema["enum"]?.elements, !choices.contains(value) else { return [] }
    let names = choices.compactMap { $0.text ?? $0.integer.map(String.init) }
    return [warning(path, "This must be one of \(names.joined(separator: ", ")).")]
  }

  private func problemsOfBounds(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    var problems: [ConfigurationWarning] = []
    if let number = value.double {
      if let least = schema["minimum"]?.double, number < least {
        problems.append(warning(path, "This must be at least \(brief(least))."))
      }
      if let most = schema["maximum"]?.double, number > most {
        problems.append(warning(path, "This must be at most \(brief(most))."))
      }
    }
    if let text = value.text, let least = schema["minLength"]?.integer, text.count < least {
      problems.append(warning(path, "This must have at least \(least) characters."))
    }
    return problems
  }

  private func problemsOfMembers(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let members = value.members else { return [] }
    let properties = schema["properties"]?.members ?? [:]
    let missing = (schema["required"]?.elements ?? []).compactMap(\.text)
      .filter { members[$0] == nil }
      .map { warning(path + $0, "This is missing.") }
    return missing
      + members.sorted { $0.key < $1.key }.flatMap { name, value in
        if let property = properties[name] {
          return ConfigurationSchema(property).problems(of: value, at: path + name)
        }
        guard schema["additionalProperties"] == false else { return [] }
        let names = properties.keys.sorted().joined(separator: ", ")
        return [warning(path + name, "Unknown key; known keys: \(names).")]
      }
  }

  private func problemsOfElements(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let elements = value.elements, let items = schema["items"] else { return [] }
    return elements.enumerated().flatMap { index, element in
      ConfigurationSchema(items).problems(of: element, at: path + String(index))
    }
  }

  private func brief(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private func warning(_ path: ConfigurationPath, _ message: String) -> ConfigurationWarning {
    ConfigurationWarning(path: path, message: message)
  }
}

extension ConfigurationPath {
  fileprivate static func + (path: ConfigurationPath, name: String) -> ConfigurationPath {
    ConfigurationPath(path.names + [name])
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
