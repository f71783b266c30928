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
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates an album of which only the name is known.
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
    visit.optional("albumKind", .text, { $0[$1].albumKind }, { $0.albumKind = $1 })
    visit.optional("artist", .object(ArtistReference.self), { $0[$1].artist }, { $0.artist = $1 })
    visit.list(
      "artwork",
      .object(Artwork.self),
      .ofEdition,
      { $0[$1].artwork },
      { $0.artwork = $1 }
    )
    visit.optional("cleaned", .flag, .with("explicit"), { $0[$1].cleaned }, { $0.cleaned = $1 })
    visit.optional("copyright", .text, .ofEdition, { $0[$1].copyright }, { $0.copyright = $1 })
    visit.optional("currency", .currency, .with("price"), { $0[$1].currency }, { $0.currency = $1 })
    visit.derived("editions", .positive, { $0[$1].editions }, { $0.editions = $1 })
    visit.optional("explicit", .flag, .ofEditionOnly, { $0[$1].explicit }, { $0.explicit = $1 })
    visit.ofList("favorite", .flag, { $0[$1].favorite }, { $0.favorite = $1 })
    visit.list("genres", .text, { $0[$1].genres }, { $0.genres = $1 })
    visit.id({ $0[$1].id }, { $0.id = $1 })
    visit.ids({ $0[$1].ids }, { $0.ids = $1 })
    visit.kind(kind)
    visit.optional("label", .text, .ofEdition, { $0[$1].label }, { $0.label = $1 })
    visit.table("links", { $0[$1].links }, { $0.links = $1 })
    visit.optional("price", .amount, .ofEdition, { $0[$1].price }, { $0.price = $1 })
    visit.ofList("rank", .positive, .smallest, { $0[$1].rank }, { $0.rank = $1 })
    visit.optional("releaseDate", .date, .earliest, { $0[$1].releaseDate }, { $0.releaseDate = $1 })
    visit.required("title", .text, .ofEdition, { $0[$1].title }, { $0.title = $1 })
    visit.optional("trackCount", .count, .ofEdition, { $0[$1].trackCount }, { $0.trackCount = $1 })
    visit.extra({ $0[$1].extra }, { $0.extra = $1 })
  }
}
