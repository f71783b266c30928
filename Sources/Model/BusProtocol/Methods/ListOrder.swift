/// The order of a list.
public enum ListOrder: String, Hashable, Sendable {
  /// Best match of the search text first.
  case relevance
  /// Oldest first.
  case date
  /// Newest first.
  case newest
  case name
  case rank
  /// By disc and track number.
  case track
  /// As the sources listed it.
  case position
  /// What most sources list, and list first, comes first.
  case agreement
}
