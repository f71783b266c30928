import BusProtocol
import FavoritesModel
import MusicModel

/// A call about favourites that waits for the disk.
struct PendingFavoritesCall: Sendable {
  enum Cause: Sendable {
    /// The favourites are being opened; the call begins then.
    case opening(Method, CallParameters)
    /// A freshness check; the call begins when it ends, at this time at the latest.
    case freshness(Method, CallParameters, until: Instant)
    /// The change made at that time is being saved.
    case saving(Timestamp, Done)
    case check
    case compaction
  }

  let operation: OperationID
  let cause: Cause

  var isOpening: Bool { if case .opening = cause { true } else { false } }
  var isCheck: Bool { if case .check = cause { true } else { false } }
  var isCompaction: Bool { if case .compaction = cause { true } else { false } }

  /// The end of the wait for a freshness check, or `nil`.
  var freshnessDeadline: Instant? {
    if case .freshness(_, _, let until) = cause { until } else { nil }
  }

  /// The call that begins when the wait ends, or `nil`.
  var deferred: (method: Method, parameters: CallParameters)? {
    switch cause {
    case .opening(let method, let parameters), .freshness(let method, let parameters, _):
      (method, parameters)
    case .saving, .check, .compaction: nil
    }
  }

  /// The reply to a change that is saved by then, or `nil`.
  func reply(savedUpTo time: Timestamp) -> Done? {
    if case .saving(let wanted, let done) = cause, wanted <= time { done } else { nil }
  }

  func isLost(from time: Timestamp) -> Bool {
    if case .saving(let wanted, _) = cause { wanted >= time } else { false }
  }
}
