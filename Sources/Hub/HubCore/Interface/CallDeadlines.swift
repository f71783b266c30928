import BusProtocol
import MusicModel

/// The deadlines of a client call. Each hop subtracts a margin and passes on the rest
/// (Protocol/messages.md, "Time and cancellation").
package struct CallDeadlines: Hashable, Sendable {
  package let start: Instant
  /// The hub replies then at the latest, with the results that it has.
  package let deadline: Instant
  /// From then on, the results of one source suffice; never before all lookups in the cache.
  package let softDeadline: Instant
  /// From then on, no results suffice: soon after the start if the caller waits for no source.
  package let emptyDeadline: Instant

  /// Computes the deadlines of a call.
  ///
  /// `timeoutMs` is the time limit of the caller, `waitMs` its wait for slow sources after others
  /// have replied, both in milliseconds.
  package init(start: Instant, timeoutMs: Int, waitMs: Int) {
    self.start = start
    deadline = start + (timeoutMs - CallDeadlines.margin(of: timeoutMs))
    softDeadline = min(deadline, start + max(waitMs, CallDeadlines.cacheLookupMs))
    emptyDeadline = waitMs == 0 ? softDeadline : deadline
  }

  /// The time for lookups in the cache, which even a call has that waits for no source.
  package static let cacheLookupMs = 100

  /// The hop margin: 5 % of the time limit, at least 50 ms.
  package static func margin(of timeoutMs: Int) -> Int { max(50, timeoutMs / 20) }

  /// The time left until the deadline, in milliseconds.
  package func left(at now: Instant) -> Int { max(0, deadline - now) }
}

extension CallDeadlines {
  /// Returns the deadlines of a call that is received now.
  ///
  /// - Throws: `INVALID_HEADER` or `DEADLINE_EXCEEDED` if its time limit is invalid or too short.
  init(
    of header: Header,
    _ parameters: CallParameters,
    _ settings: HubSettings,
    now: Instant
  ) throws(Failure) {
    let timeoutMs = header.timeoutMs ?? settings.defaultTimeoutMs
    guard Header.timeoutMsAllowed.contains(timeoutMs) else {
      throw Failure(
        .invalidHeader,
        "\"timeoutMs\" must be 1 to \(Header.timeoutMsAllowed.upperBound) milliseconds, not \(timeoutMs)."
      )
    }
    let waitMs = parameters.waitMs ?? settings.defaultWaitMs
    self.init(start: now, timeoutMs: timeoutMs, waitMs: waitMs)
    guard left(at: now) > 0 else {
      throw Failure(
        .deadlineExceeded,
        "timeoutMs \(timeoutMs) is too short: the hub reserves \(CallDeadlines.margin(of: timeoutMs)) ms."
      )
    }
  }
}
