/// The artist of an album or song: a name, and an id where the source gives one.
public struct ArtistReference: Hashable, Sendable, Codable {
  public var id: EntityID?
  public var name: String

  public init(id: EntityID? = nil, name: String) {
    self.id = id
    self.name = name
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
