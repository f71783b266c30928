import BusProtocol
import ClientKit
import MusicModel

/// The sources that are being asked, and which of them have been heard, as far as the entities that
/// came so far tell: they bear the ids of those that know them.
struct SourceProgress: Hashable, Sendable {
  private let asked: [ProviderID]
  private var page = Page()

  /// Of `providers` those that serve the method and, where only some are `wanted`, are among these.
  init(_ method: Method, _ providers: [ProviderStatus], wanted: [ProviderID]?) {
    asked = providers.filter { provider in
      provider.methods.contains(method) && wanted?.contains(provider.id) != false
    }.map(\.id).sorted()
  }

  mutating func take(_ part: Part) { page.apply(part) }

  /// "audiodb: 3 so far; waiting for itunes-search (1.2 s)".
  func line(elapsedMs: Int) -> String {
    let items = page.items
    let counts = asked.map { provider in
      items.count { entity in entity.ids.contains { $0.isGiven(by: provider) } }
    }
    let heard = zip(asked, counts).filter { $1 > 0 }.map { "\($0): \($1) so far" }
    let silent = zip(asked, counts).filter { $1 == 0 }.map(\.0.rawValue)
    var parts: [String] = []
    if !heard.isEmpty { parts.append(heard.joined(separator: ", ")) }
    if !silent.isEmpty { parts.append("waiting for \(silent.joined(separator: ", "))") }
    if parts.isEmpty { parts.append("waiting") }
    let time = elapsedMs < 1000 ? "" : " (\(HumanFormat.duration(ms: elapsedMs)))"
    return parts.joined(separator: "; ") + time
  }
}

extension EntityID {
  /// Whether it is in a provider's own namespace: `itunes` is that of `itunes-search`.
  fileprivate func isGiven(by provider: ProviderID) -> Bool {
    provider.rawValue == namespace || provider.rawValue.hasPrefix(namespace + "-")
  }
}
