public import MusicModel

/// The body of `call`. Which members a method uses is told in `Protocol/registry/methods.json`;
/// all are optional here, and those that a method does not use are ignored.
public struct CallParameters: Hashable, Sendable, Codable {
  // What is asked for.
  /// The text of a search.
  public var text: String?
  /// Whether only the very name is looked for.
  public var exact: Bool?
  /// The entity that is asked about.
  public var id: EntityID?
  /// Other ids of the same entity, where the hub knows them.
  public var ids: [EntityID]?
  /// Of a verdict: the id that ``id`` is compared with.
  public var other: EntityID?
  /// Which of several values is to be shown.
  public var policy: JSONValue?
  /// By what a favourite is named: its ULID, or any id of the entity.
  public var key: String?
  /// The same of several, 1 to 200.
  public var keys: [String]?
  /// In a search: the name of the artist.
  public var artist: String?
  /// In a search: the title of the album.
  public var album: String?
  /// Which chart: what its entries are.
  public var chart: Chart?
  /// Of `providers.add`: the absolute path of a manifest, or of the folder that holds it.
  public var path: String?
  /// The picture or sound that a provider is to fetch.
  public var url: String?
  /// The wanted edge of a picture in pixels.
  public var size: Int?

  // For whom.
  /// ISO 3166, two letters, lower case: the shop of which country.
  public var country: String?
  /// BCP 47: the language of texts.
  public var lang: String?
  /// `false` leaves explicit records out.
  public var explicit: Bool?

  // Which of the answers.
  /// How many at most, 1 to 200.
  public var limit: Int?
  /// How many to pass over.
  public var offset: Int?
  /// Its order; without it, the usual one of the method.
  public var sort: Sort?
  /// Only titles that hold this text.
  public var title: String?
  /// Only those from this date on.
  public var from: PartialDate?
  /// Only those up to this date.
  public var to: PartialDate?
  public var genre: String?
  /// Only albums of this kind.
  public var albumKind: AlbumKind?
  /// Whether editions are listed one by one.
  public var editions: Bool?
  public var detail: Detail?

  // Of favourites.
  /// Only those of this kind.
  public var entityKind: EntityKind?
  /// Only those that were added on this day or later.
  public var addedFrom: PartialDate?
  /// Only those that were added on this day or earlier.
  public var addedTo: PartialDate?
  /// Where a favourite is to stand.
  public var place: FavoritePosition?
  /// Before or after which favourite, as in ``key``.
  public var target: String?
  /// What is noted on a favourite, at most 10,000 bytes.
  public var note: String?
  /// As what favourites are exported.
  public var format: FavoriteFormat?
  /// What is brought in, 1 to 1,000: entities, or objects of an export.
  public var rows: [JSONValue]?

  // How the hub is to ask.
  /// Only these providers; of the methods about providers: those that are meant.
  public var providers: [ProviderID]?
  /// After this time the answers that are there will do, in milliseconds.
  public var waitMs: Int?
  /// Whether the first page is wanted as it forms.
  public var stream: Bool?
  /// How the hub uses cached replies; by default, it contacts a provider if its reply is not fresh.
  public var cache: CacheMode?

  // From the hub to a provider.
  /// How many requests it may make, by upstream.
  public var grant: [String: Int]?

  public init() {}

  /// What the entries of a chart are.
  public enum Chart: String, Hashable, Sendable, Codable, CaseIterable {
    case albums, songs
  }

  /// The order of a list.
  public enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
    case date, newest, name, rank
    case own, added, recent, year

    /// The orders of lists from providers.
    public static let ofLists: [Sort] = [.date, .newest, .name, .rank]

    /// The orders of favourites: the user's own, by name, by when they were added (the first or the
    /// last one first), by release date (the oldest or the newest first).
    public static let ofFavorites: [Sort] = [.own, .name, .added, .recent, .year, .newest]
  }

  /// Where in the user's own order a favourite is to stand.
  public enum FavoritePosition: String, Hashable, Sendable, Codable, CaseIterable {
    case first, last, before, after
  }

  /// In what form favourites leave the hub.
  public enum FavoriteFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case json, jsonl, csv
  }

  /// How the hub uses cached replies.
  public enum CacheMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Cached replies only, whatever their age (`only-if-cached`).
    case only
    /// Cached replies only if a provider fails (`no-cache`).
    case bypass
  }

  /// How much of each entity is told.
  public enum Detail: String, Hashable, Sendable, Codable, CaseIterable {
    case brief, full, provenance
  }
}
