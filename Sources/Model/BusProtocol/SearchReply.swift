public import MusicModel

/// How many entities of one kind a search for all kinds has found (`lists` of `search.all`).
public struct ListReport: Hashable, Sendable, Codable {
  public var kind: EntityKind
  /// The number of all results; `nil` if the search for this kind failed.
  public var total: Int?
  public var totalIsExact: Bool?
  /// The `offset` at which the search method of the kind continues, if there are more.
  public var next: Int?
  /// Why there is nothing of this kind.
  public var error: SourceReport.SourceError?

  public init(kind: EntityKind) { self.kind = kind }
}

/// What a text may mean for which nothing was found (`suggestion` of `search.all`).
public struct SearchSuggestion: Hashable, Sendable, Codable {
  /// The name to search for instead.
  public var text: String
  /// An entity that has it.
  public var id: EntityID

  public init(_ text: String, _ id: EntityID) { (self.text, self.id) = (text, id) }
}

/// What a name means (`resolution` of `names.resolve`); the entities are the items of the reply, the most likely first.
public struct NameResolution: Hashable, Sendable, Codable {
  /// How sure it is.
  public enum Outcome: String, Hashable, Sendable, Codable {
    /// One entity has it; further items write it differently. An id, a URL or a code also means one, which is not looked up.
    case one
    /// Several artists have it; the first is the one that people mean.
    case dominant
    /// None has it, and one has a name that begins with it.
    case beginning
    /// Several have it.
    case several
    /// None has it; the items are the nearest ones.
    case none
  }

  public var outcome: Outcome
  /// The entity that it means, or most likely means.
  public var id: EntityID?

  public init(_ outcome: Outcome, _ id: EntityID? = nil) { (self.outcome, self.id) = (outcome, id) }
}
