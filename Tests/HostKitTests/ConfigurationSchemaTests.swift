import HostKit
import JSON
import MusicModel
import TestKit
import Testing

@Suite("A configuration schema")
struct ConfigurationSchemaTests {
  private let section = ConfigurationPath(["providers", "p"])

  private static let schema: JSONValue = [
    "type": "object", "additionalProperties": false, "required": ["apiKey"],
    "properties": [
      "apiKey": ["type": "string", "minLength": 2],
      "country": ["enum": ["us", "de"]],
      "limit": ["type": ["integer", "null"], "minimum": 1, "maximum": 200],
      "hosts": ["type": "array", "items": ["type": "string"]],
    ],
  ]

  @Test("describes its members to users, those that are required first")
  func settings() {
    let schema: JSONValue = [
      "additionalProperties": false, "required": ["token", "nowhere"],
      "properties": [
        "market": ["type": "string"],
        "token": [
          "type": "string", "minLength": 3, "secret": true, "description": "A token.",
          "link": "https://example.org/token",
        ],
      ],
    ]
    let settings = ConfigurationSchema(schema, at: section).settings
    #expect(settings.map(\.name) == ["token", "market"])
    #expect(settings.map(\.isRequired) == [true, false])
    #expect(settings.map(\.isSecret) == [true, false])
    #expect(
      settings[0].description == "A token." && settings[0].link == "https://example.org/token"
    )
    #expect(settings.map(\.path.description) == ["providers.p.token", "providers.p.market"])
    #expect(
      settings[0].problems(of: "1").map(\.message) == ["Must be a text of at least 3 characters."]
    )
    #expect(settings[0].problems(of: "123").isEmpty)
    #expect(ConfigurationSchema(schema, at: section)["other"].isUnknown)
    #expect(!ConfigurationSchema(true, at: section)["other"].isUnknown)
  }

  @Test("asks for secrets and what is required, and of the user's own server for everything")
  func asked() {
    func asked(_ format: JSONValue) -> [String] {
      let schema: JSONValue = [
        "required": ["place"],
        "properties": [
          "place": ["type": "string", "format": format], "user": ["type": "string"],
          "key": ["type": "string", "secret": true],
          "contact": ["type": "string", "default": ""],
        ],
      ]
      return ConfigurationSchema(schema, at: section).asked.map(\.name)
    }
    #expect(asked("uri") == ["place", "key"])
    #expect(asked("origin") == ["place", "key", "user"])
  }

  @Test("accepts a valid section")
  func good() {
    let section: JSONValue = [
      "apiKey": "12", "country": "de", "limit": .null, "hosts": ["a", "b"],
    ]
    #expect(problems(of: section).isEmpty)
    for limit in [1, 200] {
      #expect(problems(of: ["apiKey": "12", "limit": .integer(limit)]).isEmpty)
    }
  }

  @Test("reports each error with its path")
  func bad() {
    let section: JSONValue = [
      "country": "fr", "limit": 500, "hosts": ["a", 1], "colour": "red",
    ]
    #expect(
      problems(of: section) == [
        "providers.p.apiKey: This is missing.",
        "providers.p.colour: Unknown key; known keys: apiKey, country, hosts, limit.",
        "providers.p.country: Must be us or de.",
        "providers.p.hosts.1: Must be a text.",
        "providers.p.limit: Must be a whole number from 1 to 200 or null.",
      ]
    )
  }

  @Test(
    "checks types and bounds",
    arguments: [
      (["apiKey": 7], "providers.p.apiKey: Must be a text of at least 2 characters."),
      (["apiKey": "1"], "providers.p.apiKey: Must be a text of at least 2 characters."),
      (
        ["apiKey": "12", "limit": 0],
        "providers.p.limit: Must be a whole number from 1 to 200 or null."
      ),
      (
        ["apiKey": "12", "limit": .number(1.5)],
        "providers.p.limit: Must be a whole number from 1 to 200 or null."
      ),
      ("text", "providers.p: Must be an object."),
    ] as [(JSONValue, String)]
  )
  func types(section: JSONValue, problem: String) {
    #expect(problems(of: section) == [problem])
  }

  @Test(
    "applies the keywords that the protocol lists",
    arguments: [
      (#"{"enum": [1, "a"]}"#, "1.0", nil), (#"{"type": "integer"}"#, "1e3", nil),
      (#"{"type": "integer"}"#, "1.5", "Must be a whole number."),
      (#"{"maxLength": 1}"#, #""ab""#, "Must be a text of at most 1 character."),
      (#"{"minLength": 2}"#, #""👩‍👩‍👧""#, nil),
      (
        #"{"additionalProperties": {"minimum": 0.5}}"#, #"{"a": 0.25}"#,
        "Must be a number of at least 0.5."
      ),
      (#"{"enum": ["a", 1, null]}"#, "false", "Must be a, 1 or null."),
      (
        #"{"type": "string", "minLength": 2, "maxLength": 3}"#, "1",
        "Must be a text of 2 to 3 characters."
      ),
      (
        #"{"type": ["string", "array"], "items": {"type": "integer", "maximum": 9}}"#, "1",
        "Must be a text or a list of whole numbers of at most 9."
      ),
      (#"{"format": "country"}"#, #""usa""#, "Must be two letters such as us."),
      (#"{"format": "language"}"#, #""PT-br""#, nil), (#"{"format": "uri"}"#, #""x""#, nil),
      (#"{"properties": {"a": false}}"#, #"{"a": 1}"#, "This is not allowed."),
      ("false", "1", "This is not allowed."), ("true", "1", nil),
    ] as [(String, String, String?)]
  )
  func keywords(schema: String, value: String, problem: String?) throws {
    #expect(try problems(schema, value) == [problem].compactMap(\.self))
  }

  @Test(
    "accepts as an origin what a provider can connect to",
    arguments: [
      ("http://192.168.1.5:4533", true), ("https://music.home/", true), ("http://[::1]:80", true),
      ("http://music_home:4533", false), ("http://music.home:99999", false),
      ("http://music.home:x", false),
      ("http://music.home/rest", false), ("http://ann@music.home", false),
      ("music.home:4533", false),
    ]
  )
  func origins(_ text: String, isValid: Bool) {
    let schema = ConfigurationSchema(["type": "string", "format": "origin"], at: section)
    let problems = schema.problems(of: .string(text))
    #expect(problems.map(\.message.isEmpty) == (isValid ? [] : [false]))
  }

  @Test(
    "ignores keywords whose work or meaning a plugin could let grow",
    arguments: [
      ##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}], "type": "string"}"##,
      #"{"pattern": "^(a+)+$"}"#, #"{"multipleOf": 0.1}"#, #"{"anyOf": [false]}"#,
      #"{"patternProperties": {"(x+x+)+y": false}}"#, #"{"not": {}}"#, #"{"uniqueItems": true}"#,
    ]
  )
  func ignored(schema: String) throws {
    let value = "\"\(String(repeating: "a", count: 100_000))!\""
    #expect(try problems(schema, value).isEmpty)
  }

  @Test(
    "reads what a user types as the value that it accepts: a list or object, a text, or another one",
    arguments: [
      (#""string""#, "7", "7"), (#""string""#, "[1]", "[1]"), (#""integer""#, "7", 7),
      (#"["integer", "string"]"#, "7", "7"), (#"["string", "array"]"#, #"["a", 1]"#, ["a", 1]),
      (#"["string", "array"]"#, "~/Music", "~/Music"), (#""object""#, #"{"a": 1}"#, ["a": 1]),
      (#""boolean""#, "true", true), (#""boolean""#, "yes", nil), (#""array""#, "[", nil),
    ] as [(String, String, JSONValue?)]
  )
  func typed(type: String, text: String, value: JSONValue?) throws {
    let type = try JSONValue(Array(type.utf8), .configuration)
    #expect(ConfigurationSchema(["type": type], at: section).value(of: text) == value)
  }

  @Test("of MusicBus itself describes each key, and nothing else")
  func keys() {
    let sections = ConfigurationSchema.musicBus.settings
    #expect(
      Set(sections.flatMap(\.settings).map(\.path)) == Set(ConfigurationKey.allCases.map(\.path))
    )
    for key in ConfigurationKey.allCases {
      #expect(ConfigurationKey(key.path) == key)
      #expect(key.schema.description?.hasSuffix(".") == true, "\(key)")
      #expect(!key.schema.expectation.isEmpty, "\(key)")
      #expect(key.schema.defaultValue.map { key.schema.valid($0) == $0 } ?? true, "\(key)")
      let section = key.path.names[0]
      #expect((key.schema.reader == .hub) == (section == "hub"), "\(key)")
    }
    #expect(ConfigurationKey.webPort.help == "Port of the web page (default 6287).")
    #expect(ConfigurationKey.all(at: ConfigurationPath(["web"])) == [.webPort])
    #expect(ConfigurationKey(ConfigurationPath(["hub", "colour"])) == nil)
  }

  @Test("reports a limited number of problems of a large section, with short messages")
  func bounded() {
    let keys = (0..<10_000).map { ("key\($0)", JSONValue.integer($0)) }
    let large = JSONValue.object(Dictionary(keys) { first, _ in first })
    let schema: JSONValue = [
      "additionalProperties": false, "properties": large,
      "required": .array(keys.map { .string($0.0) }),
    ]
    let others = JSONValue.object(Dictionary(keys.map { ("x" + $0.0, $0.1) }) { first, _ in first })
    for section: JSONValue in [others, [:], .array(Array(repeating: [:], count: 10_000))] {
      let wanted: JSONValue = section.elements == nil ? schema : ["items": schema]
      let found = ConfigurationSchema(wanted, at: self.section).problems(of: section)
      #expect(found.count == ConfigurationSchema.maxProblems)
      #expect(found.containsOnly { $0.message.utf8.count < 400 })
    }
  }

  private func problems(_ schema: String, _ value: String) throws -> [String] {
    let schema = ConfigurationSchema(try JSONValue(Array(schema.utf8), .configuration), at: section)
    let value = try JSONValue(Array(value.utf8), .configuration)
    return schema.problems(of: value).map(\.message)
  }

  private func problems(of section: JSONValue) -> [String] {
    ConfigurationSchema(Self.schema, at: self.section).problems(of: section).map(\.description)
  }
}
