import BusProtocol
import MusicModel

/// Circuit breakers and cool-downs: effects of failed calls on later ones.
extension ProviderCalls {
  /// The time without a reply after which a source is at fault, in milliseconds.
  ///
  /// With less, the caller may have set too short a deadline.
  private static let minFaultMs = 5_000

  mutating func recordFailure(of call: ProviderCall, _ failure: Failure, _ turn: inout Turn) {
    let query = call.query
    // A source that does not know an entity, or does not offer it here, works.
    guard ![.notFound, .notInCountry].contains(failure.code) else {
      return breakers.succeeded(breakerKey(of: query))
    }
    queues[query.provider]?.statistics.failures += 1
    turn.post(.providerFailed(query.provider, failure.message))
    turn.logLimited(
      .debug,
      about: "\(query.provider)",
      "Provider \(query.provider) failed: \(failure.code) \(failure.message)"
    )
    let key = breakerKey(of: query)
    if failure.code == .upstreamRateLimited {
      let refusing = failure.refusing(among: key.upstreams)
      budgets.coolDown(
        refusing,
        of: query.provider,
        forMs: failure.retryAfterMs,
        at: turn.now
      )
    }
    guard !isAboutFile(call) else { return }
    breakers.failed(key, failure, since: call.admitted, at: turn.now)
  }

  /// Whether a failure of the call says nothing about other calls: a picture or preview may be missing or
  /// broken, whatever state its source is in.
  private func isAboutFile(_ call: ProviderCall) -> Bool {
    Methods[call.query.method]?.isFile == true
  }

  /// Records a timed-out call, if its source had enough time to reply.
  mutating func recordTimeout(of call: ProviderCall, _ turn: Turn) {
    guard let sent = call.sentAt, turn.now >= call.deadline,
      turn.now - sent >= ProviderCalls.minFaultMs, !isAboutFile(call),
      // The hub may not have read the reply yet.
      turn.now >= turn.graceUntil
    else { return }
    breakers.timedOut(
      breakerKey(of: call.query),
      afterMs: turn.now - sent,
      since: call.admitted,
      at: turn.now
    )
  }

  func breakerKey(of query: ProviderQuery) -> BreakerKey {
    let declaration = queues[query.provider]?.declaration
    return BreakerKey(query.provider, declaration?.cost(of: query.method) ?? CallCost(nil))
  }
}

extension Failure {
  /// The upstreams that may have refused the requests of a call.
  ///
  /// These are the one that it names, or else those that got any, or else all.
  fileprivate func refusing(among upstreams: [String]) -> [String] {
    if let upstream, upstreams.contains(upstream) { return [upstream] }
    let used = upstreams.filter { spent?[$0] != nil }
    return used.isEmpty ? upstreams : used
  }
}
