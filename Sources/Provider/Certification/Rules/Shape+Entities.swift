internal import CommandKit
internal import MusicModel

/// Artists, albums, songs and charts (Protocol/model.md).
extension Shape {
  /// The shapes of entities by `kind`.
  static let entities: [String: Shape] = Dictionary(
    uniqueKeysWithValues: EntityKind.allCases.map { ($0.rawValue, .object($0.memberDescriptions)) }
  )

  private static func object(_ members: [MemberDescription]) -> Shape {
    .object(
      members.map { description in
        let shape = Shape(description.member.form)
        return Member(
          name: description.name,
          shape: description.isList ? .list(shape) : shape,
          isNeeded: description.isRequired
        )
      }
    )
  }

  private init(_ form: WireForm) {
    self =
      switch form {
      case .text: Shape.text
      case .constant(let word): Shape.choice(["\(word)"])
      case .id: Shape.id
      case .date: Shape.date
      case .flag: .bool
      case .integer(let range, _): .integer(range)
      case .amount: .number
      case .currency: Shape.currency
      case .country: Shape.country
      case .albumOrSong: Shape.choice(["album", "song"])
      case .texts: Shape.links
      case .entity: .anything
      case .object(let type): .object(type.memberDescriptions)
      }
  }

  private static let currency = Shape.text(
    Text(rule: "a currency of three capitals") { code in
      code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
  )

  /// The problems of an entity in a reply.
  static func problems(inEntity entity: JSONValue) -> [String] {
    guard let kind = entity["kind"]?.text else { return ["\"kind\" is missing"] }
    guard let shape = entities[kind] else {
      return ["\"kind\" names no kind of entity: \(kind.quoted)"]
    }
    var problems = shape.problems(in: entity)
    if let ids = entity["ids"]?.elements, !ids.isEmpty, let id = entity["id"], !ids.contains(id) {
      problems.append("\"ids\" does not hold \"id\"")
    }
    problems += misspeltMembers(of: entity, shape, kind)
    guard let price = entity["price"], price != .null else { return problems }
    if (entity["currency"] ?? .null) == .null {
      problems.append("\"price\" comes without \"currency\"")
    }
    switch price {
    case .number(let price) where price < 0: problems.append("\"price\" is negative")
    case .integer(let price) where price < 0: problems.append("\"price\" is negative")
    default: break
    }
    return problems
  }

  /// A member that nobody reads, with a name like one that the entity does not have.
  private static func misspeltMembers(
    of entity: JSONValue,
    _ shape: Shape,
    _ kind: String
  ) -> [String] {
    guard case .object(let members) = shape else { return [] }
    let known = members.map(\.name)
    let missing = known.filter { entity[$0] == nil }
    return (entity.members ?? [:]).keys.sorted().compactMap { name in
      guard !known.contains(name), let near = similarName(to: name, among: missing) else {
        return nil
      }
      return "it has \(name.quoted), which may be \(near.quoted)"
    }
  }
}
