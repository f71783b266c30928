internal import BusProtocol
internal import MusicModel
internal import Synchronization

/// The state of one running call: its deadline, its request counts, and its notes.
final class CallContext: Sendable {
  /// Callbacks for progress while the call runs.
  struct Observer: Sendable {
    /// A request to this upstream is about to be sent (1), or was not sent after all (-1).
    var spent: @Sendable (_ upstream: String, _ change: Int) -> Void = { _, _ in }
    var streamed: @Sendable ([Entity]) -> Void = { _ in }
  }

  /// The number of requests per upstream if the call has no grant (MB-141).
  static let defaultGrant = 3

  let client: HTTPClient
  private let deadline: ContinuousClock.Instant
  /// The granted requests by upstream; other upstreams have none. `nil` means ``defaultGrant``.
  private let grant: [String: Int]?
  private let observer: Observer
  private let state = Mutex(Summary())
  /// The ids with which requests were made.
  private let usedIDs = Mutex<Set<EntityID>>([])

  init(
    client: HTTPClient,
    timeLeft: Duration,
    grant: [String: Int]?,
    observer: Observer = Observer()
  ) {
    self.client = client
    self.deadline = .now + timeLeft
    self.grant = grant
    self.observer = observer
  }

  var timeLeft: Duration { timeLeft(until: deadline) }

  /// Returns the time until an instant or the deadline, whichever is earlier.
  func timeLeft(until instant: ContinuousClock.Instant) -> Duration {
    ContinuousClock.now.duration(to: min(instant, deadline))
  }

  /// Whether the call may make another request to each upstream that it has used.
  var hasRequestsLeft: Bool { summary.spent.keys.allSatisfy { requestsLeft(at: $0) > 0 } }

  func requestsLeft(at upstream: String) -> Int {
    state.withLock { granted(at: upstream) - $0.spent[upstream, default: 0] }
  }

  /// Counts a request against the grant.
  ///
  /// - Throws: `GRANT_EXCEEDED` if the grant is exhausted.
  func spendRequest(at upstream: String) throws(Failure) {
    let granted = granted(at: upstream)
    let isGranted = state.withLock { state in
      guard state.spent[upstream, default: 0] < granted else { return false }
      state.spent[upstream, default: 0] += 1
      return true
    }
    guard isGranted else {
      throw Failure(.grantExceeded, "No more requests to \(upstream) are allowed now.")
    }
    observer.spent(upstream, 1)
  }

  /// Takes back a request that was not sent.
  func refundRequest(at upstream: String) {
    state.withLock { state in
      let left = state.spent[upstream, default: 0] - 1
      state.spent[upstream] = left > 0 ? left : nil
    }
    observer.spent(upstream, -1)
  }

  private func granted(at upstream: String) -> Int {
    grant.map { $0[upstream] ?? 0 } ?? CallContext.defaultGrant
  }

  func stream(_ items: [Entity]) {
    guard !items.isEmpty else { return }
    state.withLock { $0.hasStreamed = true }
    observer.streamed(items)
  }

  var hasStreamed: Bool { state.withLock { $0.hasStreamed } }

  func use(_ id: EntityID) { _ = usedIDs.withLock { $0.insert(id) } }

  /// Removes and returns the ids that were used since the last time.
  func takeUsedIDs() -> Set<EntityID> {
    usedIDs.withLock { used in
      defer { used = [] }
      return used
    }
  }

  func skip(_ reason: String) { state.withLock { $0.skipped[reason, default: 0] += 1 } }
  func addNote(_ sentence: String) { state.withLock { $0.notes.append(sentence) } }

  func shortenFreshness(toMs freshMs: Int) {
    state.withLock { $0.freshMs = min($0.freshMs ?? freshMs, freshMs) }
  }

  func state(total: Int?, next: ListPosition?) {
    state.withLock { ($0.total, $0.next) = (total, next) }
  }

  var summary: Summary { state.withLock { $0 } }

  /// The contents of a terminal message besides items.
  struct Summary: Hashable, Sendable {
    /// Requests sent, by upstream.
    var spent: [String: Int] = [:]
    /// Skipped records, by reason.
    var skipped: [String: Int] = [:]
    var notes: [String] = []
    /// Whether items were sent before the end of the call.
    var hasStreamed = false
    /// The freshness lifetime, if shorter than that of the method.
    var freshMs: Int?
    /// The length of the upstream's list, and the position of the next page.
    var total: Int?
    var next: ListPosition?

    /// "7 feature-movie, 3 audiobook"; `nil` if no record was skipped.
    var skippedSummary: String? {
      guard !skipped.isEmpty else { return nil }
      return skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
  }
}
