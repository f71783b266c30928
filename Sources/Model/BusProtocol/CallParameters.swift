public import MusicModel

/// The body of `call`. `Protocol/registry/methods.json` lists which members a method uses; here all
/// are optional, and others are ignored.
public struct CallParameters: Hashable, Sendable, Codable {
  // The subject.
  /// The text of a search.
  public var text: String?
  /// Whether only the whole name matches.
  public var exact: Bool?
  /// Whether a program looks up a name, which is not a search of the user.
  public var lookup: Bool?
  /// The entity that the call is about.
  public var id: EntityID?
  /// Other ids of the same entity, where the hub knows them; of `records.match`, the candidates.
  public var ids: [EntityID]?
  /// Of a verdict: the id that ``id`` is compared with.
  public var other: EntityID?
  /// The key of a favourite: its ULID, or any id of the entity.
  public var key: String?
  /// The keys of several favourites, 1 to 200.
  public var keys: [String]?
  /// In a search: the name of the artist.
  public var artist: String?
  /// In a search: the title of the album.
  public var album: String?
  /// The length of the song whose lyrics are looked for.
  public var durationMs: Int?
  /// The chart, by the kind of its entries.
  public var chart: Chart?
  /// The absolute path of a manifest for `providers.add`, or of the directory that contains it.
  public var path: String?
  /// The upstreams for which the user trusts the provider of `providers.add` (MB-144), 1 to 50.
  public var approvedHosts: [String]?
  /// The id that a further instance of the provider of `providers.add` gets, such as for a second server.
  public var instance: ProviderID?
  /// The picture or sound that a provider is to fetch.
  public var url: String?
  /// The wanted edge of a picture in pixels.
  public var size: Int?
  /// The position in a song from which its bytes are fetched.
  public var firstByte: Int?
  /// The maximum number of these bytes, up to that of an attachment.
  public var maxBytes: Int?

  // The market and the language.
  /// The country of the storefront: ISO 3166, two letters, lower case.
  public var country: String?
  /// BCP 47: the language of texts.
  public var lang: String?
  /// `false` leaves explicit records out.
  public var explicit: Bool?

  // The page of the list.
  /// The maximum number of results, 1 to 200.
  public var limit: Int?
  /// The number of results to skip.
  public var offset: Int?
  /// From the hub to a provider, instead of ``offset``: where the list of its source continues, in the
  /// source's own format, at most 1,000 bytes.
  public var cursor: String?
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
  /// Only what the user has, or only what is missing.
  public var owned: Bool?
  /// The artists whose albums are searched.
  public var artistsOf: ArtistSet?
  /// Whether editions are listed one by one.
  public var editions: Bool?
  public var detail: Detail?

  // Of favourites.
  /// Only those of this kind.
  public var entityKind: EntityKind?
  /// What a name may mean; without it, all kinds.
  public var entityKinds: [EntityKind]?
  /// Only those that were added on this day or later.
  public var addedFrom: PartialDate?
  /// Only those that were added on this day or earlier.
  public var addedTo: PartialDate?
  /// The new position of a favourite.
  public var position: FavoritePosition?
  /// The favourite before or after which it comes, as in ``key``.
  public var target: String?
  /// The new position of a favourite as a number from 1.
  public var index: Int?
  /// The note on a favourite, at most 10,000 bytes.
  public var note: String?
  /// The export format of favourites.
  public var format: FavoriteFormat?
  /// The rows to import, 1 to 1,000: entities, objects of an export, or each an ``ImportRow``.
  public var rows: [EncodedJSON]?
  /// The name of an import: all rows with it are undone together.
  public var batch: String?
  /// The id of a change, which identifies a repeated one.
  public var change: String?
  /// What is known of the file of an import, ``ImportedFileInfo``.
  public var file: EncodedJSON?
  /// The number of a row of an import, from 1.
  public var row: Int?
  /// Only rows of an import in this state.
  public var rowState: ImportRowState?

  // The way in which the hub calls providers.
  /// The only providers to call; for methods about providers, their subject.
  public var providers: [ProviderID]?
  /// The soft deadline: after this time, the results so far suffice, in milliseconds.
  public var waitMs: Int?
  /// Whether the first page is streamed as results arrive.
  public var stream: Bool?
  /// The use of cached replies; by default, a provider is called unless its cached reply is fresh.
  public var cache: CacheMode?

  // From the hub to a provider.
  /// The granted number of requests, by upstream.
  public var grant: [String: Int]?

  public init() {}

  /// The kind of a chart's entries.
  public enum Chart: String, Hashable, Sendable, Codable, CaseIterable {
    case albums, songs
  }

  /// The order of a list.
  public enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
    case date
    /// Newest release first (artists: formation); unknown dates last.
    case newest
    case name, rank
    /// The user's own order.
    case own
    /// By time added, oldest first.
    case added
    /// By time added, newest first.
    case recent
    /// Oldest release first (artists: formation); unknown dates last.
    case year

    /// The orders of lists from providers.
    public static let ofLists: [Sort] = [.date, .newest, .name, .rank]

    /// The orders of favourites.
    public static let ofFavorites: [Sort] = [.own, .name, .added, .recent, .year, .newest]
  }

  /// Artists of the user.
  public enum ArtistSet: String, Hashable, Sendable, Codable, CaseIterable {
    /// The favourite artists.
    case favorites
    /// The artists of what the user has.
    case collection
  }

  /// A position in the user's own order of favourites.
  public enum FavoritePosition: String, Hashable, Sendable, Codable, CaseIterable {
    case first, last, before, after
  }

  /// The export format.
  public enum FavoriteFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// An array of objects.
    case json
    /// One object per line.
    case jsonl
    /// A table for spreadsheets (RFC 4180) with a header row. It has fewer details than the others.
    case csv
    /// Playlists, of songs only.
    case jspf, xspf, m3u8

    /// Whether it is a playlist.
    public var isPlaylist: Bool { [.jspf, .xspf, .m3u8].contains(self) }
  }

  /// The use of cached replies.
  public enum CacheMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Cached replies only, whatever their age (`only-if-cached`).
    case only
    /// Cached replies only if a provider fails (`no-cache`).
    case bypass
  }

  /// The extent to which each entity is described.
  public enum Detail: String, Hashable, Sendable, Codable, CaseIterable {
    case brief, full, provenance
  }
}
