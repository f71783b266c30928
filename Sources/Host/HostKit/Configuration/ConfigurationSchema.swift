package import MusicModel

/// A JSON Schema 2020-12 for a section of the configuration, such as a provider's `configSchema`.
///
/// Keywords that only annotate or refer to other documents are ignored.
package struct ConfigurationSchema: Hashable, Sendable {
  let schema: JSONValue
  /// The document that holds the definitions to which `$ref` refers.
  let root: JSONValue
  /// References may form a circle.
  let depth: Int

  static let maxDepth = 64

  package init(_ schema: JSONValue) { self.init(schema, root: schema, depth: 0) }

  private init(_ schema: JSONValue, root: JSONValue, depth: Int) {
    self.schema = schema
    self.root = root
    self.depth = depth
  }

  /// A schema inside this one.
  func inner(_ schema: JSONValue) -> ConfigurationSchema {
    ConfigurationSchema(schema, root: root, depth: depth + 1)
  }

  func inner(_ keyword: String) -> ConfigurationSchema? { schema[keyword].map { inner($0) } }

  /// The violations of the schema, sorted by name.
  package func problems(
    of value: JSONValue,
    at path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard schema != false else { return [warning(path, "This is not allowed.")] }
    guard depth < ConfigurationSchema.maxDepth, schema.members != nil else { return [] }
    guard matchesType(value) else {
      return [warning(path, "This must be \(typeWords.joined(separator: " or ")).")]
    }
    return problemsOfReference(value, path) + problemsOfChoice(value, path)
      + problemsOfNumber(value, path) + problemsOfText(value, path)
      + problemsOfMembers(value, path) + problemsOfElements(value, path)
      + problemsOfCombinations(value, path)
  }

  func accepts(_ value: JSONValue) -> Bool {
    problems(of: value, at: ConfigurationPath([])).isEmpty
  }

  /// The allowed types, in words for users.
  private var typeWords: [String] {
    let words = [
      "array": "a list", "boolean": "true or false", "integer": "a whole number",
      "number": "a number",
      "object": "an object", "string": "a text",
    ]
    return typeNames.map { words[$0] ?? $0 }
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
    case .number(let number):
      names.contains("number") || names.contains("integer") && number == number.rounded()
    case .string: names.contains("string")
    case .array: names.contains("array")
    case .object: names.contains("object")
    }
  }

  /// Only references into the document itself are followed: `#`, `#/$defs/name`.
  private func problemsOfReference(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    guard let reference = schema["$ref"]?.text, reference.first == "#" else { return [] }
    let names = reference.dropFirst().split(separator: "/").map {
      $0.replacing("~1", with: "/").replacing("~0", with: "~")
    }
    let target = names.reduce(root as JSONValue?) { $0?[String($1)] }
    return target.map { inner($0).problems(of: value, at: path) } ?? []
  }

  private func problemsOfChoice(
    _ value: JSONValue,
    _ path: ConfigurationPath
  ) -> [ConfigurationWarning] {
    if let only = schema["const"], !only.isEqual(to: value) {
      return [warning(path, "This must be \(only.brief).")]
    }
    guard let choices = schema["enum"]?.elements, !choices.contains(where: value.isEqual) else {
      return []
    }
    let names = choices.map(\.brief).joined(separator: ", ")
    return [warning(path, "This must be one of \(names).")]
  }

  func warning(_ path: ConfigurationPath, _ message: String) -> ConfigurationWarning {
    ConfigurationWarning(path: path, message: message)
  }
}
