public import MusicModel

/// The body of `done`: the end of an answer, which it may hold itself.
public struct Done: Hashable, Sendable, Codable {
  /// How many parts came before it.
  public var parts: Int
  public var items: LenientList<Entity>?
  /// What the attachment is, where there is one.
  public var media: Media?

  // From a provider.
  /// Requests that were really made, by upstream.
  public var spent: [String: Int]?
  /// How many records of the source were unusable and left out.
  public var skipped: Int?

  // From the hub.
  /// What became of each provider that was asked.
  public var sources: [SourceReport]?
  /// The ids of the final page, where it was streamed.
  public var ids: [EntityID]?
  /// How many there are in all.
  public var total: Int?
  /// Whether `total` is all that the sources have, and not only what they gave.
  public var totalIsExact: Bool?
  /// The offset of the next page, where there is one.
  public var next: Int?
  /// Providers, as `providers.list` and `hub.status` tell them.
  public var providers: [ProviderStatus]?
  public var hub: HubStatus?
  /// How the hub fares, in numbers.
  public var metrics: [Metric]?
  /// How the answers are that are kept on disk.
  public var cache: CacheStatus?
  /// What was searched for, the last one first.
  public var recent: [RecentSearch]?
  /// Why an entity is what it is, as `records.explain` tells it.
  public var explanation: ExplanationReport?
  /// The verdict that was kept or taken back.
  public var verdict: UserVerdict?
  /// What another policy would show otherwise.
  public var changes: [PolicyDifference]?
  /// What became of each favourite that was to be changed.
  public var results: [FavoriteResult]?
  /// What is wrong with the document of the favourites.
  public var check: FavoritesCheck?
  /// Another number whenever the favourites have changed.
  public var revision: Int?
  /// What the answer wants to tell a person, in a sentence each.
  public var notes: [String]?

  /// An attachment: a picture or a sound.
  public struct Media: Hashable, Sendable, Codable {
    /// Such as `image/jpeg`.
    public var type: String
    public var url: String?
    public var provider: ProviderID?

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
