internal import MusicModel

/// A key of the configuration that hub, command line or web page read, in the order of help.
///
/// ``ConfigurationSchema/musicBus`` describes it. Providers have keys of their own.
package enum ConfigurationKey: String, Hashable, Sendable, CaseIterable {
  case idleMinutes = "hub.idleMinutes"
  case cacheMegabytes = "hub.cacheMegabytes"
  case freshMinutes = "hub.freshMinutes"
  case logFormat = "hub.logFormat"
  case policy = "hub.policy"
  case providerMemoryMB = "hub.providerMemoryMB"
  case providerOpenFiles = "hub.providerOpenFiles"
  case requireSandbox = "hub.requireSandbox"
  case favorites = "hub.favorites"
  case autostart = "client.autostart"
  case country = "client.country"
  case language = "client.lang"
  case player = "client.player"
  case webPort = "web.port"
  case indexes = "providers.index"

  /// The default of ``country``, that of the sources.
  package static let defaultCountry = "us"
  /// The default of ``cacheMegabytes``.
  package static let defaultCacheMegabytes = 640

  /// The key at a path, if there is one.
  package init?(_ path: ConfigurationPath) {
    guard path.names.count == 2 else { return nil }
    self.init(rawValue: path.names.joined(separator: "."))
  }

  package var path: ConfigurationPath {
    ConfigurationPath(rawValue.split(separator: ".").map(String.init))
  }

  /// The keys at a path or below it, such as all of a section.
  package static func all(at path: ConfigurationPath) -> [ConfigurationKey] {
    allCases.filter { $0.path.names.starts(with: path.names) }
  }

  /// What its values are.
  package var schema: ConfigurationSchema { path.names.reduce(.musicBus) { $0[$1] } }

  /// One sentence, with the default if there is one.
  package var help: String {
    let sentence = schema.description ?? ""
    guard let value = schema.defaultValue else { return sentence }
    return "\(sentence.dropLast()) (default \(value.text ?? value.prettyPrinted))."
  }
}

extension ConfigurationSchema {
  /// The schema of the whole file, without the settings of each provider.
  package static let musicBus = ConfigurationSchema(
    [
      "type": "object", "additionalProperties": false,
      "properties": [
        "hub": ["type": "object", "additionalProperties": false, "properties": hub],
        "client": ["type": "object", "additionalProperties": false, "properties": client],
        "web": [
          "type": "object", "additionalProperties": false,
          "properties": [
            "port": [
              "type": "integer", "minimum": 1024, "maximum": 65_535, "readBy": "web",
              "default": .integer(Int(HubPaths.defaultWebPort)),
              "description": "Port of the web page.",
            ]
          ],
        ],
        "providers": [
          "type": "object", "additionalProperties": ["type": "object"],
          "properties": [
            "index": [
              "type": ["string", "array"], "items": ["type": "string"],
              "description": "Indexes of providers: https URLs or paths of their index.json.",
            ]
          ],
        ],
      ],
    ],
    at: ConfigurationPath([])
  )

  private static let hub: JSONValue = [
    "idleMinutes": [
      "type": "integer", "minimum": 1, "maximum": 10_080, "default": 30, "readBy": "hub",
      "description": "Minutes without clients after which an automatically started hub exits.",
    ],
    "cacheMegabytes": [
      "type": "integer", "minimum": 1, "maximum": 16_384, "readBy": "hub",
      "default": .integer(ConfigurationKey.defaultCacheMegabytes),
      "description": "Maximum size of the disk cache, with the library, in MB.",
    ],
    "freshMinutes": [
      "type": "object", "readBy": "hub",
      "additionalProperties": ["type": "integer", "minimum": 0, "maximum": 525_600],
      "description": "Freshness lifetime in minutes, by method.",
    ],
    "logFormat": [
      "enum": ["text", "json"], "default": "text", "readBy": "hub",
      "description": "Format of the hub's log: text or json.",
    ],
    "policy": [
      "type": "object", "readBy": "hub",
      "description":
        "Merge policy: providers by trust, criteria (provider, agreement, quality, completeness, recency), and both by member.",
    ],
    "providerMemoryMB": [
      "type": "integer", "minimum": 64, "maximum": 1_048_576, "readBy": "hub",
      "description": "Address space limit per provider in MB (default: none).",
    ],
    "providerOpenFiles": [
      "type": "integer", "minimum": 64, "maximum": 65_536, "default": 1024, "readBy": "hub",
      "description": "Open file limit per provider.",
    ],
    "requireSandbox": [
      "type": "boolean", "default": false, "readBy": "hub",
      "description": "Run no program on JSON lines without a sandbox.",
    ],
    "favorites": [
      "type": "string", "readBy": "hub",
      "description": "Path of the favourites file, instead of the one in the documents directory.",
    ],
  ]

  private static let client: JSONValue = [
    "autostart": [
      "type": "boolean", "default": true, "description": "Start a hub if none is running.",
    ],
    "country": [
      "type": "string", "format": "country", "readBy": "web",
      "default": .string(ConfigurationKey.defaultCountry),
      "description": "Storefront country: two letters.",
    ],
    "lang": [
      "type": "string", "format": "language", "readBy": "web",
      "description": "Language of texts, such as en or de.",
    ],
    "player": [
      "type": "string", "description": "Command that plays previews; the file name is appended.",
    ],
  ]
}
