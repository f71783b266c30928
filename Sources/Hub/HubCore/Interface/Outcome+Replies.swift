import BusProtocol

extension Outcome {
  /// Whether the provider replied, with records or without.
  var isUsable: Bool {
    switch self {
    case .ok, .empty, .cached, .stale: true
    case .timeout, .late, .deferred, .failed, .rateLimited, .starting, .notLinked, .skipped: false
    }
  }

  /// The outcome of a provider call that failed with an error.
  init(of code: ErrorCode) {
    switch code {
    case .upstreamRateLimited: self = .rateLimited
    case .deadlineExceeded: self = .timeout
    case .notInCountry: self = .empty
    default: self = .failed
    }
  }
}

extension SourceReport {
  /// The report when the same reply is sent from a cache.
  ///
  /// An empty reply counts as a reply, and its elapsed time is omitted.
  var givenAgain: SourceReport {
    var report = self
    if [.ok, .empty].contains(outcome) { report.outcome = .cached }
    report.elapsedMs = nil
    return report
  }
}
