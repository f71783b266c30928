package import MusicModel

/// What the configuration may have at a path, in the part of JSON Schema 2020-12 that settings need: a provider's
/// `configSchema`, or ``musicBus``.
///
/// The keywords are `type`, `enum`, `properties`, `required`, `additionalProperties`, `items`, `minimum`,
/// `maximum`, `minLength`, `maxLength`, and the `format` of texts: `origin` (scheme, host and port), `country` and
/// `language`; others are ignored. A schema may come from a plugin, and is applied on the hub's thread. So no keyword applies two schemas to one value, refers to another schema, or searches
/// text: each value is visited once, and compared with the values of its `enum`.
package struct ConfigurationSchema: Hashable, Sendable {
  private let schema: JSONValue
  package let path: ConfigurationPath
  /// Whether it is one of the ``settings`` without which a provider cannot run.
  package private(set) var isRequired = false

  /// Further problems are not reported.
  package static let maxProblems = 20
  /// Names in a message.
  private static let maxNames = 20

  package init(_ schema: JSONValue, at path: ConfigurationPath) {
    (self.schema, self.path) = (schema, path)
  }

  /// The `configSchema` of a provider.
  package init(_ schema: JSONValue, of provider: ProviderID) {
    self.init(schema, at: ConfigurationPath(["providers", provider.rawValue]))
  }

  /// The schema of a member.
  package subscript(_ name: String) -> ConfigurationSchema {
    let member = schema["properties"]?[name] ?? schema["additionalProperties"] ?? true
    return ConfigurationSchema(member, at: path + name)
  }

  /// The last name of the path.
  package var name: String { path.names.last ?? "" }
  /// One or two sentences for users.
  package var description: String? { schema["description"]?.text }
  /// The page where the user gets the value.
  package var link: String? { schema["link"]?.text }
  package var defaultValue: JSONValue? { schema["default"] }
  /// Whether the value must not be shown.
  package var isSecret: Bool { schema["secret"] == true }
  /// Whether the value is the address of a server of the user's own (Protocol/lines.md).
  package var isOrigin: Bool { format == .origin }
  /// Whether there can be no value, since its name is unknown.
  package var isUnknown: Bool { schema == false }

  /// A process of MusicBus that reads a value when it starts, and not again.
  package enum Reader: String, Hashable, Sendable { case hub, web }

  /// The process that has to be started again to use a new value (`readBy`); `nil` if the next command uses it.
  package var reader: Reader? { schema["readBy"]?.text.flatMap(Reader.init) }

  /// The members of the section: those without which the provider cannot run first, as in `required`, and
  /// then by name.
  package var settings: [ConfigurationSchema] {
    let properties = schema["properties"]?.members ?? [:]
    let required = requiredNames.filter { properties[$0] != nil }
    let others = Set(properties.keys).subtracting(required).sorted()
    return required.map { name in
      var setting = self[name]
      setting.isRequired = true
      return setting
    } + others.map { self[$0] }
  }

  private var requiredNames: [String] {
    schema["required"]?.elements?.compactMap(\.text) ?? []
  }

  /// The settings that users are asked for: the secrets, and what the provider cannot run without; all without a
  /// default if one is the address of the user's own server, since only the user knows how it is reached.
  package var asked: [ConfigurationSchema] {
    let isOwnServer = settings.contains(where: \.isOrigin)
    return settings.filter {
      $0.isRequired || $0.isSecret || isOwnServer && $0.defaultValue == nil
    }
  }
}

/// Something in the configuration that will not do what its writer meant.
package struct ConfigurationWarning: Hashable, Sendable, CustomStringConvertible {
  package let path: ConfigurationPath
  /// One or two sentences.
  package let message: String

  package init(path: ConfigurationPath, message: String) {
    self.path = path
    self.message = message
  }

  package var description: String { "\(path): \(message)" }
}

extension ConfigurationSchema {
  /// The value that a text which the user typed stands for; `nil` if it stands for none that is valid.
  ///
  /// A list or an object is JSON; everything else is a text, if a text is valid.
  package func value(of text: String) -> JSONValue? {
    let json = try? JSONValue(Array(text.utf8), .configuration)
    let isPart = json?.elements != nil || json?.members != nil
    let readings = isPart ? [json, .string(text)] : [.string(text), json]
    return readings.lazy.compactMap(\.self).compactMap(valid).first
  }

  /// A value in the form that is used, such as a country in lower case; `nil` if it is not valid.
  package func valid(_ value: JSONValue) -> JSONValue? {
    guard problems(of: value, atMost: 1).isEmpty else { return nil }
    guard format == .country, let text = value.text else { return value.withWholeNumbers }
    return .string(text.lowercased())
  }

  /// The violations of the schema, sorted by name.
  package func problems(
    of value: JSONValue,
    atMost max: Int = maxProblems
  ) -> [ConfigurationWarning] {
    var problems: [ConfigurationWarning] = []
    check(value, atMost: max, &problems)
    return Array(problems.prefix(max))
  }

  private func check(
    _ value: JSONValue,
    atMost max: Int,
    _ problems: inout [ConfigurationWarning]
  ) {
    guard problems.count < max else { return }
    if let message = problem(of: value) {
      problems.append(ConfigurationWarning(path: path, message: message))
    } else if let members = value.members {
      checkMembers(members, atMost: max, &problems)
    } else if let elements = value.elements, let items = schema["items"] {
      for (index, element) in elements.enumerated() {
        ConfigurationSchema(items, at: path + String(index))
          .check(element, atMost: max, &problems)
      }
    }
  }

  private func checkMembers(
    _ members: [String: JSONValue],
    atMost max: Int,
    _ problems: inout [ConfigurationWarning]
  ) {
    for name in requiredNames.lazy.filter({ members[$0] == nil }).prefix(max) {
      problems.append(ConfigurationWarning(path: path + name, message: "This is missing."))
    }
    let properties = schema["properties"]?.members ?? [:]
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      if schema["additionalProperties"] == false, properties[name] == nil {
        let message = "Unknown key; \(ConfigurationSchema.known(properties))"
        problems.append(ConfigurationWarning(path: path + name, message: message))
      } else {
        self[name].check(member, atMost: max, &problems)
      }
      guard problems.count < max else { return }
    }
  }

  private static func known(_ properties: [String: JSONValue]) -> String {
    guard !properties.isEmpty else { return "no key is allowed here." }
    let names = properties.keys.sorted()
    let more = names.count > maxNames ? ", …" : "."
    return "known keys: \(names.prefix(maxNames).joined(separator: ", "))\(more)"
  }

  /// The violation by the value itself, without its members and elements.
  private func problem(of value: JSONValue) -> String? {
    if isUnknown { return "This is not allowed." }
    guard !accepts(value) else { return nil }
    // A setting of a provider may be a secret, and the hub writes this to its log.
    let found = path.isOfProvider ? "" : ", not \(value.quoted)"
    let types = typeNames.isEmpty ? Array(value.typeNames.prefix(1)) : typeNames
    return "Must be \(expectation(of: types))\(found)."
  }

  private func accepts(_ value: JSONValue) -> Bool {
    guard typeNames.isEmpty || value.typeNames.contains(where: typeNames.contains) else {
      return false
    }
    if let choices = schema["enum"]?.elements, !choices.contains(where: value.isEqual) {
      return false
    }
    if let number = value.double {
      guard schema["minimum"]?.double.map({ $0 <= number }) ?? true,
        schema["maximum"]?.double.map({ number <= $0 }) ?? true
      else { return false }
    }
    guard let text = value.text else { return true }
    let length = text.unicodeScalars.count
    return limit("minLength").map { $0 <= length } ?? true
      && limit("maxLength").map { length <= $0 } ?? true && format?.accepts(text) ?? true
  }

  private func limit(_ keyword: String) -> Int? {
    schema[keyword]?.double.flatMap { Int(exactly: $0) }
  }

  private var typeNames: [String] {
    schema["type"]?.text.map { [$0] } ?? schema["type"]?.elements?.compactMap(\.text) ?? []
  }

  /// A form of texts (`format`).
  private enum Format: String {
    case country, language, origin

    func accepts(_ text: String) -> Bool {
      switch self {
      case .country: text.utf8.count == 2 && text.utf8.allSatisfy(isLetter)
      case .language: isLanguage(text)
      case .origin: WebOrigin(text) != nil
      }
    }

    /// A tag of BCP 47: a language of two or more letters, and parts of up to eight letters and digits.
    private func isLanguage(_ text: String) -> Bool {
      let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
      return (2...35).contains(text.utf8.count) && parts[0].count >= 2
        && parts[0].allSatisfy(isLetter)
        && parts.allSatisfy { part in
          (1...8).contains(part.count)
            && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    var expectation: String {
      switch self {
      case .country: "two letters such as us"
      case .language: "a language such as en or pt-BR"
      case .origin:
        "scheme, host (of letters, digits, \".\" and \"-\") and port without a path, such as "
          + "http://192.168.1.5:4533"
      }
    }
  }

  private var format: Format? { schema["format"]?.text.flatMap(Format.init) }
}

extension ConfigurationSchema {
  /// What a value must be, such as `a whole number from 1 to 200`.
  package var expectation: String { expectation(of: typeNames) }

  /// The same of a value that must have one of these types.
  private func expectation(of types: [String]) -> String {
    guard let choices = schema["enum"]?.elements else {
      return types.prefix(ConfigurationSchema.maxNames).map { words(for: $0, areMany: false) }
        .joined(separator: " or ")
    }
    let names = choices.prefix(ConfigurationSchema.maxNames).map(\.brief)
    guard choices.count == names.count else { return names.joined(separator: ", ") + ", …" }
    return (names.count > 1 ? [names.dropLast().joined(separator: ", ")] + names.suffix(1) : names)
      .joined(separator: " or ")
  }

  /// One value of a type, or many.
  private func words(for type: String, areMany: Bool) -> String {
    switch type {
    case "array": (areMany ? "lists" : "a list") + words(" of ", forAll: "items")
    case "boolean": "true or false"
    case "integer": (areMany ? "whole numbers" : "a whole number") + bounds
    case "number": (areMany ? "numbers" : "a number") + bounds
    case "object":
      (areMany ? "objects" : "an object") + words(" with ", forAll: "additionalProperties")
    case "string" where !areMany: format?.expectation ?? "a text" + lengths
    case "string": "texts" + lengths
    default: type
    }
  }

  /// What all elements or members are, if they have one type.
  private func words(_ preposition: String, forAll keyword: String) -> String {
    let all = ConfigurationSchema(schema[keyword] ?? true, at: path)
    guard all.schema["enum"] == nil, all.typeNames.count == 1 else { return "" }
    return all.typeNames.reduce(preposition) { $0 + all.words(for: $1, areMany: true) }
  }

  /// The bounds of numbers.
  private var bounds: String {
    let (least, most) = (schema["minimum"]?.double, schema["maximum"]?.double)
    return range(
      least.map { JSONValue.number($0).brief },
      most.map { JSONValue.number($0).brief },
      after: " from "
    )
  }

  /// The bounds of the lengths of texts.
  private var lengths: String {
    let (least, most) = (limit("minLength"), limit("maxLength"))
    let first = least.map { most == nil ? $0.pluralized("character") : "\($0)" }
    return range(first, most.map { $0.pluralized("character") }, after: " of ")
  }

  private func range(_ least: String?, _ most: String?, after preposition: String) -> String {
    switch (least, most) {
    case (let least?, let most?): "\(preposition)\(least) to \(most)"
    case (let least?, nil): " of at least \(least)"
    case (nil, let most?): " of at most \(most)"
    case (nil, nil): ""
    }
  }
}

extension JSONValue {
  /// The types of JSON Schema that the value has.
  fileprivate var typeNames: [String] {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .integer: ["number", "integer"]
    case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }

  /// The value with 30 instead of 30.0.
  fileprivate var withWholeNumbers: JSONValue {
    switch self {
    case .number(let number): Int(exactly: number).map { .integer($0) } ?? self
    case .array(let elements): .array(elements.map(\.withWholeNumbers))
    case .object(let members): .object(members.mapValues(\.withWholeNumbers))
    default: self
    }
  }

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
  fileprivate var brief: String {
    if let double { return Int(exactly: double).map(String.init) ?? String(double) }
    return text ?? prettyPrinted
  }

  /// The value in a message: a text in quotes, anything else as JSON, and both cut.
  var quoted: String {
    let shown = text.map { "\"\($0.prefix(60))\"" } ?? brief
    return shown.count > 70 ? "\(shown.prefix(60))…" : shown
  }
}
