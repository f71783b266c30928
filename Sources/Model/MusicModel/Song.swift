/// A recording, as it stands on an album or alone.
public struct Song: MusicEntity {
  public static let kind = EntityKind.song

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// All its ids, this one included.
  public var ids: [EntityID]
  public var title: String
  public var artist: ArtistReference?
  /// All artists of ``artist``, and others with what they did; empty if there is one only.
  public var artists: [CreditedArtist] = []
  /// What tells it apart from others of the same title, in the words of its source: `live, 1975-04-05`.
  public var disambiguation: String?
  public var album: AlbumReference?
  public var durationMs: Int?
  /// From 1.
  public var discNumber: Int?
  /// From 1.
  public var trackNumber: Int?
  public var releaseDate: PartialDate?
  /// The most fitting first.
  public var genres: [String] = []
  /// A short sample of the recording.
  public var previewURL: String?
  /// The price in ``currency``; absent if it is not sold.
  public var price: Double?
  /// ISO 4217.
  public var currency: String?
  public var explicit: Bool?
  /// Whether it is the cleaned edition of an explicit song.
  public var cleaned: Bool?
  public var artwork: [Artwork] = []
  /// Pages about it: the name of the site, and the URL.
  public var links: [String: String] = [:]
  /// The position in the requested chart, from 1.
  public var rank: Int?
  public var favorite: Bool?
  /// Whether the user has it as a file.
  public var owned: Bool?
  /// Whether the user has it, but none of it can be read now, as when its disk is not mounted.
  public var unavailable: Bool?
  /// The URL of the user's own file; only in details.
  public var file: String?
  /// The whole song at the user's own server.
  public var stream: SongStream?
  /// Whether its name is a guess, such as from the path of a file: the name alone identifies nothing.
  public var guessed: Bool?
  /// What the hub reads from the title: `live version`, `remix`.
  public var version: String?
  /// The title of the song that it is a version of.
  public var versionOf: String?
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates a song with only a name.
  public init(id: EntityID, title: String, artist: ArtistReference? = nil) {
    self.id = id
    self.ids = [id]
    self.title = title
    self.artist = artist
  }

  public var displayName: String { title }
}

extension Song: MemberVisitable {
  public static let blank = EntityID.blank.map { Song(id: $0, title: "") }

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Song>) {
    visit.optional("album", .object(AlbumReference.self), \.album, .original)
    visit.optional("artist", .object(ArtistReference.self), \.artist)
    visit.list("artists", .object(CreditedArtist.self), \.artists, .fullest)
    visit.list("artwork", .object(Artwork.self), \.artwork, .ofEdition)
    visit.optional("cleaned", .flag, \.cleaned, .with("explicit"))
    visit.optional("currency", .currency, \.currency, .with("price"))
    visit.optional("disambiguation", .text, \.disambiguation)
    visit.optional("discNumber", .positive, \.discNumber, .with("album"))
    visit.optional("durationMs", .count(1...864_000_000), \.durationMs)
    visit.optional("explicit", .flag, \.explicit, .ofEditionOnly)
    visit.ofList("favorite", .flag, \.favorite)
    visit.ofList("file", .text, \.file)
    visit.list("genres", .text, \.genres)
    visit.optional("guessed", .flag, \.guessed)
    visit.id(\.id)
    visit.ids(\.ids)
    visit.kind(kind)
    visit.table("links", \.links)
    visit.ofList("owned", .flag, \.owned)
    visit.optional("previewURL", .text, \.previewURL, .ofEdition)
    visit.optional("price", .amount, \.price, .ofEdition)
    visit.ofList("rank", .positive, \.rank, .smallest)
    visit.optional("releaseDate", .date, \.releaseDate, .with("album"))
    visit.ofList("stream", .object(SongStream.self), \.stream)
    visit.required("title", .text, \.title, .ofEdition)
    visit.optional("trackNumber", .positive, \.trackNumber, .with("album"))
    visit.ofList("unavailable", .flag, \.unavailable, .smallest)
    visit.ofList("version", .text, \.version)
    visit.ofList("versionOf", .text, \.versionOf)
    visit.extra(\.extra)
  }
}
