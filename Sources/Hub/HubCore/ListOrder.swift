/// In which order a list is.
enum ListOrder: Sendable {
  /// How well it fits what was searched.
  case relevance
  /// Oldest first.
  case date
  /// Newest first.
  case newest
  case name
  case rank
  /// Disc and track number.
  case track
  /// As the sources gave it.
  case position
}
