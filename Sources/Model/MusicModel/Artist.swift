/// A musician or a group.
public struct Artist: MusicEntity {
  public static let kind = EntityKind.artist

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// All its ids, this one included.
  public var ids: [EntityID]
  public var name: String
  /// The name as it is sorted: `Beatles, The`.
  public var sortName: String?
  /// What tells it apart from others of the same name, in the words of its source: `60s band from the UK`.
  public var disambiguation: String?
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
  /// Its names in languages.
  public var names: [LocalName] = []
  /// The most fitting first.
  public var genres: [String] = []
  /// The country of origin, in the words of the source.
  public var country: String?
  public var followers: Int?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// From the hub: the number of its albums, as far as it has listed them.
  public var albumCount: Int?
  public var favorite: Bool?
  /// Whether the user has it as a file.
  public var owned: Bool?
  /// Whether the user has it, but none of it can be read now, as when its disk is not mounted.
  public var unavailable: Bool?
  /// Whether its name is a guess, such as from the path of a file: the name alone identifies nothing.
  public var guessed: Bool?
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates an artist with only a name.
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
    visit.ofList("albumCount", .count(0...1_000_000), \.albumCount)
    visit.list("aliases", .text, \.aliases)
    visit.list("artwork", .object(Artwork.self), \.artwork)
    visit.optional("biography", .text, \.biography)
    visit.optional("biographyLang", .text, \.biographyLang, .with("biography"))
    visit.optional("bornYear", .year, \.bornYear)
    visit.optional("country", .text, \.country)
    visit.optional("diedYear", .year, \.diedYear)
    visit.optional("disambiguation", .text, \.disambiguation)
    visit.optional("disbandedYear", .year, \.disbandedYear)
    visit.ofList("favorite", .flag, \.favorite)
    visit.optional("followers", .count(0...1_000_000_000_000), \.followers)
    visit.optional("formedYear", .year, \.formedYear)
    visit.list("genres", .text, \.genres)
    visit.optional("guessed", .flag, \.guessed)
    visit.id(\.id)
    visit.ids(\.ids)
    visit.kind(kind)
    visit.table("links", \.links)
    visit.required("name", .text, \.name)
    visit.list("names", .object(LocalName.self), \.names)
    visit.ofList("owned", .flag, \.owned)
    visit.optional("sortName", .text, \.sortName)
    visit.ofList("unavailable", .flag, \.unavailable, .smallest)
    visit.extra(\.extra)
  }
}
