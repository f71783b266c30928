/// What artists, albums, songs and charts have in common.
public protocol MusicEntity: Codable, Hashable, Sendable {
  static var kind: EntityKind { get }
  var id: EntityID { get set }
  var ids: [EntityID] { get set }
  /// The name or title by which a person knows it.
  var displayName: String { get }
  var extra: [String: JSONValue] { get set }
}

extension MusicEntity {
  /// Refuses JSON that says it is of another kind; a `kind` that is left out is taken as this one.
  static func checkKind(_ kind: String?, _ decoder: any Decoder) throws {
    guard let kind, kind != Self.kind.rawValue else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "kind is \"\(kind)\" where \"\(Self.kind.rawValue)\" is expected"
      )
    )
  }
}
