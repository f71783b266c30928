import BusProtocol
import ClientKit
import MusicModel

/// The progress of a call by source. Entities so far carry the ids of the sources that returned them.
struct SourceProgress: Hashable, Sendable {
  private let queried: [ProviderID]
  private var page = Page()
  /// The time at which a source that refused a request is called again, in milliseconds since the call.
  private var retries: [ProviderID: Int] = [:]

  /// Tracks the `providers` that serve the method and, if given, are among `wanted`.
  init(_ method: Method, _ providers: [ProviderStatus], wanted: [ProviderID]?) {
    queried = providers.filter { provider in
      provider.methods.contains(method) && wanted?.contains(provider.id) != false
    }.map(\.id).sorted()
  }

  mutating func take(_ part: Part) {
    page.apply(part)
    for source in part.sources ?? [] {
      guard let retryAfterMs = source.error?.retryAfterMs else { continue }
      retries[source.provider] = (source.elapsedMs ?? 0) + retryAfterMs
    }
  }

  /// "audiodb: 3 so far; waiting for itunes-search (1.2 s)".
  func line(elapsedMs: Int) -> String {
    let items = page.items
    let counts = queried.map { provider in
      items.count { entity in entity.ids.contains { $0.isIssued(by: provider) } }
    }
    let replied = zip(queried, counts).filter { $1 > 0 }.map { "\($0): \($1) so far" }
    let waiting = zip(queried, counts).compactMap { provider, count -> String? in
      guard let retryMs = retries[provider], retryMs > elapsedMs else {
        return count == 0 ? provider.rawValue : nil
      }
      let time = WaitingTime.text(ms: retryMs - elapsedMs)
      return "\(provider) (rate limited; tries again in \(time))"
    }
    var parts: [String] = []
    if !replied.isEmpty { parts.append(replied.joined(separator: ", ")) }
    if !waiting.isEmpty { parts.append("waiting for \(waiting.joined(separator: ", "))") }
    if parts.isEmpty { parts.append("waiting") }
    let time = elapsedMs < 1000 ? "" : " (\(HumanFormat.duration(ms: elapsedMs)))"
    return parts.joined(separator: "; ") + time
  }
}

extension EntityID {
  /// Whether the id is in a provider's namespace: `itunes` is that of `itunes-search`.
  fileprivate func isIssued(by provider: ProviderID) -> Bool {
    provider.rawValue == namespace || provider.rawValue.hasPrefix(namespace + "-")
  }
}
