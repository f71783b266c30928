import BusProtocol
import ClientKit
import MusicModel

/// In which order sources are asked, and how long that takes.
///
/// The sources that allow several requests a second are asked for all rows. The others follow one by one, those with
/// the most room first, each only for the rows that are still undecided.
struct ImportPlan {
  /// Sources that are asked together.
  struct Stage {
    /// These, and all of the stages before, so that what they found counts as well; `nil` for all that there are.
    var providers: [ProviderID]?
    /// What the new ones serve.
    fileprivate var methods: Set<BusProtocol.Method>
    /// The time that a row takes.
    fileprivate var rowMs: Double
    /// Whether it is the first one, in which rows that are only an id are looked up at all sources.
    var isFirst: Bool

    /// Whether a row can be looked up at one of the new sources.
    func serves(_ row: StoredImport.Row) -> Bool {
      guard let kind = row.entity?.kind, let search = Methods.search(kind) else { return isFirst }
      return methods.contains(search)
    }
  }

  /// Never empty.
  let stages: [Stage]
  /// The sources that have files of the user.
  let owned: [ProviderID]

  /// A source is fast if it allows at least that many requests per second.
  private static let minFastRate = 2.0
  /// The time of a request, of which a few are made at a time.
  private static let requestMs = 100.0
  /// The share of rows that the first stage leaves undecided, and that each later one leaves of these, before
  /// any has been asked: what one source lacks, others often lack as well.
  private static let undecided = (first: 0.15, later: 0.7)

  init(_ providers: [ProviderStatus], only wanted: [ProviderID]?) {
    let searching = providers.filter { provider in
      provider.state == .ready && provider.methods.contains { Methods.allSearches.contains($0) }
        && wanted?.contains(provider.id) != false
    }.sorted { one, other in
      one.requestsPerSecond == other.requestsPerSecond
        ? one.id < other.id : one.requestsPerSecond > other.requestsPerSecond
    }
    owned = searching.filter { provider in
      provider.methods.contains(.songsSearch) && provider.isOwned
    }.map(\.id)
    let fast = searching.filter { $0.requestsPerSecond >= ImportPlan.minFastRate }
    let groups = (fast.isEmpty ? [] : [fast]) + searching.dropFirst(fast.count).map { [$0] }
    var asked: [ProviderID] = []
    stages =
      groups.isEmpty
      ? [
        Stage(
          providers: wanted,
          methods: Methods.allSearches,
          rowMs: ImportPlan.requestMs,
          isFirst: true
        )
      ]
      : groups.map { group in
        asked += group.map(\.id)
        let rate = group.map(\.requestsPerSecond).max() ?? ImportPlan.minFastRate
        return Stage(
          providers: asked,
          methods: Set(group.flatMap(\.methods)),
          rowMs: max(ImportPlan.requestMs, 1000 / max(rate, 0.01)),
          isFirst: asked.count == group.count
        )
      }
  }

  /// The time for rows from a stage on, in milliseconds; `undecided` is the share of them that this stage leaves
  /// to the next ones, as far as it is known.
  func estimateMs(_ rows: [StoredImport.Row], from first: Int = 0, undecided: Double? = nil) -> Int
  {
    var (sum, share) = (0.0, 1.0)
    for (index, stage) in stages.enumerated().dropFirst(first) {
      let served = rows.count(where: stage.serves)
      guard served > 0 else { continue }
      sum += share * Double(served) * stage.rowMs
      let usual = index == 0 ? ImportPlan.undecided.first : ImportPlan.undecided.later
      share *= index == first ? undecided ?? usual : usual
    }
    return Int(sum)
  }
}

extension Methods {
  /// The searches of all kinds.
  fileprivate static let allSearches = Set(EntityKind.allCases.compactMap { Methods.search($0) })
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
