public import MusicModel

/// The errors in the favourites file, as in the reply to `favorites.check`.
public struct FavoritesCheck: Hashable, Sendable, Codable {
  /// A line that cannot be used.
  public struct Damage: Hashable, Sendable, Codable {
    /// Counted from 1.
    public var line: Int
    public var reason: String

    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  /// The file with lines that could not be used.
  public struct MovedAside: Hashable, Sendable, Codable {
    public var path: String
    public var lines: Int

    public init(path: String, lines: Int) {
      self.path = path
      self.lines = lines
    }
  }

  /// A favourite that may combine two entities.
  public struct Suspicion: Hashable, Sendable, Codable {
    public var fav: String
    public var name: String
    /// An id of each of the two entities, if known.
    public var ids: [EntityID]
    public var reason: String

    public init(fav: String, name: String, ids: [EntityID], reason: String) {
      self.fav = fav
      self.name = name
      self.ids = ids
      self.reason = reason
    }
  }

  /// The path of the file.
  public var document: String
  public var version: Int
  /// Lines that can be used, the header not counted.
  public var lines: Int
  public var favorites: Int
  public var damaged: [Damage] = []
  /// Favourites whose own line is missing, by their ULIDs.
  public var incomplete: [String] = []
  /// Favourites whose line says something else than their snapshot, by their ULIDs.
  public var doubtful: [String] = []
  public var suspicious: [Suspicion]?
  /// Lines that were removed from the file earlier because they could not be used.
  public var movedAside: MovedAside?

  public init(document: String, version: Int, lines: Int, favorites: Int) {
    self.document = document
    self.version = version
    self.lines = lines
    self.favorites = favorites
  }

  public var isSound: Bool {
    damaged.isEmpty && incomplete.isEmpty && doubtful.isEmpty && suspicious?.isEmpty != false
  }
}
