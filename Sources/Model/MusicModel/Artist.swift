/// A musician or a group.
public struct Artist: MusicEntity {
  public static let kind = EntityKind.artist

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// Every id by which it is known, this one included.
  public var ids: [EntityID]
  public var name: String
  /// The name as it is sorted: `Beatles, The`.
  public var sortName: String?
  /// The biography in the requested language, or in the nearest available one.
  public var biography: String?
  /// The language of the biography (BCP 47).
  public var biographyLang: String?
  /// The year of birth of a person.
  public var bornYear: Int?
  /// The year in which a person died.
  public var diedYear: Int?
  /// The year of formation of a group.
  public var formedYear: Int?
  public var disbandedYear: Int?
  /// Other names.
  public var aliases: [String] = []
  /// The most fitting first.
  public var genres: [String] = []
  /// The country of origin, in the words of the source.
  public var country: String?
  public var followers: Int?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  public var favorite: Bool?
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates an artist of which only the name is known.
  public init(id: EntityID, name: String) {
    self.id = id
    self.ids = [id]
    self.name = name
  }

  public var displayName: String { name }
}

extension Artist: MemberVisitable {
  public static let blank = EntityID.blank.map { Artist(id: $0, name: "") }

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Artist>) {
    visit.list("aliases", .text, { $0[$1].aliases }, { $0.aliases = $1 })
    visit.list("artwork", .object(Artwork.self), { $0[$1].artwork }, { $0.artwork = $1 })
    visit.optional("biography", .text, { $0[$1].biography }, { $0.biography = $1 })
    visit.optional(
      "biographyLang",
      .text,
      .with("biography"),
      { $0[$1].biographyLang },
      { $0.biographyLang = $1 }
    )
    visit.optional("bornYear", .year, { $0[$1].bornYear }, { $0.bornYear = $1 })
    visit.optional("country", .text, { $0[$1].country }, { $0.country = $1 })
    visit.optional("diedYear", .year, { $0[$1].diedYear }, { $0.diedYear = $1 })
    visit.optional("disbandedYear", .year, { $0[$1].disbandedYear }, { $0.disbandedYear = $1 })
    visit.ofList("favorite", .flag, { $0[$1].favorite }, { $0.favorite = $1 })
    visit.optional(
      "followers",
      .count(0...1_000_000_000_000),
      { $0[$1].followers },
      { $0.followers = $1 }
    )
    visit.optional("formedYear", .year, { $0[$1].formedYear }, { $0.formedYear = $1 })
    visit.list("genres", .text, { $0[$1].genres }, { $0.genres = $1 })
    visit.id({ $0[$1].id }, { $0.id = $1 })
    visit.ids({ $0[$1].ids }, { $0.ids = $1 })
    visit.kind(kind)
    visit.table("links", { $0[$1].links }, { $0.links = $1 })
    visit.required("name", .text, { $0[$1].name }, { $0.name = $1 })
    visit.optional("sortName", .text, { $0[$1].sortName }, { $0.sortName = $1 })
    visit.extra({ $0[$1].extra }, { $0.extra = $1 })
  }
}
