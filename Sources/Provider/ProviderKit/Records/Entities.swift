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

/// An album or a song: what sources describe with the same members.
public protocol RecordedMusic: MusicEntity {
  init(id: EntityID, title: String, artist: ArtistReference?)

  var artist: ArtistReference? { get set }
  var artists: [CreditedArtist] { get set }
  var releaseDate: PartialDate? { get set }
  var genres: [String] { get set }
  var explicit: Bool? { get set }
  var cleaned: Bool? { get set }
  var price: Double? { get set }
  var currency: String? { get set }
  var artwork: [Artwork] { get set }
  var links: [String: String] { get set }
  var rank: Int? { get set }
}

extension RecordedMusic {
  /// Creates an entity with the id, the title and a code (UPC or ISRC) of a record.
  public init(
    _ record: JSONRecord,
    _ namespace: String,
    title: String,
    code: EntityID?
  ) throws(UnusableRecord) {
    self.init(
      id: try record.requiredID(namespace, Self.kind.rawValue),
      title: try record.requiredText(title),
      artist: nil
    )
    add([code])
  }
}

extension Album: RecordedMusic {}
extension Song: RecordedMusic {}

extension MusicEntity {
  /// Adds ids in the order in which ids are printed.
  public mutating func add(_ ids: [EntityID?]) {
    self.ids = Set(self.ids + ids.compactMap { $0 }).sorted()
  }
}

extension Artist {
  /// Sets the years of a record with `begin` and `end`: people are born, groups are formed.
  public mutating func setLifeSpan(_ span: JSONRecord?, isPerson: Bool) {
    let (begin, end) = (span?.date("begin")?.year, span?.date("end")?.year)
    if isPerson {
      (bornYear, diedYear) = (begin, end)
    } else {
      (formedYear, disbandedYear) = (begin, end)
    }
  }
}

extension ArtistReference {
  /// The name that sources put in the place of several artists.
  private static let variousArtists = "Various Artists"

  /// Creates a reference to a credited artist; for a placeholder, only the name.
  ///
  /// `record` is the artist, with members `id` and `name`.
  public init?(_ record: JSONRecord?, _ namespace: String) {
    guard let record, let name = record.text("name") else { return nil }
    let isPlaceholder = name == ArtistReference.variousArtists
    self.init(id: isPlaceholder ? nil : record.id(namespace, "artist"), name: name)
  }

  /// Creates a reference to all credited artists; several have no id in common.
  ///
  /// Each record is an artist, or a credit with the members `artist`, `name` and `joinphrase`.
  public init?(credits: [JSONRecord], _ namespace: String) {
    guard let first = credits.first else { return nil }
    self.init(first.record("artist") ?? first, namespace)
    let names = credits.enumerated().map { place, credit in
      let join: String =
        if case .string(let text) = credit.members["joinphrase"] { text } else {
          place + 1 < credits.count ? ", " : ""
        }
      return (credit.text("name") ?? credit.record("artist")?.text("name") ?? "") + join
    }
    name = names.joined()
    if credits.count > 1 { id = nil }
  }
}

extension [CreditedArtist] {
  /// The artists that a source credits, in the same form; empty if it is only one. What follows "feat." is featured.
  public init(credits: [JSONRecord], _ namespace: String) {
    self = []
    guard credits.count > 1 else { return }
    var isFeatured = false
    for credit in credits {
      guard let reference = ArtistReference(credit.record("artist") ?? credit, namespace) else {
        continue
      }
      var artist = CreditedArtist(id: reference.id, name: credit.text("name") ?? reference.name)
      artist.join = credit.text("joinphrase")
      if isFeatured || credit.text("role") == "Featured" { artist.role = "featured" }
      isFeatured = isFeatured || artist.join?.lowercased().contains("feat") == true
      append(artist)
    }
    if count < 2 { self = [] }
  }
}

extension AlbumReference {
  /// Creates a reference to an album, a record with the member `id`.
  public init?(
    _ record: JSONRecord?,
    _ namespace: String,
    type: String = "album",
    title: String
  ) {
    guard let record, let text = record.text(title) else { return nil }
    self.init(id: record.id(namespace, type), title: text)
  }
}

extension Chart {
  /// Returns the charts of albums and songs of a source that has one of each.
  public static func ofAlbumsAndSongs(_ namespace: String, _ title: String) -> [Chart] {
    [("albums", EntityKind.album), ("songs", .song)].compactMap { name, kind in
      guard let id = EntityID(namespace: namespace, type: "chart", value: name) else { return nil }
      var chart = Chart(id: id, title: "\(title) \(name)")
      (chart.of, chart.limit) = (kind, 100)
      return chart
    }
  }
}
