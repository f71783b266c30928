public import MusicModel

/// The body of `part`: a piece of an answer.
///
/// A provider's parts only append `items`. The hub's parts to a client that streams tell the first
/// page as it forms: what is new or changed, and what is gone. To one that watches they tell the
/// state of the hub, and then what changes.
public struct Part: Hashable, Sendable, Codable {
  public var items: LenientList<Entity>?
  public var upsert: LenientList<Entity>?
  public var gone: [Gone]?

  // To a client that watches.
  public var hub: HubStatus?
  /// New or changed ones.
  public var providers: [ProviderStatus]?
  /// Providers that are gone.
  public var removed: [ProviderID]?
  public var favorites: [FavoriteEvent]?

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
