import BusProtocol
import EntityResolution
import MusicModel

/// One provider in one call: how far it is, and what it gave.
struct FanOutBranch: Sendable {
  enum State: Sendable {
    /// Nothing was asked of it yet. → starting, unnamed, resolving, asking, ended
    case new
    /// Its process is starting. → unnamed, resolving, asking, ended
    case starting(until: Instant)
    /// It does not know the id, and nobody has told the name yet. → resolving, asking, ended
    case unnamed
    /// It is being searched for the entity. → new, ended
    case resolving(WaiterID)
    /// → ended
    case asking(WaiterID)
    case ended(Outcome, SourceReport.SourceError?)
  }

  var state = State.new
  let begun: Instant
  private(set) var ended: Instant?
  /// The id under which it was asked about the call's entity.
  var askedID: EntityID?
  /// Why the question was lost that it was asked first; it is asked again once.
  var loss: SourceReport.SourceError?
  /// Whether that id is one only by a person's word.
  var isByVerdict = false
  /// Under which ids it has answered already.
  var answeredIDs: [EntityID] = []
  /// What it said when it was asked under those.
  var earlier: [Entity] = []
  /// How many records are shown that were kept, and how old they are, where nothing new came.
  private(set) var known: (count: Int, ageMs: Int)?
  /// What it answered before, where that may stand in for what it does not answer now.
  var kept: Kept?
  /// When those of its records were told that are not new, in milliseconds since 1970.
  var recordTimes: [EntityID: Int] = [:]
  var records: [Entity] = []
  var skipped = 0

  init(begun: Instant) { self.begun = begun }

  var waiter: WaiterID? {
    switch state {
    case .resolving(let key), .asking(let key): key
    case .new, .starting, .unnamed, .ended: nil
    }
  }

  var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  var outcome: Outcome? {
    if case .ended(let outcome, _) = state { outcome } else { nil }
  }

  /// Whether it waits for nothing but another source's word.
  var isUnnamed: Bool {
    if case .unnamed = state { true } else { false }
  }

  var isStarting: Bool {
    if case .starting = state { true } else { false }
  }

  /// Whether it is to be asked as soon as that can be.
  var isToBeAsked: Bool {
    switch state {
    case .new, .starting, .unnamed: true
    case .resolving, .asking, .ended: false
    }
  }

  mutating func end(_ outcome: Outcome, _ reason: SourceReport.SourceError? = nil, at now: Instant)
  {
    var outcome = outcome
    if outcome.isMissing, records.isEmpty, let kept {
      show(kept)
      outcome = .stale
    }
    state = .ended(outcome, reason)
    ended = now
  }

  mutating func setKnown(count: Int, ageMs: Int) { known = (count, ageMs) }

  /// Nothing came, and what came before is shown in its place.
  mutating func replaceByKnown(count: Int, ageMs: Int) {
    known = (count, ageMs)
    if case .ended(_, let why) = state { state = .ended(.stale, why) }
  }

  func report(for provider: ProviderID, attribution: String?, at now: Instant) -> SourceReport {
    var outcome = Outcome.timeout
    var reason: SourceReport.SourceError?
    if case .ended(let how, let why) = state { (outcome, reason) = (how, why) }
    var report = SourceReport(provider: provider, outcome: outcome)
    report.elapsedMs = (ended ?? now) - begun
    report.error = reason
    if outcome == .ok || outcome == .empty || !records.isEmpty { report.count = records.count }
    if skipped > 0 { report.skipped = skipped }
    if let known { (report.count, report.ageMs) = (known.count, known.ageMs) }
    if !records.isEmpty || known != nil { report.attribution = attribution }
    return report
  }
}

extension Outcome {
  /// Whether it answered, with something or with the word that it has nothing.
  var isUsable: Bool {
    switch self {
    case .ok, .empty, .cached, .stale: true
    case .timeout, .late, .failed, .rateLimited, .starting, .notLinked, .skipped: false
    }
  }

  /// What an error of a provider makes of it in the call that waited for it.
  init(of code: ErrorCode) {
    switch code {
    case .upstreamRateLimited: self = .rateLimited
    case .deadlineExceeded: self = .timeout
    default: self = .failed
    }
  }
}

extension SourceReport {
  /// As it is told where the same answer is given from memory. One with nothing in it is an answer, too;
  /// how long it took then says nothing now.
  var givenAgain: SourceReport {
    var report = self
    if [.ok, .empty].contains(outcome) { report.outcome = .cached }
    report.elapsedMs = nil
    return report
  }
}
