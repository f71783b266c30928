/// A list of what is most played or sold, which `chart.get` tells entry by entry.
public struct Chart: MusicEntity {
  public static let kind = EntityKind.chart

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// Every id by which it is known, this one included.
  public var ids: [EntityID]
  public var title: String
  /// What its entries are.
  public var of: EntityKind?
  /// ISO 3166, two letters, lower case.
  public var country: String?
  /// The most entries that it can have.
  public var limit: Int?
  /// Pages about it.
  public var links: [String: String] = [:]
  /// Members that this version does not know, kept as they came.
  public var extra: [String: JSONValue] = [:]

  /// Makes a chart of which only the name is known; the rest is set where a source tells it.
  public init(id: EntityID, title: String) {
    self.id = id
    self.ids = [id]
    self.title = title
  }

  public var displayName: String { title }
}

extension Chart: Codable {
  private enum Member: String, CodingKey, CaseIterable {
    case kind, id, ids, title, of, country, limit, links
  }

  private static let known = Set(Member.allCases.map(\.rawValue))

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    try Self.checkKind(members.decodeIfPresent(String.self, forKey: .kind), decoder)
    id = try members.decode(EntityID.self, forKey: .id)
    ids = try members.decodeIfPresent([EntityID].self, forKey: .ids) ?? []
    if !ids.contains(id) { ids.insert(id, at: 0) }
    title = try members.decode(String.self, forKey: .title)
    of = try members.decodeIfPresent(EntityKind.self, forKey: .of)
    country = try members.decodeIfPresent(String.self, forKey: .country)
    limit = try members.decodeIfPresent(Int.self, forKey: .limit)
    links = try members.decodeIfPresent([String: String].self, forKey: .links) ?? [:]
    extra = try decoder.members(besides: Self.known)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(Self.kind, forKey: .kind)
    try members.encode(id, forKey: .id)
    try members.encode(ids, forKey: .ids)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(of, forKey: .of)
    try members.encodeIfPresent(country, forKey: .country)
    try members.encodeIfPresent(limit, forKey: .limit)
    if !links.isEmpty { try members.encode(links, forKey: .links) }
    try encoder.encodeMembers(extra)
  }
}
