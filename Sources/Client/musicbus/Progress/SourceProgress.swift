import BusProtocol
import ClientKit
import MusicModel

/// The progress of a call: what has arrived, and which sources are known to be late.
struct SourceProgress: Hashable, Sendable {
  private let queried: [ProviderID]
  private var page = Page()
  /// The time at which a source that refused a request is called again, in milliseconds since the call.
  private var retries: [ProviderID: Int] = [:]

  /// Tracks the `providers` that run and serve the method, or those that it is made of, and that are among `wanted`, if given.
  init(_ method: Method, _ providers: [ProviderStatus], wanted: [ProviderID]?) {
    let searches = Set(EntityKind.searched.compactMap(\.searchMethod))
    let methods: Set<BusProtocol.Method> =
      switch method {
      case .searchAll, .namesResolve: searches
      case .albumsMissing: [.artistAlbums]
      case .favoritesLinks: [.albumGet, .songGet]
      default: [method]
      }
    let absent: [ProviderStatus.State] = [.unconfigured, .stopped, .quarantined]
    queried = providers.filter { provider in
      !methods.isDisjoint(with: provider.methods) && !absent.contains(provider.state)
        && wanted?.contains(provider.id) != false
    }.map(\.id).sorted()
  }

  mutating func take(_ part: Part) {
    page.apply(part)
    for source in part.sources ?? [] {
      guard let retryAfterMs = source.error?.retryAfterMs else { continue }
      retries[source.provider] = (source.elapsedMs ?? 0) + retryAfterMs
    }
  }

  /// "waiting for audiodb, itunes-search (1 s)", then "3 results so far (2 s)".
  ///
  /// A reply does not say which sources its results so far are of: several have the same ids.
  func line(elapsedMs: Int) -> String {
    let waiting = queried.compactMap { provider -> String? in
      guard let retryMs = retries[provider], retryMs > elapsedMs else {
        return page.count == 0 ? provider.rawValue : nil
      }
      let time = WaitingTime.text(ms: retryMs - elapsedMs)
      return "\(provider) (rate limited; tries again in \(time))"
    }
    var parts: [String] = []
    if page.count > 0 { parts.append("\(page.count.counted("result")) so far") }
    if !waiting.isEmpty { parts.append("waiting for \(waiting.joined(separator: ", "))") }
    if parts.isEmpty { parts.append("waiting") }
    let time = elapsedMs < 1000 ? "" : " (\(HumanFormat.duration(ms: elapsedMs)))"
    return parts.joined(separator: "; ") + time
  }
}
