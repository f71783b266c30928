import HostKit
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
        "providers.p.hosts.1: This must be string.",
        "providers.p.limit: This must be at most 200.",
      ]
    )
  }

  @Test(
    "checks types and bounds",
    arguments: [
      (["apiKey": 7], "providers.p.apiKey: This must be string."),
      (["apiKey": "1"], "providers.p.apiKey: This must have at least 2 characters."),
      (["apiKey": "12", "limit": 0], "providers.p.limit: This must be at least 1."),
      (
        ["apiKey": "12", "limit": .number(1.5)],
        "providers.p.limit: This must be integer or null."
      ),
      ("text", "providers.p: This must be object."),
    ] as [(JSONValue, String)]
  )
  func types(section: JSONValue, problem: String) {
    #expect(problems(of: section) == [problem])
  }

  private func problems(of section: JSONValue) -> [String] {
    ConfigurationSchema(Self.schema)
      .problems(of: section, at: ConfigurationPath(["providers", "p"]))
      .map(\.description)
  }
}
