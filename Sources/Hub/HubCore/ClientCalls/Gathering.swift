import BusProtocol
import EntityResolution
import MusicModel

/// The replies of providers to a call, as far as they have arrived.
struct Gathering: Sendable {
  var branches: [ProviderID: FanOutBranch] = [:]
  /// The lookup in the library, if there is one.
  var library: LibraryBranch?
  /// The lookups of artists whose name several have, once they began.
  var namesakes: NamesakeLookups?
  /// Records of earlier calls that no reply contains any more.
  var retained: [SourceRecord] = []
  /// Results of the previous pages, if this page continues them.
  private(set) var earlier: [Entity] = []
  /// The number of search hits requested from each provider.
  private(set) var depth: Int

  /// The number of times that lists of providers were continued for this page.
  private var rounds = 0

  /// A page is not filled by more continuations than this.
  static let maxRounds = 50
  /// Searches request at least this many hits, so that merging and ranking have a choice.
  static let minDepth = 50

  init(_ request: ClientRequest) {
    depth = max(Gathering.minDepth, request.offset + (request.parameters.limit ?? 0))
  }

  /// Continues a list. Providers that page are queried for the following records, others for at
  /// least twice as many hits as before.
  ///
  /// So its end is reached soon even if many are filtered out.
  mutating func resume(
    _ list: [Entity],
    _ continuation: ListContinuation,
    of providers: [ProviderID],
    ageMs: Int,
    at now: Instant
  ) {
    earlier = list
    depth = max(depth, continuation.depth * 2)
    for provider in providers {
      branches[provider] = continuation.branches[provider]?
        .resumed(after: ageMs, depth: continuation.depth, at: now)
    }
  }

  /// Continues the lists of all providers that have more.
  ///
  /// - Returns: the providers to be queried.
  mutating func continueLists() -> [ProviderID] {
    guard rounds < Gathering.maxRounds else { return [] }
    rounds += 1
    return branches.keys.sorted().filter { branches[$0]?.continueList() == true }
  }

  /// The number of all results that a source reports, of those that are not all here.
  var reportedTotal: Int {
    branches.values.compactMap { $0.items.next == nil ? nil : $0.items.total }.max() ?? 0
  }

  /// The providers and their branches, in order.
  var sortedBranches: [(provider: ProviderID, branch: FanOutBranch)] {
    branches.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The reports of providers on what the user has.
  var collection: [CollectionReport] {
    sortedBranches.compactMap { provider, branch in
      var report = branch.items.collection
      report?.provider = provider
      return report
    }
  }

  /// What it waits for, and at which provider.
  var waiters: [(id: WaiterID, provider: ProviderID)] {
    sortedBranches.compactMap { provider, branch in branch.waiter.map { ($0, provider) } }
      + (namesakes?.pending ?? [])
  }

  var hasEnded: Bool {
    if library?.isAwaited == true || namesakes?.isAwaited == true { return false }
    return branches.values.allSatisfy(\.hasEnded)
      || library?.suffices == true && waitsOnlyForStarts
  }

  /// Whether only branches are left that are not waited for if others have results.
  func hasEnded(except isLate: (ProviderID) -> Bool) -> Bool {
    library?.isAwaited != true && namesakes?.isAwaited != true
      && branches.allSatisfy { $1.hasEnded || $1.isDeferred || isLate($0) }
  }

  /// Whether a source has replied with records. An empty reply is not a reason to stop waiting for
  /// other sources.
  var hasRecords: Bool {
    branches.values.contains { $0.hasEnded && !$0.items.records.isEmpty || $0.cached != nil }
  }

  /// The records so far. `unixMs` is the fetch time of new ones.
  func records(fetchedAt unixMs: Int?) -> [SourceRecord] {
    let received = sortedBranches.flatMap { provider, branch in
      branch.items.records.map {
        SourceRecord(
          provider: provider,
          entity: $0,
          fetchedMs: branch.items.fetchTimes[$0.id] ?? unixMs
        )
      }
    }
    return received + (namesakes?.records ?? []) + libraryRecords + retained
  }

  /// The position of each record in the reply of its source.
  var positions: [EntityID: Int] {
    var positions: [EntityID: Int] = [:]
    for branch in branches.values {
      for (index, record) in branch.items.records.enumerated() {
        positions[record.id] = min(index, positions[record.id] ?? .max)
      }
    }
    for (index, record) in shownLibraryRecords.enumerated() {
      positions[record.entity.id] = positions[record.entity.id] ?? index
    }
    return positions
  }

  /// The results that sources may have after those that they sent.
  enum Remainder: Hashable {
    case none
    /// A deeper search returns them.
    case available
    /// Providers cannot be queried for that many.
    case unreachable
  }

  func remainder(of request: ClientRequest, _ settings: HubSettings) -> Remainder {
    if branches.values.contains(where: { $0.items.next != nil }) { return .available }
    let limit = limit(of: request, settings)
    guard let limit, branches.values.contains(where: { $0.items.fills(limit) }) else {
      return .none
    }
    return limit < settings.maxPageLength ? .available : .unreachable
  }

  /// The number of records at which the list of a branch ends because no provider is asked for
  /// more, or `nil`.
  func unreachableLimit(
    of branch: FanOutBranch,
    _ request: ClientRequest,
    _ settings: HubSettings
  ) -> Int? {
    guard let limit = limit(of: request, settings), limit >= settings.maxPageLength,
      branch.items.next == nil, branch.items.fills(limit)
    else { return nil }
    return limit
  }

  /// The number of records that a provider is asked for, except of a chart, which has no rest.
  private func limit(of request: ClientRequest, _ settings: HubSettings) -> Int? {
    guard request.method != .chartGet else { return nil }
    return request.parameters.query(of: request.method, limit: depth, settings).limit
  }
}
