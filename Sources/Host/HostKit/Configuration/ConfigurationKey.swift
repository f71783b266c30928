package import MusicModel

/// A known key of the configuration, and its possible values.
///
/// The sections of providers are not listed here: each provider's descriptor declares its own.
package struct ConfigurationKey: Hashable, Sendable {
  package let section: String
  package let name: String
  package let kind: Kind
  /// One sentence for `musicbus config`.
  package let meaning: String

  /// The kind of a value.
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
      meaning: "Minutes without clients after which an automatically started hub exits."
    ),
    ConfigurationKey(
      section: "hub",
      name: "cacheMegabytes",
      kind: .integer(1...16_384),
      meaning: "Maximum size of the disk cache in MB (default 256)."
    ),
    ConfigurationKey(
      section: "hub",
      name: "freshMinutes",
      kind: .object,
      meaning: "Freshness lifetime in minutes, by method."
    ),
    ConfigurationKey(
      section: "hub",
      name: "logFormat",
      kind: .text,
      meaning: "Format of the hub's log: text or json."
    ),
    ConfigurationKey(
      section: "hub",
      name: "policy",
      kind: .object,
      meaning: "Merge policy; preview it with musicbus policy try FILE."
    ),
    ConfigurationKey(
      section: "hub",
      name: "providerMemoryMB",
      kind: .integer(64...1_048_576),
      meaning: "Address space limit per provider in MB (default: none)."
    ),
    ConfigurationKey(
      section: "hub",
      name: "providerOpenFiles",
      kind: .integer(64...65_536),
      meaning: "Open file limit per provider (default 1024)."
    ),
    ConfigurationKey(
      section: "hub",
      name: "favorites",
      kind: .text,
      meaning: "Path of the favourites file, instead of the one in the documents directory."
    ),
    ConfigurationKey(
      section: "client",
      name: "autostart",
      kind: .flag,
      meaning: "Start a hub if none is running (default true)."
    ),
    ConfigurationKey(
      section: "client",
      name: "country",
      kind: .text,
      meaning: "Storefront country: two letters, such as us."
    ),
    ConfigurationKey(
      section: "client",
      name: "lang",
      kind: .text,
      meaning: "Language of texts, such as en or de."
    ),
    ConfigurationKey(
      section: "client",
      name: "player",
      kind: .text,
      meaning: "Command that plays previews; the file name is appended."
    ),
    ConfigurationKey(
      section: "web",
      name: "port",
      kind: .integer(1024...65_535),
      meaning: "Port of the web page (default 6287)."
    ),
  ]

  package static let sections = ["hub", "client", "web", "providers"]
}
