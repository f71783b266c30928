public import MusicModel

/// A type whose values are entities.
public protocol ConvertibleToEntity: Sendable {
  var entity: Entity { get }
}

extension Artist: ConvertibleToEntity {
  public var entity: Entity { .artist(self) }
}

extension Album: ConvertibleToEntity {
  public var entity: Entity { .album(self) }
}

extension Song: ConvertibleToEntity {
  public var entity: Entity { .song(self) }
}

extension Chart: ConvertibleToEntity {
  public var entity: Entity { .chart(self) }
}

extension Entity: ConvertibleToEntity {
  public var entity: Entity { self }
}
