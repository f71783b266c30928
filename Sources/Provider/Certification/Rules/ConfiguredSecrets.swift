internal import FoundationEssentials
internal import HostKit
internal import MusicModel

/// The secrets in the configuration of a provider, which it must not print, nor this program.
package struct ConfiguredSecrets: Sendable {
  /// The longest first: a part of a longer one must not be replaced before it.
  private var values: [(name: String, text: String)] = []

  /// A shorter text occurs by chance.
  private static let minLength = 4

  package init() {}

  /// Adds the values of keys that the schema calls secret, or whose names do.
  mutating func add(_ configuration: JSONValue, _ schema: JSONValue?) {
    for (name, value) in (configuration.members ?? [:]).sorted(by: { $0.key < $1.key }) {
      let isSecret =
        ConfigurationPath(["providers", "-", name]).isSecret
        || schema?["properties"]?[name]?["secret"] == true
      guard isSecret, let text = value.text, text.count >= ConfiguredSecrets.minLength else {
        continue
      }
      for form in [text, text.percentEncoded()] where !values.contains(where: { $0.text == form }) {
        values.append((name, form))
      }
    }
    values.sort { $0.text.count > $1.text.count }
  }

  /// The keys whose values a text contains.
  func names(in text: String) -> [String] {
    Set(values.filter { !ConfiguredSecrets.ranges(of: $0.text, in: text).isEmpty }.map(\.name))
      .sorted()
  }

  /// The text with `•••` in the place of each secret.
  package func removed(from text: String) -> String {
    values.reduce(into: text) { text, secret in
      for range in ConfiguredSecrets.ranges(of: secret.text, in: text).reversed() {
        text.replaceSubrange(range, with: ConfigurationPath.hiddenSecret.text ?? "")
      }
    }
  }

  /// Where a text contains a secret. One of fewer than 8 bytes counts only as a word, as for the bridge of JSON lines
  /// (Protocol/lines.md, "Manifest"): "open" is no part of "opensubsonic".
  private static func ranges(of secret: String, in text: String) -> [Range<String.Index>] {
    func isWordCharacter(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber } ?? false
    }
    return text.ranges(of: secret).filter { range in
      secret.utf8.count >= 8
        || !isWordCharacter(text[..<range.lowerBound].last)
          && !isWordCharacter(text[range.upperBound...].first)
    }
  }
}
