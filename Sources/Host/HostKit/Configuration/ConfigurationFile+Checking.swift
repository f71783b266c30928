package import MusicModel

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

extension ConfigurationFile {
  /// Unknown keys and values of the wrong kind, sorted by name.
  ///
  /// What is in the sections of providers is not checked.
  package func warnings() -> [ConfigurationWarning] {
    contents.sorted { $0.key < $1.key }.flatMap { name, value in
      switch name {
      case "providers": warnings(inProviders: value)
      case "hub", "client", "web": warnings(inSection: name, value)
      default:
        [
          warning(
            [name],
            "Unknown section; known sections: \(ConfigurationKey.sections.joined(separator: ", "))."
          )
        ]
      }
    }
  }

  /// The value of a known key; `nil` if it is not set or not valid.
  package func setting(_ section: String, _ name: String) -> JSONValue? {
    try? validSetting(section, name)
  }

  /// The value of a known key; `nil` if it is not set.
  ///
  /// - Throws: ``ConfigurationError/invalidValue`` if it is not valid.
  package func validSetting(
    _ section: String,
    _ name: String
  ) throws(ConfigurationError) -> JSONValue? {
    let path = ConfigurationPath([section, name])
    guard let value = self[path], let key = ConfigurationFile.key(at: path) else { return nil }
    guard let valid = key.kind.valid(value) else {
      throw .invalidValue(
        path,
        value.quoted,
        expected: key.kind.expectation,
        file: self.path
      )
    }
    return valid
  }

  /// The known key at this path, if there is one.
  package static func key(at path: ConfigurationPath) -> ConfigurationKey? {
    ConfigurationKey.all.first { [$0.section, $0.name] == path.names }
  }

  private func warnings(inSection section: String, _ value: JSONValue) -> [ConfigurationWarning] {
    guard let members = value.members else { return [warning([section], Self.mustBeObject)] }
    let keys = ConfigurationKey.all.filter { $0.section == section }
    return members.sorted { $0.key < $1.key }.compactMap { name, value in
      guard let key = keys.first(where: { $0.name == name }) else {
        let names = keys.map(\.name).joined(separator: ", ")
        return warning([section, name], "Unknown key; known keys: \(names).")
      }
      guard key.kind.valid(value) == nil else { return nil }
      return warning([section, name], "Must be \(key.kind.expectation), not \(value.quoted).")
    }
  }

  private func warnings(inProviders value: JSONValue) -> [ConfigurationWarning] {
    guard let members = value.members else { return [warning(["providers"], Self.mustBeObject)] }
    return members.sorted { $0.key < $1.key }.compactMap { name, value in
      if let key = ConfigurationFile.key(at: ConfigurationPath(["providers", name])) {
        let message = "Must be \(key.kind.expectation), not \(value.quoted)."
        return key.kind.valid(value) == nil ? warning(["providers", name], message) : nil
      }
      guard ProviderID(rawValue: name) != nil else {
        return warning(
          ["providers", name],
          "This is not a provider id: lower-case letters, digits, \"-\" and \".\" only."
        )
      }
      return value.members == nil ? warning(["providers", name], Self.mustBeObject) : nil
    }
  }

  private static var mustBeObject: String { "This must be an object." }

  private func warning(_ names: [String], _ message: String) -> ConfigurationWarning {
    ConfigurationWarning(path: ConfigurationPath(names), message: message)
  }
}

extension JSONValue {
  /// The value in a message: a text in quotes, anything else as JSON, and both cut.
  fileprivate var quoted: String {
    let shown = text.map { "\"\($0.prefix(60))\"" } ?? brief
    return shown.count > 70 ? "\(shown.prefix(60))…" : shown
  }
}
