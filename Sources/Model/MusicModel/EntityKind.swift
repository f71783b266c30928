/// MusicModel: the values that everybody on the bus speaks of — artists, albums, songs, charts,
/// their identifiers, dates and pictures. It holds values only and knows no source, wire or screen.
///
/// The JSON of these types is fixed by the protocol text (`Protocol/`, chapter "The model").

/// What an entity on the bus is.
public enum EntityKind: String, Hashable, Sendable, Codable, CaseIterable {
  case artist
  case album
  case song
  case chart

  /// The kind in the plural, as method names and commands use it: `artists`, `albums`, …
  public var plural: String { rawValue + "s" }
}
