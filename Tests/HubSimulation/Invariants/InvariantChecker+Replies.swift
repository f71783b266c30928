import BusProtocol
import HubCore
import MusicModel

/// Invariants of replies: records of providers, the streamed page, and true outcomes.
extension InvariantChecker {
  mutating func check(_ done: Done, _ attachment: [UInt8]?, of call: ObservedCall) {
    let items = call.items + (done.items?.elements ?? [])
    check(done.items?.elements ?? [], of: call)
    check(done.sources ?? [], of: call)
    if let order = done.ids {
      require(
        Set(order) == Set(call.page.keys) && Set(order).count == order.count,
        "parts lead to the page",
        "\(order) from \(call.page.keys.sorted())"
      )
      require(items.isEmpty, "streamed replies have no items", "\(items.count)")
    } else {
      require(call.page.isEmpty, "streamed replies have an order", "\(call.method)")
      // The rows of a chart stand for themselves.
      let ids = call.isOfChart ? items.map(\.id) : items.flatMap(\.ids)
      require(Set(ids).count == ids.count, "no entity twice on a page", "\(ids)")
    }
    if call.isFile { check(file: attachment, done) }
    let exists = !items.isEmpty || done.explanation != nil || attachment != nil
    require(exists || !call.isOfOne, "calls for one entity get one", "\(call.method)")
    let page = done.ids ?? items.map(\.id)
    let problem = pages.observe(page, done, of: call, at: now)
    if let problem { recordViolation("pages neither repeat nor skip", problem) }
  }

  private mutating func check(file: [UInt8]?, _ done: Done) {
    let provider = done.media?.provider?.rawValue ?? "none"
    let url = done.media?.url ?? "\(provider)/lyrics"
    require(file.map { $0 == Array(url.utf8) } ?? false, "files are whole", "\(url)")
    require(
      url.hasPrefix("\(provider)/"),
      "files come from the providers of their URLs",
      "\(url): \(provider)"
    )
  }

  mutating func check(_ failure: Failure, of call: ObservedCall) {
    let sources = failure.sources ?? []
    check(sources, of: call)
    let isUsable = sources.contains { [.ok, .empty, .cached, .stale].contains($0.outcome) }
    switch failure.code {
    case .deadlineExceeded where call.isStorageCommand:
      require(call.mark <= now, "orders have their time", "\(failure)")
    case .deadlineExceeded, .sourcesFailed:
      require(
        !isUsable || call.isOfOne,
        "usable replies are not failures",
        "\(failure.code): \(sources)"
      )
      let isLate = !isUsable && !sources.contains { $0.outcome.isMissingForAnotherReason }
      // Of a source that was late in one part of the call and failed in another one, only one is reported.
      let hasParts = call.method == .searchAll && isLate
      require(
        call.isFile || hasParts || isLate == (failure.code == .deadlineExceeded),
        "late calls end as late",
        "\(failure.code): \(sources)"
      )
    case .cancelled:
      require(call.isCancelled, "only cancelled calls end as cancelled", "\(call.method)")
    case .hubStopping:
      require(isStopping, "calls end with the hub only when it stops", "\(call.method)")
    case .notFound, .noProvider, .busy, .invalidParams, .slowConsumer: break
    case .methodUnknown:
      require(Methods[call.method] == nil, "the hub serves every method", "\(call.method)")
    case .internalError: require(call.isStorageCommand, "only the disk fails", "\(failure)")
    case .tooLarge:
      let isNarrow = script.limits.bodyBytes < LimitsPlan().bodyBytes
      require(isNarrow, "replies fit into messages", "\(failure)")
    case .favoritesUnavailable where call.mayAwaitFavorites: break
    default: recordViolation("codes that a client knows", "\(failure.code.rawValue): \(failure)")
    }
  }

  mutating func check(_ sources: [SourceReport], of call: ObservedCall) {
    let names = sources.map(\.provider)
    require(Set(names).count == names.count, "each source once", "\(names)")
    for source in sources {
      let isLibrary = source.provider.rawValue == "library"
      let exists = providers[source.provider] != nil || isLibrary && settings.hasLibrary
      require(exists, "sources that there are", "\(source.provider)")
      let isOwner = call.asksOwner && source.provider == script.providers.first?.id
      let isIncluded = call.parameters.providers?.contains(source.provider) ?? true
      require(
        isIncluded || isLibrary || isOwner,
        "only those that were named",
        "\(source.provider)"
      )
      if [.rateLimited, .deferred].contains(source.outcome) { checkIsLimited(source) }
    }
    check(cacheMode: sources, of: call)
  }

  mutating func check(_ items: [Entity], of call: ObservedCall) {
    for item in items {
      if let problem = history.problem(with: item) {
        recordViolation("entities come from providers", problem)
      }
      // A user verdict may have merged this entity with another.
      let isReply = saved.hasVerdicts || history.isReply(item, to: call.subject)
      require(isReply, "replies match their calls", "\(item.ids): \(call.subject)")
    }
  }
}

extension Outcome {
  /// Whether something is missing, and not for lack of time.
  fileprivate var isMissingForAnotherReason: Bool {
    [.late, .deferred, .failed, .rateLimited, .starting].contains(self)
  }
}
