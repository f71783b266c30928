import HostKit
import JSON
import MusicModel
import TestKit
import Testing

@Suite("A configuration schema")
struct ConfigurationSchemaTests {
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
    let settings = ConfigurationSchema(schema).settings
    #expect(settings.map(\.name) == ["token", "market"])
    #expect(settings.map(\.isRequired) == [true, false])
    #expect(settings.map(\.isSecret) == [true, false])
    #expect(
      settings[0].description == "A token." && settings[0].link == "https://example.org/token"
    )
    #expect(settings[0].problem(of: "1") == "This must have at least 3 characters.")
    #expect(settings[0].problem(of: "123") == nil)
    #expect(!ConfigurationSchema(schema).allowsOthers && ConfigurationSchema(true).allowsOthers)
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
      return ConfigurationSchema(schema).asked.map(\.name)
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
        "providers.p.country: This must be one of us, de.",
        "providers.p.hosts.1: This must be a text.",
        "providers.p.limit: This must be at most 200.",
      ]
    )
  }

  @Test(
    "checks types and bounds",
    arguments: [
      (["apiKey": 7], "providers.p.apiKey: This must be a text."),
      (["apiKey": "1"], "providers.p.apiKey: This must have at least 2 characters."),
      (["apiKey": "12", "limit": 0], "providers.p.limit: This must be at least 1."),
      (
        ["apiKey": "12", "limit": .number(1.5)],
        "providers.p.limit: This must be a whole number or null."
      ),
      ("text", "providers.p: This must be an object."),
    ] as [(JSONValue, String)]
  )
  func types(section: JSONValue, problem: String) {
    #expect(problems(of: section) == [problem])
  }

  @Test(
    "applies the keywords that the protocol lists",
    arguments: [
      (#"{"enum": [1, "a"]}"#, "1.0", nil), (#"{"type": "integer"}"#, "1e3", nil),
      (#"{"type": "integer"}"#, "1.5", "This must be a whole number."),
      (#"{"maxLength": 1}"#, #""ab""#, "This must have at most 1 character."),
      (#"{"minLength": 2}"#, #""👩‍👩‍👧""#, nil),
      (
        #"{"additionalProperties": {"minimum": 0.5}}"#, #"{"a": 0.25}"#,
        "This must be at least 0.5."
      ),
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
    let schema = ConfigurationSchema(["type": "string", "format": "origin"])
    let problems = schema.problems(of: .string(text), at: ConfigurationPath(["server"]))
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
      let found = ConfigurationSchema(wanted).problems(of: section, at: ConfigurationPath(["p"]))
      #expect(found.count == ConfigurationSchema.maxProblems)
      #expect(found.containsOnly { $0.message.utf8.count < 400 })
    }
  }

  private func problems(_ schema: String, _ value: String) throws -> [String] {
    let schema = ConfigurationSchema(try JSONValue(Array(schema.utf8), .configuration))
    let value = try JSONValue(Array(value.utf8), .configuration)
    return schema.problems(of: value, at: ConfigurationPath(["p"])).map(\.message)
  }

  private func problems(of section: JSONValue) -> [String] {
    ConfigurationSchema(Self.schema)
      .problems(of: section, at: ConfigurationPath(["providers", "p"]))
      .map(\.description)
  }
}
