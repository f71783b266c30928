/// MusicModel: artists, albums, songs, charts, their ids, dates and pictures. These are values
/// without knowledge of sources, wire or screen.
///
/// The JSON of these types is fixed by the protocol text (`Protocol/model.md`).

/// The kind of an entity.
public enum EntityKind: String, Hashable, Sendable, Codable, CaseIterable {
  case artist
  case album
  case song
  case chart

  /// The kind in the plural, as method names and commands use it: `artists`, `albums`, …
  public var plural: String { rawValue + "s" }
}
