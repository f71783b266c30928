package import MusicModel

/// A provider's `configSchema`: the part of JSON Schema 2020-12 that a section of settings needs.
///
/// The keywords are `type`, `enum`, `properties`, `required`, `additionalProperties`, `items`, `minimum`,
/// `maximum`, `minLength`, `maxLength`, and the `format` origin (scheme, host and port); others are ignored. A schema comes from a plugin and is applied on
/// the hub's thread. So no keyword applies two schemas to one value, refers to another schema, or searches
/// text: each value is visited once, and compared with the values of its `enum`.
package struct ConfigurationSchema: Hashable, Sendable {
  private let schema: JSONValue

  /// Further problems are not reported.
  package static let maxProblems = 20
  /// Names in the message about an unknown key.
  private static let maxNames = 20

  package init(_ schema: JSONValue) { self.schema = schema }

  /// A member of a section, as its schema describes it to users.
  package struct Setting: Hashable, Sendable {
    package let name: String
    /// One or two sentences.
    package let description: String?
    /// The page where the user gets the value.
    package let link: String?
    /// Whether it must not be shown.
    package let isSecret: Bool
    /// Whether the provider cannot run without it.
    package let isRequired: Bool
    /// Whether it is the address of a server of the user's own (Protocol/lines.md).
    package var isOrigin: Bool { schema["format"] == "origin" }
    var hasDefault: Bool { schema["default"] != nil }
    fileprivate let schema: JSONValue

    /// What is wrong with a value; `nil` if nothing is.
    package func problem(of value: JSONValue) -> String? {
      ConfigurationSchema(schema).problems(of: value, at: ConfigurationPath([name])).first?.message
    }
  }

  /// The members of the section: those without which the provider cannot run first, as in `required`, and
  /// then by name.
  package var settings: [Setting] {
    let required = schema["required"]?.elements?.compactMap(\.text) ?? []
    let properties = schema["properties"]?.members ?? [:]
    let others = properties.keys.filter { !required.contains($0) }.sorted()
    return (required.filter { properties[$0] != nil } + others).map { name in
      let property = properties[name] ?? .null
      return Setting(
        name: name,
        description: property["description"]?.text,
        link: property["link"]?.text,
        isSecret: property["secret"] == true,
        isRequired: required.contains(name),
        schema: property
      )
    }
  }

  /// The settings that users are asked for: the secrets, and what the provider cannot run without; all without a
  /// default if one is the address of the user's own server, since only the user knows how it is reached.
  package var asked: [Setting] {
    let isOwnServer = settings.contains(where: \.isOrigin)
    return settings.filter { $0.isRequired || $0.isSecret || isOwnServer && !$0.hasDefault }
  }

  /// Whether a section may have other members than ``settings``.
  package var allowsOthers: Bool { schema["additionalProperties"] != false }

  /// The violations of the schema, sorted by name; at most ``maxProblems``.
  package func problems(of value: JSONValue, at path: ConfigurationPath) -> [ConfigurationWarning] {
    var problems: [ConfigurationWarning] = []
    check(value, at: path, &problems)
    return Array(problems.prefix(ConfigurationSchema.maxProblems))
  }

  private func check(
    _ value: JSONValue,
    at path: ConfigurationPath,
    _ problems: inout [ConfigurationWarning]
  ) {
    guard problems.count < ConfigurationSchema.maxProblems else { return }
    if let message = problem(of: value) {
      problems.append(ConfigurationWarning(path: path, message: message))
    } else if let members = value.members {
      checkMembers(members, at: path, &problems)
    } else if let elements = value.elements, let items = schema["items"] {
      for (index, element) in elements.enumerated() {
        ConfigurationSchema(items).check(element, at: path + String(index), &problems)
      }
    }
  }

  private func checkMembers(
    _ members: [String: JSONValue],
    at path: ConfigurationPath,
    _ problems: inout [ConfigurationWarning]
  ) {
    let required = (schema["required"]?.elements ?? []).lazy.compactMap(\.text)
    for name in required.filter({ members[$0] == nil }).prefix(ConfigurationSchema.maxProblems) {
      problems.append(ConfigurationWarning(path: path + name, message: "This is missing."))
    }
    let properties = schema["properties"]?.members ?? [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      if let property = properties[name] {
        ConfigurationSchema(property).check(member, at: path + name, &problems)
      } else if schema["additionalProperties"] == false {
        let message = "Unknown key; \(ConfigurationSchema.known(properties))"
        problems.append(ConfigurationWarning(path: path + name, message: message))
      } else if let others = schema["additionalProperties"] {
        ConfigurationSchema(others).check(member, at: path + name, &problems)
      }
      guard problems.count < ConfigurationSchema.maxProblems else { return }
    }
  }

  private static func known(_ properties: [String: JSONValue]) -> String {
    guard !properties.isEmpty else { return "no key is allowed here." }
    let names = properties.keys.sorted()
    let more = names.count > maxNames ? ", …" : "."
    return "known keys: \(names.prefix(maxNames).joined(separator: ", "))\(more)"
  }

  /// The first violation by the value itself, without its members and elements.
  private func problem(of value: JSONValue) -> String? {
    if schema == false { return "This is not allowed." }
    guard matchesType(value) else {
      return "This must be \(typeWords.joined(separator: " or "))."
    }
    if let choices = schema["enum"]?.elements, !choices.contains(where: value.isEqual) {
      let names = choices.prefix(ConfigurationSchema.maxNames).map(\.brief).joined(separator: ", ")
      return "This must be one of \(names)."
    }
    if let number = value.double {
      if let least = schema["minimum"]?.double, number < least {
        return "This must be at least \(JSONValue.number(least).brief)."
      }
      if let most = schema["maximum"]?.double, number > most {
        return "This must be at most \(JSONValue.number(most).brief)."
      }
    }
    if let length = value.text?.unicodeScalars.count {
      if let least = limit("minLength"), length < least {
        return "This must have at least \(least.pluralized("character"))."
      }
      if let most = limit("maxLength"), length > most {
        return "This must have at most \(most.pluralized("character"))."
      }
    }
    if schema["format"] == "origin", let text = value.text, WebOrigin(text) == nil {
      return
        "This must be scheme, host (of letters, digits, \".\" and \"-\") and port without a path, such as "
        + "http://192.168.1.5:4533."
    }
    return nil
  }

  private func limit(_ keyword: String) -> Int? {
    schema[keyword]?.double.flatMap { Int(exactly: $0) }
  }

  /// The allowed types, in words for users.
  private var typeWords: [String] {
    let words = [
      "array": "a list", "boolean": "true or false", "integer": "a whole number",
      "number": "a number", "object": "an object", "string": "a text",
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

  /// Whether two values are equal; 1 and 1.0 are.
  fileprivate func isEqual(to other: JSONValue) -> Bool {
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
    return text ?? prettyPrinted
  }
}
