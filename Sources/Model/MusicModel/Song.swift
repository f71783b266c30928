/// A recording, as it stands on an album or alone.
public struct Song: MusicEntity {
  public static let kind = EntityKind.song

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// Every id by which it is known, this one included.
  public var ids: [EntityID]
  public var title: String
  public var artist: ArtistReference?
  public var album: AlbumReference?
  public var durationMs: Int?
  /// From 1.
  public var discNumber: Int?
  /// From 1.
  public var trackNumber: Int?
  public var releaseDate: PartialDate?
  /// The most fitting first.
  public var genres: [String] = []
  /// A short sample of the recording.
  public var previewURL: String?
  /// In ``currency``; absent where it is not sold.
  public var price: Double?
  /// ISO 4217.
  public var currency: String?
  public var explicit: Bool?
  /// Whether it is the cleaned edition of an explicit song.
  public var cleaned: Bool?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// The place in the chart that was asked for, from 1.
  public var rank: Int?
  public var favorite: Bool?
  /// Members that this version does not know, kept as they came.
  public var extra: [String: JSONValue] = [:]

  /// Makes a song of which only the name is known; the rest is set where a source tells it.
  public init(id: EntityID, title: String, artist: ArtistReference? = nil) {
    self.id = id
    self.ids = [id]
    self.title = title
    self.artist = artist
  }

  public var displayName: String { title }
}

extension Song: Codable {
  private enum Member: String, CodingKey, CaseIterable {
    case kind, id, ids, title, artist, album, durationMs, discNumber, trackNumber,
      releaseDate, genres, previewURL, price, currency, explicit, cleaned, artwork, links, rank,
      favorite
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
    album = try members.decodeIfPresent(AlbumReference.self, forKey: .album)
    durationMs = try members.decodeIfPresent(Int.self, forKey: .durationMs)
    discNumber = try members.decodeIfPresent(Int.self, forKey: .discNumber)
    trackNumber = try members.decodeIfPresent(Int.self, forKey: .trackNumber)
    releaseDate = try members.decodeIfPresent(PartialDate.self, forKey: .releaseDate)
    genres = try members.decodeIfPresent([String].self, forKey: .genres) ?? []
    previewURL = try members.decodeIfPresent(String.self, forKey: .previewURL)
    price = try members.decodeIfPresent(Double.self, forKey: .price)
    currency = try members.decodeIfPresent(String.self, forKey: .currency)
    explicit = try members.decodeIfPresent(Bool.self, forKey: .explicit)
    cleaned = try members.decodeIfPresent(Bool.self, forKey: .cleaned)
    artwork = try members.decodeIfPresent([Artwork].self, forKey: .artwork) ?? []
    links = try members.decodeIfPresent([String: String].self, forKey: .links) ?? [:]
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
    try members.encodeIfPresent(album, forKey: .album)
    try members.encodeIfPresent(durationMs, forKey: .durationMs)
    try members.encodeIfPresent(discNumber, forKey: .discNumber)
    try members.encodeIfPresent(trackNumber, forKey: .trackNumber)
    try members.encodeIfPresent(releaseDate, forKey: .releaseDate)
    if !genres.isEmpty { try members.encode(genres, forKey: .genres) }
    try members.encodeIfPresent(previewURL, forKey: .previewURL)
    try members.encodeIfPresent(price, forKey: .price)
    try members.encodeIfPresent(currency, forKey: .currency)
    try members.encodeIfPresent(explicit, forKey: .explicit)
    try members.encodeIfPresent(cleaned, forKey: .cleaned)
    if !artwork.isEmpty { try members.encode(artwork, forKey: .artwork) }
    if !links.isEmpty { try members.encode(links, forKey: .links) }
    try members.encodeIfPresent(rank, forKey: .rank)
    try members.encodeIfPresent(favorite, forKey: .favorite)
    try encoder.encodeMembers(extra)
  }
}
