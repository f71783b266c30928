/// The calls that a provider works on.
struct ProviderWork: Hashable, Sendable {
  /// The time at which the first of them was sent.
  var begun: Instant
  /// Their latest deadline.
  var until: Instant
}
