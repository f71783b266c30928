import BusProtocol
import HubCore
import MusicModel

/// What the hub owes those who say whether sources are asked (specification, chapter "What is kept"):
/// no source is asked where only what is kept is wanted, nothing kept is told as fresh where it is wanted
/// new, and each source is told as what it was.
extension InvariantChecker {
  mutating func check(cacheMode sources: [SourceReport], of call: ObservedCall) {
    for source in sources {
      switch source.outcome {
      case .ok, .empty:
        checkMayQuery(source, call)
        checkIsFetched(source, call)
      case .rateLimited: checkMayQuery(source, call)
      case .cached: checkIsFresh(source, call)
      case .stale: checkAge(source, call)
      case .failed: checkIsFailure(source, call)
      // Whoever wants only what is kept may also wait for it too long.
      case .starting, .notLinked, .skipped, .late, .timeout: break
      }
    }
  }

  private mutating func checkMayQuery(_ source: SourceReport, _ call: ObservedCall) {
    require(
      call.parameters.cache != .only,
      "no source is asked where only what is kept is wanted",
      "\(source) to \(call.subject)"
    )
  }

  /// A later page is cut from the list of the first one; and a person may have said that a thing is
  /// another one, too.
  private mutating func checkIsFetched(_ source: SourceReport, _ call: ObservedCall) {
    require(source.ageMs == nil, "what is new has no age", "\(source) to \(call.subject)")
    guard call.isForwarded, call.isFirstPage, !saved.hasVerdicts else { return }
    let repliedAt = providers[source.provider]?.repliedAt[call.subject] ?? -1
    require(
      repliedAt >= call.since,
      "what is new was said since it was wanted",
      "\(source) to \(call.subject), said at \(repliedAt)"
    )
  }

  private mutating func checkIsFresh(_ source: SourceReport, _ call: ObservedCall) {
    checkAge(source, call)
    guard call.isFirstPage else { return }
    require(
      call.parameters.cache != .bypass,
      "nothing kept is told as fresh where it is wanted new",
      "\(source) to \(call.subject)"
    )
    let number = script.providers.firstIndex { $0.id == source.provider } ?? 0
    require(
      source.ageMs ?? 0 <= SimulatedProvider.freshMs(number),
      "what is told as fresh is",
      "\(source) to \(call.subject)"
    )
  }

  private mutating func checkAge(_ source: SourceReport, _ call: ObservedCall) {
    require(source.ageMs != nil, "what is kept has an age", "\(source) to \(call.subject)")
  }

  private mutating func checkIsFailure(_ source: SourceReport, _ call: ObservedCall) {
    require(
      source.error?.code != .notCached || call.parameters.cache == .only,
      "that nothing is kept is told only where it is wanted",
      "\(source) to \(call.subject)"
    )
  }
}

extension ObservedCall {
  /// Whether providers are asked by the method of the call itself.
  fileprivate var isForwarded: Bool {
    Methods[method]?.provider != nil && !isFile
  }

  fileprivate var isFirstPage: Bool { parameters.offset ?? 0 == 0 }
}
