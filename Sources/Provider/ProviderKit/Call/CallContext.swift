internal import BusProtocol
internal import MusicModel
internal import Synchronization

/// What happens around one call: its clock, its account of requests, what is told besides items.
final class CallContext: Sendable {
  /// What others learn while the call runs.
  struct Observer: Sendable {
    /// A request is about to be made to this upstream.
    var spent: @Sendable (String) -> Void = { _ in }
    var append: @Sendable ([Entity]) -> Void = { _ in }
  }

  /// Requests to one upstream where the call says nothing of any (MB-141).
  static let requestsByDefault = 3

  let client: HTTPClient
  private let deadline: ContinuousClock.Instant
  /// How many requests the call may make, by upstream; none where an upstream is not named.
  private let grant: [String: Int]?
  private let observer: Observer
  private let state = Mutex(State())

  private struct State {
    var spent: [String: Int] = [:]
    var skipped: [String: Int] = [:]
    var notes: [String] = []
  }

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

  /// The time to a moment, or to the end of the call where that is sooner.
  func timeLeft(until moment: ContinuousClock.Instant) -> Duration {
    ContinuousClock.now.duration(to: min(moment, deadline))
  }

  func requestsLeft(at upstream: String) -> Int {
    state.withLock { allowed(at: upstream) - $0.spent[upstream, default: 0] }
  }

  /// Books one request, or refuses it.
  func take(_ upstream: String) throws(Failure) {
    let allowed = allowed(at: upstream)
    let isGranted = state.withLock { state in
      guard state.spent[upstream, default: 0] < allowed else { return false }
      state.spent[upstream, default: 0] += 1
      return true
    }
    guard isGranted else {
      throw Failure(
        .grantExceeded,
        "The call may make \(allowed) requests to \(upstream), and would need one more."
      )
    }
    observer.spent(upstream)
  }

  private func allowed(at upstream: String) -> Int {
    grant.map { $0[upstream] ?? 0 } ?? CallContext.requestsByDefault
  }

  func append(_ items: [Entity]) {
    if !items.isEmpty { observer.append(items) }
  }

  func skip(_ reason: String) { state.withLock { $0.skipped[reason, default: 0] += 1 } }
  func note(_ sentence: String) { state.withLock { $0.notes.append(sentence) } }

  /// What the terminal tells besides items.
  var account: Account {
    state.withLock { Account(spent: $0.spent, skipped: $0.skipped, notes: $0.notes) }
  }

  struct Account: Hashable, Sendable {
    var spent: [String: Int] = [:]
    /// How many records were left out, by reason.
    var skipped: [String: Int] = [:]
    var notes: [String] = []

    /// "7 feature-movie, 3 audiobook", or nothing where all could be used.
    var skippedInWords: String? {
      guard !skipped.isEmpty else { return nil }
      return skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
  }
}
