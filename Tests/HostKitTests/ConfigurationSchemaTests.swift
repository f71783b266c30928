import HostKit
import JSON
import MusicModel
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

  @Test("accepts a valid section")
  func good() {
    let section: JSONValue = [
      "apiKey": "12", "country": "de", "limit": .null, "hosts": ["a", "b"],
    ]
    #expect(problems(of: section).isEmpty)
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
    "applies every keyword of JSON Schema",
    arguments: [
      (#"{"const": 5}"#, "5.0", nil), (#"{"const": "a"}"#, #""b""#, "This must be a."),
      (#"{"enum": [1, "a"]}"#, "1.0", nil), (#"{"type": "integer"}"#, "1e3", nil),
      (#"{"type": "integer"}"#, "1.5", "This must be a whole number."),
      (#"{"exclusiveMinimum": 1}"#, "1", "This must be more than 1."),
      (#"{"exclusiveMaximum": 1}"#, "1", "This must be less than 1."),
      (#"{"multipleOf": 5}"#, "12", "This must be a multiple of 5."),
      (#"{"maxLength": 1}"#, #""ab""#, "This must have at most 1 character."),
      (#"{"minLength": 2}"#, #""👩‍👩‍👧""#, nil),
      (#"{"pattern": "^[a-z]{2}$"}"#, #""USA""#, "This must match the pattern ^[a-z]{2}$."),
      (#"{"pattern": "^[a-z]{2}$"}"#, #""us""#, nil),
      (#"{"minItems": 1}"#, "[]", "This must have at least 1 element."),
      (#"{"maxItems": 1}"#, "[1, 2]", "This must have at most 1 element."),
      (#"{"uniqueItems": true}"#, "[1, 1.0]", "This must not contain an element twice."),
      (
        #"{"contains": {"type": "string"}}"#, "[1]",
        "This has too few or too many of the expected elements."
      ),
      (#"{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}"#, #"["a", 2]"#, nil),
      (#"{"minProperties": 1}"#, "{}", "This must have at least 1 key."),
      (#"{"maxProperties": 1}"#, #"{"a": 1, "b": 2}"#, "This must have at most 1 key."),
      (#"{"not": {"type": "string"}}"#, #""a""#, "This form is not allowed here."),
      (
        #"{"anyOf": [{"type": "string"}, {"minimum": 5}]}"#, "3",
        "This has none of the forms that are allowed here."
      ),
      (
        #"{"oneOf": [{"minimum": 1}, {"minimum": 2}]}"#, "3",
        "This has more than one of the forms of which it must have one."
      ),
      (#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, "3", "This must be at most 2."),
      (
        #"{"if": {"minimum": 10}, "then": {"multipleOf": 10}, "else": {"maximum": 5}}"#, "7",
        "This must be at most 5."
      ),
      (
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##, "1", "This must be a text."
      ),
      (##"{"$ref": "#"}"##, "1", nil), ("false", "1", "This is not allowed."), ("true", "1", nil),
    ] as [(String, String, String?)]
  )
  func keywords(schema: String, value: String, problem: String?) throws {
    let schema = ConfigurationSchema(try JSONValue(Array(schema.utf8), .configuration))
    let value = try JSONValue(Array(value.utf8), .configuration)
    let problems = schema.problems(of: value, at: ConfigurationPath(["p"])).map(\.message)
    #expect(problems == [problem].compactMap(\.self))
  }

  @Test("applies keywords to members by name and pattern, and to missing ones")
  func memberKeywords() {
    let schema: JSONValue = [
      "patternProperties": ["^x-": ["type": "string"]], "additionalProperties": ["type": "integer"],
      "propertyNames": ["maxLength": 5], "dependentRequired": ["user": ["key"]],
      "dependentSchemas": ["key": ["required": ["host"]]],
    ]
    let section: JSONValue = ["x-a": 1, "other1": 2, "user": 3, "key": 4, "b": "text"]
    #expect(
      ConfigurationSchema(schema).problems(of: section, at: ConfigurationPath(["p"]))
        .map(\.description) == [
          "p.host: This is missing.", "p.b: This must be a whole number.",
          "p.other1: This name is not allowed.", "p.x-a: This must be a text.",
        ]
    )
  }

  private func problems(of section: JSONValue) -> [String] {
    ConfigurationSchema(Self.schema)
      .problems(of: section, at: ConfigurationPath(["providers", "p"]))
      .map(\.description)
  }
}
