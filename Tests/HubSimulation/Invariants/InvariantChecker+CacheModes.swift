import BusProtocol
import HubCore
import MusicModel

/// Invariants of cache modes (Protocol/client.md, "The provider cache"). No provider is called for `only`,
/// no cached reply is reported as fresh for `bypass`, and outcomes are true.
extension InvariantChecker {
  mutating func check(cacheMode sources: [SourceReport], of call: ObservedCall) {
    for source in sources {
      switch source.outcome {
      case .ok, .empty:
        checkMayQuery(source, call)
        checkIsFetched(source, call)
      case .rateLimited, .deferred: checkMayQuery(source, call)
      case .cached: checkIsFresh(source, call)
      case .stale: checkAge(source, call)
      case .failed: checkIsFailure(source, call)
      // A lookup in the cache may also time out.
      case .starting, .notLinked, .skipped, .late, .timeout: break
      }
    }
  }

  private mutating func checkMayQuery(_ source: SourceReport, _ call: ObservedCall) {
    let isOwner = call.asksOwner && source.provider == script.providers.first?.id
    require(
      call.parameters.cache != .only || isOwner,
      "no source is called if only cached replies are wanted",
      "\(source) to \(call.subject)"
    )
  }

  /// A later page is part of the list of the first one; and user verdicts change subjects.
  private mutating func checkIsFetched(_ source: SourceReport, _ call: ObservedCall) {
    require(source.ageMs == nil, "new replies have no age", "\(source) to \(call.subject)")
    guard call.isForwarded, call.isFirstPage, !saved.hasVerdicts else { return }
    let repliedAt = providers[source.provider]?.repliedAt[call.subject] ?? -1
    require(
      repliedAt >= call.since,
      "new replies are newer than their call",
      "\(source) to \(call.subject), said at \(repliedAt)"
    )
  }

  private mutating func checkIsFresh(_ source: SourceReport, _ call: ObservedCall) {
    checkAge(source, call)
    guard call.isFirstPage else { return }
    require(
      call.parameters.cache != .bypass,
      "no cached reply is used if it is bypassed",
      "\(source) to \(call.subject)"
    )
    let number = script.providers.firstIndex { $0.id == source.provider } ?? 0
    require(
      source.ageMs ?? 0 <= SimulatedProvider.freshMs(number),
      "replies reported as fresh are fresh",
      "\(source) to \(call.subject)"
    )
  }

  private mutating func checkAge(_ source: SourceReport, _ call: ObservedCall) {
    require(source.ageMs != nil, "cached replies have an age", "\(source) to \(call.subject)")
  }

  private mutating func checkIsFailure(_ source: SourceReport, _ call: ObservedCall) {
    require(
      source.error?.code != .notCached || call.parameters.cache == .only,
      "a cache miss fails only calls for cached replies",
      "\(source) to \(call.subject)"
    )
  }
}

extension ObservedCall {
  /// Whether providers are called with the method of the call itself.
  fileprivate var isForwarded: Bool {
    Methods[method]?.provider != nil && !isFile
  }

  fileprivate var isFirstPage: Bool { parameters.offset ?? 0 == 0 }
}
