package import MusicModel

/// Secrets in the configuration, which are shown on demand only.
extension ConfigurationPath {
  /// Parts of the names of keys whose values are secrets, in lower case.
  private static let secretWords = [
    "key", "secret", "token", "password", "passwd", "pwd", "passphrase", "credential", "auth",
    "cookie",
  ]

  /// Whether the value here is a secret of a provider. Its name decides: without a running hub, nothing
  /// else is known about the settings of a provider.
  package var isSecret: Bool {
    guard names.first == "providers" else { return false }
    return names.dropFirst(2).contains { name in
      ConfigurationPath.secretWords.contains { name.lowercased().contains($0) }
    }
  }

  /// Stands for a secret that is not shown.
  package static let hiddenSecret: JSONValue = "•••"

  /// The value at this path, with ``hiddenSecret`` in the place of each secret in it, and of each value
  /// that the schema of its provider calls one.
  package func hidingSecrets(
    in value: JSONValue,
    declared: Set<ConfigurationPath> = []
  ) -> JSONValue {
    if isSecret || declared.contains(self) { return ConfigurationPath.hiddenSecret }
    if let elements = value.elements {
      return .array(elements.map { hidingSecrets(in: $0, declared: declared) })
    }
    guard let members = value.members else { return value }
    return .object(
      Dictionary(
        uniqueKeysWithValues: members.map { name, value in
          (name, (self + name).hidingSecrets(in: value, declared: declared))
        }
      )
    )
  }
}
