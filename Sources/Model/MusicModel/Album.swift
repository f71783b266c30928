/// A published collection of songs; merged, one work with all its editions.
public struct Album: MusicEntity {
  public static let kind = EntityKind.album

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// All its ids, this one included.
  public var ids: [EntityID]
  public var title: String
  public var artist: ArtistReference?
  /// All artists of ``artist``, and others with what they did; empty if there is one only.
  public var artists: [CreditedArtist] = []
  /// What tells it apart from others of the same title, in the words of its source: `Green Album`.
  public var disambiguation: String?
  /// As exact as known; of a merged work the earliest credible one.
  public var releaseDate: PartialDate?
  /// The most fitting first.
  public var genres: [String] = []
  public var trackCount: Int?
  public var albumKind: AlbumKind?
  /// The record label.
  public var label: String?
  public var copyright: String?
  /// The price in ``currency``; absent if it is not sold.
  public var price: Double?
  /// ISO 4217.
  public var currency: String?
  public var explicit: Bool?
  /// Whether it is the cleaned edition of an explicit work.
  public var cleaned: Bool?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// The number of known editions of this album, including this one.
  public var editions: Int?
  /// The position in the requested chart, from 1.
  public var rank: Int?
  public var favorite: Bool?
  /// Whether the user has it as a file.
  public var owned: Bool?
  /// Whether the user has it, but none of it can be read now, as when its disk is not mounted.
  public var unavailable: Bool?
  /// Whether its name is a guess, such as from the path of a file: the name alone identifies nothing.
  public var guessed: Bool?
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates an album with only a name.
  public init(id: EntityID, title: String, artist: ArtistReference? = nil) {
    self.id = id
    self.ids = [id]
    self.title = title
    self.artist = artist
  }

  public var displayName: String { title }
}

extension Album: MemberVisitable {
  public static let blank = EntityID.blank.map { Album(id: $0, title: "") }

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Album>) {
    visit.optional("albumKind", .text, \.albumKind)
    visit.optional("artist", .object(ArtistReference.self), \.artist)
    visit.list("artists", .object(CreditedArtist.self), \.artists, .fullest)
    visit.list("artwork", .object(Artwork.self), \.artwork, .ofEdition)
    visit.optional("cleaned", .flag, \.cleaned, .with("explicit"))
    visit.optional("copyright", .text, \.copyright, .ofEdition)
    visit.optional("currency", .currency, \.currency, .with("price"))
    visit.optional("disambiguation", .text, \.disambiguation)
    visit.derived("editions", .positive, \.editions)
    visit.optional("explicit", .flag, \.explicit, .ofEditionOnly)
    visit.ofList("favorite", .flag, \.favorite)
    visit.list("genres", .text, \.genres)
    visit.optional("guessed", .flag, \.guessed)
    visit.id(\.id)
    visit.ids(\.ids)
    visit.kind(kind)
    visit.optional("label", .text, \.label, .ofEdition)
    visit.table("links", \.links)
    visit.ofList("owned", .flag, \.owned)
    visit.optional("price", .amount, \.price, .ofEdition)
    visit.ofList("rank", .positive, \.rank, .smallest)
    visit.optional("releaseDate", .date, \.releaseDate, .earliest)
    visit.required("title", .text, \.title, .ofEdition)
    visit.optional("trackCount", .count, \.trackCount, .ofEdition)
    visit.ofList("unavailable", .flag, \.unavailable, .smallest)
    visit.extra(\.extra)
  }
}

/// The kind of an album. Open: unknown kinds of newer sources are preserved.
public struct AlbumKind: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let album = AlbumKind(rawValue: "album")
  public static let single = AlbumKind(rawValue: "single")
  public static let ep = AlbumKind(rawValue: "ep")
  public static let compilation = AlbumKind(rawValue: "compilation")
  public static let live = AlbumKind(rawValue: "live")
  public static let remix = AlbumKind(rawValue: "remix")
  public static let soundtrack = AlbumKind(rawValue: "soundtrack")
  public static let demo = AlbumKind(rawValue: "demo")
  public static let karaoke = AlbumKind(rawValue: "karaoke")
  public static let tribute = AlbumKind(rawValue: "tribute")
}
