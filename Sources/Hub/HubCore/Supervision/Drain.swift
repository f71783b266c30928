import MusicModel

/// A provider's way out of service: no new calls, then its exit.
struct Drain: Sendable {
  enum Aim: Sendable {
    /// The provider is removed, as its manifest is gone.
    case removal
    /// The provider is restarted with its current manifest and executable.
    case renewal
  }

  var aim: Aim
  let since: Instant
}
