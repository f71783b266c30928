public import MusicModel

/// What the user has at one provider, and what is wrong with it, as in the reply to `collection.check`.
public struct CollectionReport: Hashable, Sendable, Codable {
  /// Set by the hub.
  public var provider: ProviderID?
  public var artists = 0
  public var albums = 0
  public var songs = 0
  public var bytes = 0
  public var durationMs = 0
  /// The formats, the commonest first.
  public var formats: [Format] = []
  /// The number of songs that cannot be read now, as when their disk is away.
  public var unavailable = 0
  /// Files that contain no music that can be read.
  public var unreadable = Files()
  /// Songs whose title or artist was guessed from the path, so that they are matched with nothing.
  public var guessed = Files()
  /// Links to music and to folders, which are not followed.
  public var links: Files?
  /// Duplicate albums, with the same title and artist, side by side; `count` counts the titles.
  public var twice = Albums()
  /// Albums with missing tracks.
  public var incomplete = Albums()

  /// The maximum number of entries of each list.
  public static let maxEntries = 100

  public init() {}

  /// Whether no number of it is negative.
  public var hasCounts: Bool {
    let counts = [artists, albums, songs, bytes, durationMs, unavailable]
    let listed = [
      unreadable.count, guessed.count, links?.count ?? 0, twice.count, incomplete.count,
    ]
    return (counts + listed + formats.flatMap { [$0.songs, $0.bytes] }).allSatisfy { $0 >= 0 }
  }

  /// The report with the first ``maxEntries`` entries of each list.
  public var bounded: CollectionReport {
    func first<Entry>(_ list: [Entry]) -> [Entry] { Array(list.prefix(Self.maxEntries)) }
    var report = self
    report.formats = first(formats)
    report.unreadable.files = first(unreadable.files)
    report.guessed.files = first(guessed.files)
    if let links { report.links?.files = first(links.files) }
    report.twice.albums = first(twice.albums)
    report.incomplete.albums = first(incomplete.albums)
    return report
  }

  /// The songs of one format.
  public struct Format: Hashable, Sendable, Codable {
    /// Such as `FLAC`.
    public var name: String
    public var songs: Int
    public var bytes: Int

    public init(_ name: String, songs: Int, bytes: Int) {
      (self.name, self.songs, self.bytes) = (name, songs, bytes)
    }
  }

  /// The first of some files, by their URLs, and the number of all.
  public struct Files: Hashable, Sendable, Codable {
    public var count = 0
    public var files: [String] = []

    public init(count: Int = 0, files: [String] = []) { (self.count, self.files) = (count, files) }
  }

  /// The first of some albums, and the number of all.
  public struct Albums: Hashable, Sendable, Codable {
    public var count = 0
    public var albums: [OwnAlbum] = []

    public init(count: Int = 0, albums: [OwnAlbum] = []) {
      (self.count, self.albums) = (count, albums)
    }
  }

  /// An album that the user has.
  public struct OwnAlbum: Hashable, Sendable, Codable {
    public var id: EntityID
    public var title: String
    /// The name of the artist.
    public var artist: String?
    /// The URL of one of its folders.
    public var folder: String?
    /// The number of songs.
    public var songs: Int
    /// The number of songs that there should be.
    public var total: Int?

    public init(_ id: EntityID, title: String, songs: Int) {
      (self.id, self.title, self.songs) = (id, title, songs)
    }
  }
}
