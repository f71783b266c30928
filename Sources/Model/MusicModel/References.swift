/// The artist of an album or song: a name, and an id where the source gives one.
public struct ArtistReference: Hashable, Sendable, Codable {
  public var id: EntityID?
  public var name: String

  public init(id: EntityID? = nil, name: String) {
    self.id = id
    self.name = name
  }
}

/// One of the artists of an album or song, in the order of the credited line.
public struct CreditedArtist: Hashable, Sendable, Codable {
  public var id: EntityID?
  public var name: String
  /// What stands between this name and the next one in the credited line, without spaces around it: `&`, `feat.`.
  public var join: String?
  /// What the artist did, if not the main one: `featured remixer composer conductor orchestra`, or a source's own word.
  public var role: String?

  public init(id: EntityID? = nil, name: String, join: String? = nil, role: String? = nil) {
    (self.id, self.name, self.join, self.role) = (id, name, join, role)
  }
}

/// The name of an artist in a language.
public struct LocalName: Hashable, Sendable, Codable {
  /// As BCP 47: `ja`, `ja-Latn`.
  public var lang: String
  public var name: String
  /// Whether it is the usual one in that language, of several.
  public var primary: Bool?

  public init(lang: String, name: String, primary: Bool? = nil) {
    (self.lang, self.name, self.primary) = (lang, name, primary)
  }
}

/// The album of a song: a title, and an id where the source gives one.
public struct AlbumReference: Hashable, Sendable, Codable {
  public var id: EntityID?
  public var title: String

  public init(id: EntityID? = nil, title: String) {
    self.id = id
    self.title = title
  }
}

extension ArtistReference: MemberVisitable {
  public static let blank: ArtistReference? = ArtistReference(name: "")

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<ArtistReference>) {
    visit.optional("id", .id, \.id)
    visit.required("name", .text, \.name)
  }

  public var quality: Int { id == nil ? 0 : 1 }
}

extension CreditedArtist: MemberVisitable {
  public static let blank: CreditedArtist? = CreditedArtist(name: "")

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<CreditedArtist>) {
    visit.optional("id", .id, \.id)
    visit.optional("join", .text, \.join)
    visit.required("name", .text, \.name)
    visit.optional("role", .text, \.role)
  }

  /// Whether the credited line names it, as a main artist or a guest.
  public var isCredited: Bool { role == nil || role == "main" || role == "featured" }

  /// Those of the credited line count most, then how it is written, and links.
  public var quality: Int { (isCredited ? 100 : 1) + (join == nil ? 0 : 10) + (id == nil ? 0 : 1) }
}

extension LocalName: MemberVisitable {
  public static let blank: LocalName? = LocalName(lang: "", name: "")

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<LocalName>) {
    visit.required("lang", .text, \.lang)
    visit.required("name", .text, \.name)
    visit.optional("primary", .flag, \.primary)
  }

  public var listKey: String { "\(lang) \(name)" }
}

extension AlbumReference: MemberVisitable {
  public static let blank: AlbumReference? = AlbumReference(title: "")

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<AlbumReference>) {
    visit.optional("id", .id, \.id)
    visit.required("title", .text, \.title)
  }

  public var quality: Int { id == nil ? 0 : 1 }

  /// Whether both refer to the same album: equal titles, and artists that do not differ.
  public func agrees(
    with other: AlbumReference,
    isSameName: (String, String) -> Bool
  ) -> Bool {
    id == nil || other.id == nil ? isSameName(title, other.title) : id == other.id
  }
}
