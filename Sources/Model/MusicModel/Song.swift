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
  /// The price in ``currency``; absent if it is not sold.
  public var price: Double?
  /// ISO 4217.
  public var currency: String?
  public var explicit: Bool?
  /// Whether it is the cleaned edition of an explicit song.
  public var cleaned: Bool?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// The position in the requested chart, from 1.
  public var rank: Int?
  public var favorite: Bool?
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates a song of which only the name is known.
  public init(id: EntityID, title: String, artist: ArtistReference? = nil) {
    self.id = id
    self.ids = [id]
    self.title = title
    self.artist = artist
  }

  public var displayName: String { title }
}

extension Song: MemberVisitable {
  public static let blank = EntityID.blank.map { Song(id: $0, title: "") }

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Song>) {
    visit.optional(
      "album",
      .object(AlbumReference.self),
      .ofEdition,
      { $0[$1].album },
      { $0.album = $1 }
    )
    visit.optional("artist", .object(ArtistReference.self), { $0[$1].artist }, { $0.artist = $1 })
    visit.list(
      "artwork",
      .object(Artwork.self),
      .ofEdition,
      { $0[$1].artwork },
      { $0.artwork = $1 }
    )
    visit.optional("cleaned", .flag, .with("explicit"), { $0[$1].cleaned }, { $0.cleaned = $1 })
    visit.optional("currency", .currency, .with("price"), { $0[$1].currency }, { $0.currency = $1 })
    visit.optional(
      "discNumber",
      .positive,
      .with("album"),
      { $0[$1].discNumber },
      { $0.discNumber = $1 }
    )
    visit.optional(
      "durationMs",
      .count(1...864_000_000),
      { $0[$1].durationMs },
      { $0.durationMs = $1 }
    )
    visit.optional("explicit", .flag, .ofEditionOnly, { $0[$1].explicit }, { $0.explicit = $1 })
    visit.ofList("favorite", .flag, { $0[$1].favorite }, { $0.favorite = $1 })
    visit.list("genres", .text, { $0[$1].genres }, { $0.genres = $1 })
    visit.id({ $0[$1].id }, { $0.id = $1 })
    visit.ids({ $0[$1].ids }, { $0.ids = $1 })
    visit.kind(kind)
    visit.table("links", { $0[$1].links }, { $0.links = $1 })
    visit.optional("previewURL", .text, .ofEdition, { $0[$1].previewURL }, { $0.previewURL = $1 })
    visit.optional("price", .amount, .ofEdition, { $0[$1].price }, { $0.price = $1 })
    visit.ofList("rank", .positive, .smallest, { $0[$1].rank }, { $0.rank = $1 })
    visit.optional(
      "releaseDate",
      .date,
      .with("album"),
      { $0[$1].releaseDate },
      { $0.releaseDate = $1 }
    )
    visit.required("title", .text, .ofEdition, { $0[$1].title }, { $0.title = $1 })
    visit.optional(
      "trackNumber",
      .positive,
      .with("album"),
      { $0[$1].trackNumber },
      { $0.trackNumber = $1 }
    )
    visit.extra({ $0[$1].extra }, { $0.extra = $1 })
  }
}
