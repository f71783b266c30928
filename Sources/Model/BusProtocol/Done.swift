public import MusicModel

/// The body of `done`: the end of a reply, which it may contain as a whole.
public struct Done: Hashable, Sendable, Codable {
  /// The number of parts before it.
  public var parts: Int
  public var items: LenientList<Entity>?
  /// The description of the attachment, if there is one.
  public var media: Media?

  // From a provider.
  /// Requests that were really made, by upstream.
  public var spent: [String: Int]?
  /// The number of records that were skipped as unusable.
  public var skipped: Int?
  /// The freshness lifetime of this reply in milliseconds, if shorter than that of its method.
  public var freshMs: Int?

  // From the hub.
  /// The outcome of each provider.
  public var sources: [SourceReport]?
  /// Whether no source could be reached, as it is without a network; `nil` otherwise.
  public var noNetwork: Bool?
  /// The id that a text means.
  public var id: EntityID?
  /// Of a search for all kinds: how many there are of each.
  public var lists: [ListReport]?
  /// What a text may mean for which nothing was found.
  public var suggestion: SearchSuggestion?
  /// What a name means.
  public var resolution: NameResolution?
  /// The ids of the final page if it was streamed.
  public var ids: [EntityID]?
  /// The number of all results.
  public var total: Int?
  /// Whether `total` counts all results of the sources, not only those received.
  public var totalIsExact: Bool?
  /// The offset of the next page, if there is one.
  public var next: Int?
  /// From a provider, instead of ``next``: the cursor of the next page, in the words of its source.
  public var cursor: String?
  /// The providers, in replies to `providers.list` and `hub.status`.
  public var providers: [ProviderStatus]?
  public var hub: HubStatus?
  /// The metrics of the hub.
  public var metrics: [Metric]?
  /// The state of the provider cache.
  public var cache: CacheStatus?
  /// The recent searches, the last one first.
  public var recent: [RecentSearch]?
  /// The state of the library.
  public var library: LibraryStatus?
  /// What the user has: from a provider its own report, from the hub those of all.
  public var collection: [CollectionReport]?
  /// New albums of favourite artists, the last found first.
  public var releases: [ReleaseReport]?
  /// Favourites that a service no longer has, the last first.
  public var unavailable: [UnavailableLink]?
  /// The explanation of an entity, in the reply to `records.explain`.
  public var explanation: ExplanationReport?
  /// Which entity each description means, in the reply to `records.match`.
  public var matches: [EntityMatch]?
  /// The user verdict that was saved or reverted.
  public var verdict: UserVerdict?
  /// The result for each favourite to be changed.
  public var results: [FavoriteResult]?
  /// The imports, the one started last at the end.
  public var imports: [ImportReport]?
  /// Rows of imports.
  public var rows: [ImportRowReport]?
  /// The errors in the favourites file.
  public var check: FavoritesCheck?
  /// Another number whenever the favourites have changed.
  public var revision: Int?
  /// Notes for the user, one sentence each.
  public var notes: [String]?

  /// An attachment: a picture, a sound, or a part of a song.
  public struct Media: Hashable, Sendable, Codable {
    /// Such as `image/jpeg`.
    public var type: String
    public var url: String?
    public var provider: ProviderID?
    /// Of a part of a song: the position of its first byte.
    public var firstByte: Int?
    /// Of a part of a song: the length of the whole.
    public var totalBytes: Int?

    public init(type: String, url: String? = nil) {
      self.type = type
      self.url = url
    }
  }

  public init(parts: Int = 0, items: [Entity]? = nil) {
    self.parts = parts
    self.items = items.map { LenientList($0) }
  }
}
