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
  /// The default value; `nil` if it varies.
  package var defaultValue: JSONValue? = nil

  /// The kind of a value.
  package enum Kind: Hashable, Sendable {
    case text
    case choice([String])
    /// Two letters in upper or lower case.
    case country
    /// A language tag such as `pt-BR`.
    case language
    case flag
    case integer(ClosedRange<Int>)
    /// An object with a whole number per name.
    case integers(ClosedRange<Int>)
    case object
    /// Texts; one of them may stand alone.
    case texts

    /// In words: `a whole number from 1 to 200`.
    package var expectation: String {
      switch self {
      case .text: "a text"
      case .choice(let words): words.joined(separator: " or ")
      case .country: "two letters such as us"
      case .language: "a language such as en or pt-BR"
      case .integers(let range):
        "an object with whole numbers from \(range.lowerBound) to \(range.upperBound)"
      case .flag: "true or false"
      case .object: "an object"
      case .texts: "a list of texts"
      case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
    }

    /// The value in the form that is used, such as a country in lower case; `nil` if it is not valid.
    package func valid(_ value: JSONValue) -> JSONValue? {
      switch (self, value) {
      case (.choice(let words), .string(let text)): words.contains(text) ? value : nil
      case (.country, .string(let text)): isCountry(text) ? .string(text.lowercased()) : nil
      case (.language, .string(let text)): isLanguage(text) ? value : nil
      case (.text, .string), (.flag, .bool), (.object, .object): value
      case (.texts, .string): .array([value])
      case (.texts, .array(let elements)): elements.allSatisfy { $0.text != nil } ? value : nil
      case (.integer(let range), .integer(let integer)): range.contains(integer) ? value : nil
      case (.integers(let range), .object(let members)):
        members.values.allSatisfy { $0.integer.map(range.contains) ?? false } ? value : nil
      default: nil
      }
    }

    private func isCountry(_ text: String) -> Bool {
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
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
  }

  /// Every key that hub and client understand.
  package static let all: [ConfigurationKey] = [
    ConfigurationKey(
      section: "hub",
      name: "idleMinutes",
      kind: .integer(1...10_080),
      meaning: "Minutes without clients after which an automatically started hub exits.",
      defaultValue: .integer(30)
    ),
    ConfigurationKey(
      section: "hub",
      name: "cacheMegabytes",
      kind: .integer(1...16_384),
      meaning: "Maximum size of the disk cache, with the library, in MB (default 640).",
      defaultValue: .integer(640)
    ),
    ConfigurationKey(
      section: "hub",
      name: "freshMinutes",
      kind: .integers(0...525_600),
      meaning: "Freshness lifetime in minutes, by method."
    ),
    ConfigurationKey(
      section: "hub",
      name: "logFormat",
      kind: .choice(["text", "json"]),
      meaning: "Format of the hub's log: text or json."
    ),
    ConfigurationKey(
      section: "hub",
      name: "policy",
      kind: .object,
      meaning:
        "Merge policy: providers by trust, criteria (provider, agreement, quality, completeness, "
        + "recency), and both by member."
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
      meaning: "Open file limit per provider (default 1024).",
      defaultValue: .integer(1024)
    ),
    ConfigurationKey(
      section: "hub",
      name: "requireSandbox",
      kind: .flag,
      meaning: "Run no program on JSON lines without a sandbox (default false).",
      defaultValue: .bool(false)
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
      meaning: "Start a hub if none is running (default true).",
      defaultValue: .bool(true)
    ),
    ConfigurationKey(
      section: "client",
      name: "country",
      kind: .country,
      meaning: "Storefront country: two letters, such as us.",
      defaultValue: .string("us")
    ),
    ConfigurationKey(
      section: "client",
      name: "lang",
      kind: .language,
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
      meaning: "Port of the web page (default \(HubPaths.defaultWebPort)).",
      defaultValue: .integer(Int(HubPaths.defaultWebPort))
    ),
    ConfigurationKey(
      section: "providers",
      name: "index",
      kind: .texts,
      meaning: "Indexes of providers: https URLs or paths of their index.json."
    ),
  ]

  package static let sections = ["hub", "client", "web", "providers"]
}
