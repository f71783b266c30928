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
