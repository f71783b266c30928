/// An artist, album, song or chart, where a list may hold any of them.
public enum Entity: Hashable, Sendable {
  case artist(Artist)
  case album(Album)
  case song(Song)
  case chart(Chart)

  /// The entity as what all kinds have in common.
  public var base: any MusicEntity {
    switch self {
    case .artist(let artist): artist
    case .album(let album): album
    case .song(let song): song
    case .chart(let chart): chart
    }
  }

  public var kind: EntityKind {
    switch self {
    case .artist: .artist
    case .album: .album
    case .song: .song
    case .chart: .chart
    }
  }

  public var id: EntityID { base.id }
  public var ids: [EntityID] { base.ids }
  public var displayName: String { base.displayName }
}

extension Entity: Codable {
  private enum Member: CodingKey { case kind }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    self =
      switch try members.decode(EntityKind.self, forKey: .kind) {
      case .artist: .artist(try Artist(from: decoder))
      case .album: .album(try Album(from: decoder))
      case .song: .song(try Song(from: decoder))
      case .chart: .chart(try Chart(from: decoder))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    try base.encode(to: encoder)
  }
}
