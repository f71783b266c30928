public import MusicModel

/// The body of `part`: a chunk of a reply.
///
/// A provider's parts only append `items`. The hub's parts to a client that streams describe
/// changes of the first page: new or changed entities, and ids to remove. To a client that watches,
/// they contain the state of the hub, then its changes.
public struct Part: Hashable, Sendable, Codable {
  public var items: LenientList<Entity>?
  public var upsert: LenientList<Entity>?
  public var gone: [Gone]?
  /// Sources that refused a request, and are called again when their cool-down ends.
  public var sources: [SourceReport]?

  // To a client that watches.
  public var hub: HubStatus?
  /// New or changed ones.
  public var providers: [ProviderStatus]?
  /// Providers that are gone.
  public var removed: [ProviderID]?
  public var favorites: [FavoriteEvent]?
  /// New albums of favourite artists that were found.
  public var releases: [ReleaseReport]?

  /// An entity that is no longer on the page.
  public struct Gone: Hashable, Sendable, Codable {
    public var id: EntityID
    /// The entity that it turned out to be part of.
    public var into: EntityID?

    public init(id: EntityID, into: EntityID? = nil) {
      self.id = id
      self.into = into
    }
  }

  public init() {}

  public init(items: [Entity]) {
    self.items = LenientList(items)
  }

  public init(upsert: [Entity], gone: [Gone]) {
    self.upsert = upsert.isEmpty ? nil : LenientList(upsert)
    self.gone = gone.isEmpty ? nil : gone
  }
}
