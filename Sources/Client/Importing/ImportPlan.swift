import BusProtocol
import MusicModel

/// Which sources are asked, and how long that takes.
struct ImportPlan {
  /// The sources that allow several requests per second, which are asked first; `nil` if there are none,
  /// or if the user named some.
  let fastProviders: [ProviderID]?
  /// The time that a row takes.
  private let rowMs: Double

  /// A source is fast if it allows at least that many requests per second.
  private static let minFastRate = 2.0
  /// The time of a request, of which a few are made at a time.
  private static let requestMs = 100.0

  init(_ providers: [ProviderStatus], only wanted: [ProviderID]?) {
    let searching = providers.filter { provider in
      provider.state == .ready && provider.methods.contains(.searchSongs)
        && wanted?.contains(provider.id) != false
    }
    let fast = searching.filter { $0.requestsPerSecond >= ImportPlan.minFastRate }
    fastProviders =
      wanted == nil && !fast.isEmpty && fast.count < searching.count
      ? fast.map(\.id) : nil
    let rate = searching.map(\.requestsPerSecond).max() ?? ImportPlan.minFastRate
    rowMs = max(ImportPlan.requestMs, 1000 / max(rate, 0.01))
  }

  func estimateMs(_ rows: Int) -> Int { Int(Double(rows) * rowMs) }
}

extension ProviderStatus {
  /// The requests that its budgets allow.
  fileprivate var requestsPerSecond: Double {
    let rates = (budgets ?? [:]).values.map {
      Double($0.requests) * 1000 / Double(max(1, $0.perMs))
    }
    return rates.min() ?? .infinity
  }
}
