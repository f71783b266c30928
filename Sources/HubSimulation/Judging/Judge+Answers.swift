import BusProtocol
import HubCore
import MusicModel

/// What answers must hold: what providers told, the page that was shown, an honest account.
extension Judge {
  mutating func check(_ done: Done, _ attachment: [UInt8]?, of call: CallView) {
    let items = call.items + (done.items?.elements ?? [])
    check(done.items?.elements ?? [], of: call)
    check(done.sources ?? [], of: call)
    if let order = done.order {
      demand(
        Set(order) == Set(call.page.keys) && Set(order).count == order.count,
        "parts lead to the page",
        "\(order) from \(call.page.keys.sorted())"
      )
      demand(items.isEmpty, "streamed answers hold no items", "\(items.count)")
    } else {
      demand(call.page.isEmpty, "streamed answers have an order", "\(call.method)")
      let ids = items.map(\.id)
      demand(Set(ids).count == ids.count, "no entity twice on a page", "\(ids)")
    }
    if call.isFile { check(file: attachment, done) }
    let page = done.order ?? items.map(\.id)
    let problem = pages.sees(page, done, of: call, at: now)
    if let problem { complain("pages neither repeat nor skip", problem) }
  }

  private mutating func check(file: [UInt8]?, _ done: Done) {
    let url = done.media?.url ?? ""
    demand(file.map { $0 == Array(url.utf8) } ?? false, "files are whole", "\(url)")
    let provider = done.media?.provider?.rawValue ?? "nobody"
    demand(url.hasPrefix("\(provider)/"), "files come from who told of them", "\(url): \(provider)")
  }

  mutating func check(_ failure: Failure, of call: CallView) {
    let sources = failure.sources ?? []
    check(sources, of: call)
    let isUsable = sources.contains { [.ok, .empty, .cached, .stale].contains($0.outcome) }
    switch failure.code {
    case .deadlineExceeded, .sourcesFailed:
      demand(!isUsable || call.isFile, "a usable answer is one", "\(failure.code): \(sources)")
    case .cancelled:
      demand(call.isCancelled, "only who cancels is told so", "\(call.method)")
    case .hubStopping: demand(isStopping, "only at the end is it told", "\(call.method)")
    case .notFound, .noProvider, .busy, .methodUnknown, .invalidParams: break
    default: complain("codes that a client knows", "\(failure)")
    }
  }

  private mutating func check(_ sources: [SourceReport], of call: CallView) {
    let names = sources.map(\.provider)
    demand(Set(names).count == names.count, "each source once", "\(names)")
    for source in sources {
      demand(providers[source.provider] != nil, "sources that there are", "\(source.provider)")
      let isAsked = call.parameters.providers?.contains(source.provider) ?? true
      demand(isAsked, "only those that were named", "\(source.provider)")
    }
  }

  mutating func check(_ items: [Entity], of call: CallView) {
    for item in items {
      if let problem = testimony.problem(with: item) {
        complain("only what providers told", problem)
      }
    }
  }
}
