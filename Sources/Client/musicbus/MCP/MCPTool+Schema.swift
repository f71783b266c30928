import BusProtocol
import MusicModel

/// The JSON Schema of what a tool returns.
extension MCPTool {
  var outputSchema: JSONValue {
    let specs = methods.compactMap { Methods[$0] }
    var properties: [String: JSONValue] = ["shortened": MCPResult.shortenedSchema]
    for name in specs.flatMap(\.gives) { properties[name] = MCPTool.results[name] ?? [:] }
    let kinds = specs.flatMap(\.kinds)
    if !kinds.isEmpty { properties["items"] = ["type": "array", "items": MCPTool.entity(kinds)] }
    if specs.contains(where: { $0.provider != nil || $0.result == .explanation }) {
      properties["sources"] = MCPTool.results["sources"]
    }
    if specs.contains(where: { $0.result == .lyrics }) {
      properties["lyrics"] = ["type": "object", "description": "The lines, with times if known."]
    }
    if parameters.contains("offset") {
      for name in ["next", "total", "totalIsExact"] { properties[name] = MCPTool.results[name] }
    }
    return ["type": "object", "properties": .object(properties)]
  }

  /// Members of replies.
  private static let results: [String: JSONValue] = [
    "next": [
      "type": "integer", "description": "The offset of the next results, if there are more.",
    ],
    "total": ["type": "integer", "description": "The number of all results."],
    "totalIsExact": ["type": "boolean"],
    "id": ["type": "string"],
    "notes": ["type": "array", "items": ["type": "string"]],
    "sources": [
      "type": "array", "description": "What became of each source.",
      "items": [
        "type": "object",
        "properties": [
          "provider": ["type": "string"], "outcome": ["type": "string"],
          "error": ["type": "object"],
        ],
        "required": ["provider", "outcome"],
      ],
    ],
    "results": ["type": "array", "items": ["type": "object"]],
    "unavailable": ["type": "array", "items": ["type": "object"]],
    "explanation": ["type": "object"],
    "verdict": ["type": "object"],
    "revision": ["type": "integer"],
  ]

  /// An entity of one of these kinds.
  private static func entity(_ kinds: [EntityKind]) -> JSONValue {
    var properties: [String: JSONValue] = [
      "kind": ["enum": .array(kinds.map { .string($0.rawValue) })], "id": ["type": "string"],
      "ids": ["type": "array", "items": ["type": "string"]],
    ]
    for description in kinds.flatMap(\.memberDescriptions) where properties[description.name] == nil
    {
      let value: JSONValue = .object(description.member.form.schema)
      properties[description.name] = description.isList ? ["type": "array", "items": value] : value
    }
    return ["type": "object", "properties": .object(properties), "required": ["id", "kind"]]
  }
}

extension WireForm {
  fileprivate var schema: [String: JSONValue] {
    switch self {
    case .text, .constant, .id, .date, .currency, .country, .albumOrSong: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .amount: ["type": "number"]
    case .texts, .entity, .object: ["type": "object"]
    }
  }
}

extension Parameter.Form {
  /// The JSON Schema of an argument.
  var schema: [String: JSONValue] {
    switch self {
    case .text, .id, .date: ["type": "string"]
    case .words(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .flag: ["type": "boolean"]
    case .number(let range):
      [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .texts, .ids: ["type": "array", "items": ["type": "string"]]
    case .objects: ["type": "array", "items": ["type": "object"]]
    case .object, .counts: ["type": "object"]
    }
  }
}
