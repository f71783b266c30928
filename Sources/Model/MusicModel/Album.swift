/// A published collection of songs; merged, one work with all its editions.
public struct Album: MusicEntity {
  public static let kind = EntityKind.album

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// Every id by which it is known, this one included.
  public var ids: [EntityID]
  public var title: String
  public var artist: ArtistReference?
  /// As exact as known; of a merged work the earliest credible one.
  public var releaseDate: PartialDate?
  /// The most fitting first.
  public var genres: [String] = []
  public var trackCount: Int?
  public var albumKind: AlbumKind?
  /// The record label.
  public var label: String?
  public var copyright: String?
  /// In ``currency``; absent where it is not sold.
  public var price: Double?
  /// ISO 4217.
  public var currency: String?
  public var explicit: Bool?
  /// Whether it is the cleaned edition of an explicit work.
  public var cleaned: Bool?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// How many editions of the work are known, this one included.
  public var editions: Int?
  /// The place in the chart that was asked for, from 1.
  public var rank: Int?
  public var favorite: Bool?
  /// Members that this version does not know, kept as they came.
  public var extra: [String: JSONValue] = [:]

  /// Makes an album of which only the name is known; the rest is set where a source tells it.
  public init(id: EntityID, title: String, artist: ArtistReference? = nil) {
    self.id = id
    self.ids = [id]
    self.title = title
    self.artist = artist
  }

  public var displayName: String { title }
}

extension Album: Codable {
  private enum Member: String, CodingKey, CaseIterable {
    case kind, id, ids, title, artist, releaseDate, genres, trackCount, albumKind, label,
      copyright, price, currency, explicit, cleaned, artwork, links, editions, rank, favorite
  }

  private static let known = Set(Member.allCases.map(\.rawValue))

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    try Self.checkKind(members.decodeIfPresent(String.self, forKey: .kind), decoder)
    id = try members.decode(EntityID.self, forKey: .id)
    ids = try members.decodeIfPresent([EntityID].self, forKey: .ids) ?? []
    if !ids.contains(id) { ids.insert(id, at: 0) }
    title = try members.decode(String.self, forKey: .title)
    artist = try members.decodeIfPresent(ArtistReference.self, forKey: .artist)
    releaseDate = try members.decodeIfPresent(PartialDate.self, forKey: .releaseDate)
    genres = try members.decodeIfPresent([String].self, forKey: .genres) ?? []
    trackCount = try members.decodeIfPresent(Int.self, forKey: .trackCount)
    albumKind = try members.decodeIfPresent(AlbumKind.self, forKey: .albumKind)
    label = try members.decodeIfPresent(String.self, forKey: .label)
    copyright = try members.decodeIfPresent(String.self, forKey: .copyright)
    price = try members.decodeIfPresent(Double.self, forKey: .price)
    currency = try members.decodeIfPresent(String.self, forKey: .currency)
    explicit = try members.decodeIfPresent(Bool.self, forKey: .explicit)
    cleaned = try members.decodeIfPresent(Bool.self, forKey: .cleaned)
    artwork = try members.decodeIfPresent([Artwork].self, forKey: .artwork) ?? []
    links = try members.decodeIfPresent([String: String].self, forKey: .links) ?? [:]
    editions = try members.decodeIfPresent(Int.self, forKey: .editions)
    rank = try members.decodeIfPresent(Int.self, forKey: .rank)
    favorite = try members.decodeIfPresent(Bool.self, forKey: .favorite)
    extra = try decoder.members(besides: Self.known)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(Self.kind, forKey: .kind)
    try members.encode(id, forKey: .id)
    try members.encode(ids, forKey: .ids)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(artist, forKey: .artist)
    try members.encodeIfPresent(releaseDate, forKey: .releaseDate)
    if !genres.isEmpty { try members.encode(genres, forKey: .genres) }
    try members.encodeIfPresent(trackCount, forKey: .trackCount)
    try members.encodeIfPresent(albumKind, forKey: .albumKind)
    try members.encodeIfPresent(label, forKey: .label)
    try members.encodeIfPresent(copyright, forKey: .copyright)
    try members.encodeIfPresent(price, forKey: .price)
    try members.encodeIfPresent(currency, forKey: .currency)
    try members.encodeIfPresent(explicit, forKey: .explicit)
    try members.encodeIfPresent(cleaned, forKey: .cleaned)
    if !artwork.isEmpty { try members.encode(artwork, forKey: .artwork) }
    if !links.isEmpty { try members.encode(links, forKey: .links) }
    try members.encodeIfPresent(editions, forKey: .editions)
    try members.encodeIfPresent(rank, forKey: .rank)
    try members.encodeIfPresent(favorite, forKey: .favorite)
    try encoder.encodeMembers(extra)
  }
}
