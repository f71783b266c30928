internal import MusicModel

/// Artists, albums, songs and charts (`Protocol/schema`, specification, chapter "The model").
extension Shape {
  /// By `kind`.
  static let entities: [String: Shape] = [
    "artist": .object(
      common + [
        .needed("name", text), .optional("sortName", text), .optional("biography", text),
        .optional("formedYear", year), .optional("disbandedYear", year), .optional("genres", texts),
        .optional("country", text), .optional("followers", count),
        .optional("artwork", .list(picture)),
      ]
    ),
    "album": .object(
      common + published + [
        .optional("trackCount", count), .optional("albumKind", text), .optional("label", text),
        .optional("copyright", text),
      ]
    ),
    "song": .object(
      common + published + [
        .optional("album", .object([.needed("title", text), .optional("id", id)])),
        .optional("durationMs", count), .optional("discNumber", positive),
        .optional("trackNumber", positive), .optional("previewURL", text),
      ]
    ),
    "chart": .object(
      common + [
        .needed("title", text), .optional("of", choice("album", "song")),
        .optional("country", country), .optional("limit", count),
      ]
    ),
  ]

  private static let common: [Member] = [
    .needed("kind", text), .needed("id", id), .optional("ids", .list(id)),
    .optional("links", links),
  ]

  /// What albums and songs have in common.
  private static let published: [Member] = [
    .needed("title", text),
    .optional("artist", .object([.needed("name", text), .optional("id", id)])),
    .optional("releaseDate", date), .optional("price", price), .optional("currency", currency),
    .optional("explicit", .bool), .optional("cleaned", .bool), .optional("rank", positive),
    .optional("genres", texts), .optional("artwork", .list(picture)),
  ]

  private static let price = Shape.number
  private static let currency = Shape.text(
    Text(rule: "a currency of three capitals") { code in
      code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
  )

  /// What is wrong with one entity of an answer.
  static func problem(inEntity entity: JSONValue) -> String? {
    guard let kind = entity["kind"]?.text else { return "\"kind\" is missing" }
    guard let shape = entities[kind] else {
      return "\"kind\" names no kind of entity: \(kind.quoted)"
    }
    if let problem = shape.problem(in: entity) { return problem }
    if let ids = entity["ids"]?.elements, !ids.isEmpty, let id = entity["id"], !ids.contains(id) {
      return "\"ids\" does not hold \"id\""
    }
    if let price = entity["price"], price != .null {
      if (entity["currency"] ?? .null) == .null { return "\"price\" comes without \"currency\"" }
      if case .number(let price) = price, price < 0 { return "\"price\" is negative" }
      if case .integer(let price) = price, price < 0 { return "\"price\" is negative" }
    }
    return nil
  }
}
