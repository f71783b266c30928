import MusicModel

/// Timers by due time. Each timer is set at most once: setting it again moves it. There are at most two per call, lane and provider, so that looking at all of them is quick enough.
struct TimerQueue: Sendable {
  /// The key of a timer; each is set by one machine only.
  enum Timer: Hashable, Sendable {
    /// A call of a client has waited long enough for something.
    case clientCall(ClientCallID)
    /// A client that streams gets what has changed on its page.
    case page(ClientCallID)
    /// A call to a provider has waited long enough, or the next one can be sent.
    case lane(ProviderID)
    /// A provider must have ended a cancelled call.
    case laneStall(ProviderID)
    /// The stored budgets must have been read.
    case budgetsTimeout
    /// A process must have said hello.
    case hello(ProviderID)
    /// A provider is started again.
    case restart(ProviderID)
    /// Replies must not wait longer for favourite marks.
    case favorites
    /// An operation must not wait longer.
    case operations
    /// Peers are checked for their liveness.
    case liveness
    /// An unused hub may exit.
    case idle
    /// Providers must have exited.
    case shutdown
    /// Watchers are notified.
    case watchers
    /// The next favourite artist may be checked for new albums.
    case releases
    /// An import has waited long enough.
    case imports

    /// Whether it is the timeout of a peer, which a hub stall must not shorten.
    var isPeerTimeout: Bool {
      switch self {
      case .laneStall, .hello, .liveness: true
      default: false
      }
    }

    /// Whether what other messages bring, that have arrived already, comes first.
    var awaitsMessages: Bool { if case .page = self { true } else { false } }

    /// Whether it must be gone when no call is in flight.
    var isOfCall: Bool {
      switch self {
      case .clientCall, .page, .lane, .laneStall, .favorites, .operations: true
      case .budgetsTimeout, .hello, .restart, .liveness, .idle, .shutdown, .watchers, .releases,
        .imports:
        false
      }
    }
  }

  /// The due time of each timer, and its place among those that are due at the same time.
  private var timers: [Timer: (due: Instant, number: Int)] = [:]
  private var number = 0

  var count: Int { timers.count }

  func count(where isWanted: (Timer) -> Bool) -> Int { timers.keys.count(where: isWanted) }

  /// The due time of the earliest timer.
  var next: Instant? { timers.values.lazy.map(\.due).min() }

  /// Returns the due time of a timer, or `nil` if it is not set.
  func due(_ timer: Timer) -> Instant? { timers[timer]?.due }

  /// Sets a timer, unless it is due at that time or earlier.
  mutating func set(_ timer: Timer, noLaterThan due: Instant) {
    if let earlier = timers[timer]?.due, earlier <= due { return }
    set(timer, at: due)
  }

  /// Sets a timer to the time at which it is due now, or cancels it.
  mutating func set(_ timer: Timer, due: Instant?) {
    guard let due else { return cancel(timer) }
    if timers[timer]?.due != due { set(timer, at: due) }
  }

  mutating func set(_ timer: Timer, at due: Instant) {
    number += 1
    timers[timer] = (due, number)
  }

  mutating func cancel(_ timer: Timer) { timers[timer] = nil }

  /// Removes and returns the earliest of the timers that may fire, if it is due.
  mutating func popDue(at now: Instant, where mayFire: (Timer) -> Bool) -> Timer? {
    let due = timers.filter { $0.value.due <= now && mayFire($0.key) }
    guard let first = due.min(by: { $0.value < $1.value }) else { return nil }
    timers[first.key] = nil
    return first.key
  }
}

/// A moment by the hub's monotonic clock, in milliseconds since some start.
package struct Instant: Hashable, Sendable, Comparable {
  package var milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (instant: Instant, milliseconds: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds + milliseconds)
  }

  /// Milliseconds from the right one to the left one.
  package static func - (left: Instant, right: Instant) -> Int {
    left.milliseconds - right.milliseconds
  }
}

extension Comparable {
  /// The nearest value within the range.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Dictionary {
  /// Changes the value of a key in place, if there is one.
  ///
  /// Unlike the accessor of the subscript, it allocates no memory.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    guard let index = index(forKey: key) else { return }
    change(&values[index])
  }
}
