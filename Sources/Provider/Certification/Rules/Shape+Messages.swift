internal import BusProtocol
internal import MusicModel

/// The bodies of a provider's messages (`Protocol/schema`).
///
/// The elements of `items` are checked separately.
extension Shape {
  /// The shapes by message type.
  static let bodies: [String: Shape] = [
    "hello": hello, "pong": pong, "part": part, "done": done, "error": error, "bye": bye,
  ]

  /// The shape of `hello` without its descriptor, which has its own check.
  static let hello = Shape.object([
    .needed("versions", .object([.needed("min", version), .needed("max", version)])),
    .needed("peer", .object([.needed("name", anyText), .needed("version", anyText)])),
    .optional("token", anyText),
    .optional("descriptor", .object([])),
  ])

  static let pong = Shape.object([
    .needed("inflight", count), .needed("oldestMs", count), .needed("ended", count),
  ])

  static let part = Shape.object([.optional("items", .list(.anything))])

  static let done = Shape.object([
    .needed("parts", count),
    .optional("items", .list(.anything)),
    .optional(
      "media",
      .object([
        .needed("type", mediaType), .optional("url", text), .optional("firstByte", count),
        .optional("totalBytes", count),
      ])
    ),
    .optional("spent", requests),
    .optional("skipped", count),
    .optional("notes", .list(anyText)),
  ])

  static let error = Shape.object([
    .needed("code", errorCode), .needed("message", anyText), .optional("retryAfterMs", count),
    .optional("parts", count), .optional("spent", requests), .optional("upstream", text),
  ])

  static let bye = Shape.object([.optional("code", errorCode), .optional("message", anyText)])

  private static let mediaType = Shape.text(
    Text(rule: "a media type such as image/jpeg") { type in
      let parts = type.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[1].isEmpty && !type.contains(where: \.isWhitespace)
        && !parts[0].isEmpty && parts[0].utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
  )
}

extension Shape {
  static let descriptor = Shape.object([
    .needed("id", .text(Text(rule: "a provider id") { ProviderID(rawValue: $0) != nil })),
    .needed("name", text),
    .needed("version", text),
    .needed("level", choice(["core", "full"])),
    .needed("inflight", .integer(Descriptor.inflightAllowed)),
    .needed("methods", .map(names: .method, terms, least: 1)),
    .needed("namespaces", .list(.text(namespace))),
    .needed("budgets", .map(names: .filled, budget, most: Descriptor.maxBudgets)),
    .needed("hosts", texts),
    .needed(
      "attribution",
      .object([.needed("text", text), .optional("url", text), .optional("terms", text)])
    ),
    .needed("samples", .list(sample)),
  ])

  private static let terms = Shape.object([
    .needed("cost", .map(names: .filled, .integer(0...Descriptor.maxRequests))),
    .needed("freshMs", .integer(0...Descriptor.maxMs)),
    .optional("listed", .bool),
  ])
  private static let budget = Shape.object([
    .needed("requests", .integer(1...Descriptor.maxRequests)),
    .needed("perMs", .integer(1...Descriptor.maxMs)),
    .optional("intervalMs", .integer(1...Descriptor.maxMs)),
  ])
  private static let namespace = Text(rule: "of the form namespace:type") {
    EntityID("\($0):1")?.value == "1"
  }
  private static let sample = Shape.object([
    .needed("method", .text(.method)), .needed("params", .object(parameters)),
  ])

  /// The parameters of a sample.
  private static let parameters: [Member] = Parameter.all.map { parameter in
    switch parameter.name {
    case "text": .optional("text", text)
    case "country": .optional("country", country)
    default: .optional(parameter.name, Shape(parameter.form))
    }
  }

  private init(_ form: Parameter.Form) {
    self =
      switch form {
      case .text: Shape.anyText
      case .flag: .bool
      case .id: Shape.id
      case .date: Shape.date
      case .number(let range): .integer(range)
      case .words(let words): .choice(words)
      case .texts: .list(Shape.anyText)
      case .ids: .list(Shape.id)
      case .objects: .list(.object([]))
      case .object: .object([])
      case .counts: Shape.requests
      }
  }
}
