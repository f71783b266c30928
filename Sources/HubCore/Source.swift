import BusProtocol
import Catalog
import MusicModel

/// One provider in one call: how far it is, and what it gave.
struct Source: Sendable {
  enum State: Sendable {
    /// Its turn has not come. → any other
    case unasked
    /// Its process is starting. → asking, resolving, unnamed, ended
    case starting(until: Instant)
    /// It does not know the id, and nobody has told the name yet. → resolving, ended
    case unnamed
    /// It is being searched for the entity. → asking, ended
    case resolving(QuestionKey)
    /// → ended
    case asking(QuestionKey)
    case ended(Outcome, SourceReport.Reason?)
  }

  var state: State
  var begun: Instant
  var ended: Instant?
  var records: [Entity] = []
  var skipped = 0

  init(state: State, begun: Instant) {
    self.state = state
    self.begun = begun
  }

  var question: QuestionKey? {
    switch state {
    case .resolving(let key), .asking(let key): key
    case .unasked, .starting, .unnamed, .ended: nil
    }
  }

  var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  /// Whether it waits for nothing but another source's word.
  var isUnnamed: Bool {
    if case .unnamed = state { true } else { false }
  }

  mutating func end(_ outcome: Outcome, _ reason: SourceReport.Reason? = nil, at now: Instant) {
    state = .ended(outcome, reason)
    ended = now
  }

  func report(for provider: ProviderID, credit: String?, at now: Instant) -> SourceReport {
    var outcome = Outcome.timeout
    var reason: SourceReport.Reason?
    if case .ended(let how, let why) = state { (outcome, reason) = (how, why) }
    var report = SourceReport(provider: provider, outcome: outcome)
    report.elapsedMs = (ended ?? now) - begun
    report.error = reason
    if outcome == .ok || outcome == .empty { report.count = records.count }
    if skipped > 0 { report.skipped = skipped }
    if outcome == .ok { report.credit = credit }
    return report
  }
}
