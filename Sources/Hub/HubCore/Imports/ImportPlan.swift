import BusProtocol
import MusicModel

/// In which order sources are asked for the rows of an import, and how long that takes.
///
/// The sources that allow several requests a second are asked for all rows. The others follow one by one, those with
/// the most room first, each only for the rows that are still undecided.
struct ImportPlan: Hashable, Sendable {
  /// A source of searches.
  struct Source: Hashable, Sendable {
    let id: ProviderID
    let methods: Set<Method>
    /// The requests that its budgets allow; infinite without budgets.
    let requestsPerSecond: Double
  }

  /// Sources that are asked together.
  struct Stage: Hashable, Sendable {
    /// These, and all of the stages before, so that what they found counts as well.
    var providers: [ProviderID]
    /// What the new ones serve.
    fileprivate var methods: Set<Method>
    /// The time that a row takes.
    fileprivate var rowMs: Double
    /// Whether it is the first one, in which rows that are only an id are looked up at all sources.
    var isFirst: Bool
    /// The rows that are looked up at a time.
    var width: Int { isFirst ? 8 : 1 }

    /// Whether a row of a kind can be looked up at one of the new sources; `nil` is one with only an id.
    func serves(_ kind: EntityKind?) -> Bool {
      guard let kind, let search = Methods.search(kind) else { return isFirst }
      return methods.contains(search)
    }
  }

  /// None without a source of searches.
  let stages: [Stage]

  /// A source is fast if it allows at least that many requests per second.
  private static let minFastRate = 2.0
  /// The time of a request; a few are in flight at a time.
  private static let requestMs = 100.0
  /// The share of rows that the first stage leaves undecided, and that each later one leaves of these, before
  /// any has been asked: what one source lacks, others often lack as well.
  private static let undecided = (first: 0.15, later: 0.7)

  /// `wanted` are the sources that the user names.
  init(_ sources: [Source], only wanted: [ProviderID]?) {
    let searching = sources.filter { source in
      !source.methods.isDisjoint(with: Methods.allSearches) && wanted?.contains(source.id) != false
    }.sorted { one, other in
      one.requestsPerSecond == other.requestsPerSecond
        ? one.id < other.id : one.requestsPerSecond > other.requestsPerSecond
    }
    let fast = searching.filter { $0.requestsPerSecond >= ImportPlan.minFastRate }
    let groups = (fast.isEmpty ? [] : [fast]) + searching.dropFirst(fast.count).map { [$0] }
    var asked: [ProviderID] = []
    stages = groups.map { group in
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
  func estimateMs(
    _ rows: [EntityKind?: Double],
    from first: Int = 0,
    undecided: Double? = nil
  ) -> Int {
    var (sum, share) = (0.0, 1.0)
    for (index, stage) in stages.enumerated().dropFirst(first) {
      let served = rows.reduce(0) { $0 + (stage.serves($1.key) ? $1.value : 0) }
      guard served > 0 else { continue }
      sum += share * served * stage.rowMs
      let usual = index == 0 ? ImportPlan.undecided.first : ImportPlan.undecided.later
      share *= index == first ? undecided ?? usual : usual
    }
    return Int(sum)
  }
}

extension ImportPlan {
  /// The plan for the sources that there are; one that is away for a moment counts, so that its rows stay open.
  init(_ directory: ProviderDirectory, only wanted: [ProviderID]?) {
    let sources = directory.providers.filter { directory.stopReason(of: $0) == nil }.map { id in
      let rates = (directory.descriptor(of: id)?.budgets ?? [:]).values.map {
        Double($0.requests) * 1000 / Double(max(1, $0.perMs))
      }
      return Source(
        id: id,
        methods: Methods.allSearches.filter { directory.serves(id, $0) },
        requestsPerSecond: rates.min() ?? .infinity
      )
    }
    self.init(sources, only: wanted)
  }
}

extension Methods {
  /// The searches of all kinds.
  fileprivate static let allSearches = Set(EntityKind.allCases.compactMap { Methods.search($0) })
}
