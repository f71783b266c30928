/// A person or group that makes music.
public struct Artist: MusicEntity {
  public static let kind = EntityKind.artist

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// Every id by which it is known, this one included.
  public var ids: [EntityID]
  public var name: String
  /// The name as it is sorted: `Beatles, The`.
  public var sortName: String?
  /// In the language asked for, or else the nearest that a source has.
  public var biography: String?
  /// The year of formation, or of birth of a single person.
  public var formedYear: Int?
  public var disbandedYear: Int?
  /// The most fitting first.
  public var genres: [String] = []
  /// Where the artist comes from, as the source words it.
  public var country: String?
  public var followers: Int?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  public var favorite: Bool?
  /// Members that this version does not know, kept as they came.
  public var extra: [String: JSONValue] = [:]

  /// Makes an artist of which only the name is known; the rest is set where a source tells it.
  public init(id: EntityID, name: String) {
    self.id = id
    self.ids = [id]
    self.name = name
  }

  public var displayName: String { name }
}

extension Artist: Codable {
  private enum Member: String, CodingKey, CaseIterable {
    case kind, id, ids, name, sortName, biography, formedYear, disbandedYear, genres, country,
      followers, artwork, links, favorite
  }

  private static let known = Set(Member.allCases.map(\.rawValue))

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    try Self.checkKind(members.decodeIfPresent(String.self, forKey: .kind), decoder)
    id = try members.decode(EntityID.self, forKey: .id)
    ids = try members.decodeIfPresent([EntityID].self, forKey: .ids) ?? []
    if !ids.contains(id) { ids.insert(id, at: 0) }
    name = try members.decode(String.self, forKey: .name)
    sortName = try members.decodeIfPresent(String.self, forKey: .sortName)
    biography = try members.decodeIfPresent(String.self, forKey: .biography)
    formedYear = try members.decodeIfPresent(Int.self, forKey: .formedYear)
    disbandedYear = try members.decodeIfPresent(Int.self, forKey: .disbandedYear)
    genres = try members.decodeIfPresent([String].self, forKey: .genres) ?? []
    country = try members.decodeIfPresent(String.self, forKey: .country)
    followers = try members.decodeIfPresent(Int.self, forKey: .followers)
    artwork = try members.decodeIfPresent([Artwork].self, forKey: .artwork) ?? []
    links = try members.decodeIfPresent([String: String].self, forKey: .links) ?? [:]
    favorite = try members.decodeIfPresent(Bool.self, forKey: .favorite)
    extra = try decoder.members(besides: Self.known)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(Self.kind, forKey: .kind)
    try members.encode(id, forKey: .id)
    try members.encode(ids, forKey: .ids)
    try members.encode(name, forKey: .name)
    try members.encodeIfPresent(sortName, forKey: .sortName)
    try members.encodeIfPresent(biography, forKey: .biography)
    try members.encodeIfPresent(formedYear, forKey: .formedYear)
    try members.encodeIfPresent(disbandedYear, forKey: .disbandedYear)
    if !genres.isEmpty { try members.encode(genres, forKey: .genres) }
    try members.encodeIfPresent(country, forKey: .country)
    try members.encodeIfPresent(followers, forKey: .followers)
    if !artwork.isEmpty { try members.encode(artwork, forKey: .artwork) }
    if !links.isEmpty { try members.encode(links, forKey: .links) }
    try members.encodeIfPresent(favorite, forKey: .favorite)
    try encoder.encodeMembers(extra)
  }
}
