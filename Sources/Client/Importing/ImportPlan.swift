import BusProtocol
import MusicModel

/// In which order sources are asked, and how long that takes.
///
/// The sources that allow several requests a second are asked for all rows, the others one after another, those
/// with the most room first, each only for the rows that are not decided by then.
struct ImportPlan: Hashable {
  /// Sources that are asked together.
  struct Stage: Hashable {
    /// These, and all of the stages before, whose replies the hub has; `nil` for all that there are.
    var providers: [ProviderID]?
    /// What the new ones serve.
    fileprivate var methods: Set<BusProtocol.Method>
    /// The time that a row takes.
    fileprivate var rowMs: Double

    /// Whether a row can be looked up at one of the new sources.
    func serves(_ row: StoredImport.Row) -> Bool {
      guard let kind = row.entity?.kind, let search = Methods.search(kind) else { return true }
      return methods.contains(search)
    }
  }

  /// Never empty.
  let stages: [Stage]

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
    }.sorted { ($1.requestsPerSecond, $0.id) < ($0.requestsPerSecond, $1.id) }
    let fast = searching.filter { $0.requestsPerSecond >= ImportPlan.minFastRate }
    let groups = (fast.isEmpty ? [] : [fast]) + searching.dropFirst(fast.count).map { [$0] }
    var asked: [ProviderID] = []
    stages =
      groups.isEmpty
      ? [Stage(providers: wanted, methods: Methods.allSearches, rowMs: ImportPlan.requestMs)]
      : groups.map { group in
        asked += group.map(\.id)
        let rate = group.map(\.requestsPerSecond).max() ?? ImportPlan.minFastRate
        return Stage(
          providers: asked,
          methods: Set(group.flatMap(\.methods)),
          rowMs: max(ImportPlan.requestMs, 1000 / max(rate, 0.01))
        )
      }
  }

  /// The time for rows from a stage on, in milliseconds; `undecided` is the share of them that this stage leaves
  /// to the next ones, as far as it is known.
  func estimateMs(_ rows: [StoredImport.Row], from first: Int = 0, undecided: Double? = nil) -> Int
  {
    var (sum, share) = (0.0, 1.0)
    for (index, stage) in stages.enumerated().dropFirst(first) {
      sum += share * Double(rows.count(where: stage.serves)) * stage.rowMs
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
