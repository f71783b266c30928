import BusProtocol
import MusicModel

/// How sources are judged by what comes of questions to them.
extension Hub {
  /// A source that has not answered after so long a time is at fault, in milliseconds; before, the
  /// caller may simply have given it too little.
  private static let patienceMs = 5_000

  mutating func noteSuccess(of text: ProviderQuery) { breakers[source(of: text)]?.succeeded() }

  mutating func judge(_ text: ProviderQuery, by failure: Failure) {
    // That there is nothing is an answer.
    guard failure.code != .notFound else { return noteSuccess(of: text) }
    providers[text.provider]?.failures += 1
    providers[text.provider]?.lastError = failure.message
    log(.debug, "Provider \(text.provider) failed: \(failure.code) \(failure.message)")
    if failure.code == .upstreamRateLimited {
      let names = source(of: text).upstreams
      let refusing = names.filter { failure.spent?[$0] != nil }
      let closed = refusing.isEmpty ? names : refusing
      budgets.coolDown(closed, forMs: failure.retryAfterMs, at: turn.now)
    }
    if failure.code.isFaultOfSource { breakers[source(of: text)]?.failed(failure, at: turn.now) }
  }

  /// A question is given up; whether that is its source's fault depends on the time that it had.
  mutating func noteTimeout(of question: ProviderCall) {
    guard let sent = question.sent, turn.now >= question.deadline,
      turn.now - sent >= Hub.patienceMs,
      // The answer may be there, and the hub has not read it yet.
      turn.now >= hearsUntil
    else { return }
    let failure = Failure(.deadlineExceeded, "It did not answer in \(turn.now - sent) ms.")
    breakers[source(of: question.text)]?.failed(failure, at: turn.now)
  }

  private func source(of text: ProviderQuery) -> BreakerKey {
    let descriptor = providers[text.provider]?.descriptor
    return BreakerKey(text.provider, descriptor?.cost(of: text.method) ?? [:])
  }

  /// A new process may do better than the one before.
  mutating func forgetJudgements(of id: ProviderID) {
    breakers = breakers.filter { $0.key.provider != id }
  }
}

/// What fails or works together: the sources of one method of one provider.
struct BreakerKey: Hashable, Sendable {
  let provider: ProviderID
  let upstreams: [String]

  init(_ provider: ProviderID, _ cost: [String: Int]) {
    self.provider = provider
    upstreams = cost.keys.sorted()
  }
}
