package import MusicModel

/// A key of the configuration that means something, and what it may hold.
///
/// The sections of providers are not listed here: each provider's descriptor tells them.
package struct ConfigurationKey: Hashable, Sendable {
  package let section: String
  package let name: String
  package let kind: Kind
  /// One sentence for `musicbus config`.
  package let meaning: String

  /// What a value may be.
  package enum Kind: Hashable, Sendable {
    case text
    case flag
    case integer(ClosedRange<Int>)
    case object

    /// In words: `a whole number from 1 to 200`.
    package var expectation: String {
      switch self {
      case .text: "a text"
      case .flag: "true or false"
      case .object: "an object"
      case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
    }

    /// Whether a value is of this kind.
    package func accepts(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.text, .string), (.flag, .bool): true
      case (.object, .object): true
      case (.integer(let range), .integer(let integer)): range.contains(integer)
      default: false
      }
    }
  }

  /// Every key that hub and client understand.
  package static let all: [ConfigurationKey] = [
    ConfigurationKey(
      section: "hub",
      name: "idleMinutes",
      kind: .integer(1...10_080),
      meaning: "A hub that a client has started leaves after so many minutes without a client."
    ),
    ConfigurationKey(
      section: "hub",
      name: "cacheMegabytes",
      kind: .integer(1...16_384),
      meaning: "Answers are kept on disk up to so much; 256 if left out."
    ),
    ConfigurationKey(
      section: "hub",
      name: "freshMinutes",
      kind: .object,
      meaning: "By method: for so many minutes an answer is given again without asking."
    ),
    ConfigurationKey(
      section: "hub",
      name: "logFormat",
      kind: .text,
      meaning: "How the hub writes its log: text or json."
    ),
    ConfigurationKey(
      section: "hub",
      name: "policy",
      kind: .object,
      meaning: "Which of several values is shown; try it first with musicbus policy try FILE."
    ),
    ConfigurationKey(
      section: "hub",
      name: "providerMemoryMB",
      kind: .integer(64...1_048_576),
      meaning: "The address space that one provider may use, in megabytes; as it likes without it."
    ),
    ConfigurationKey(
      section: "hub",
      name: "providerOpenFiles",
      kind: .integer(64...65_536),
      meaning: "The descriptors that one provider may have open at once (1024 without it)."
    ),
    ConfigurationKey(
      section: "hub",
      name: "favorites",
      kind: .text,
      meaning: "The file of the favourites, in place of the one in the documents directory."
    ),
    ConfigurationKey(
      section: "client",
      name: "autostart",
      kind: .flag,
      meaning: "Whether a client starts a hub where none runs."
    ),
    ConfigurationKey(
      section: "client",
      name: "country",
      kind: .text,
      meaning: "The shop of which country is asked: two letters, such as us."
    ),
    ConfigurationKey(
      section: "client",
      name: "lang",
      kind: .text,
      meaning: "The language of texts, such as en or de."
    ),
    ConfigurationKey(
      section: "client",
      name: "player",
      kind: .text,
      meaning: "The command that plays previews; the file's name is put after it."
    ),
  ]

  package static let sections = ["hub", "client", "providers"]
}
