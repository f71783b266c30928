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
      || library?.isSufficient == true && waitsOnlyForStarts
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

  /// The records so far. `unixMs` is the fetch time of all new ones.
  func records(fetchedAt unixMs: Int?) -> [SourceRecord] {
    sortedBranches.flatMap(\.branch.items.records).map { $0.fetched(at: unixMs) }
      + (namesakes?.records ?? []) + shownLibraryRecords.map(\.record) + retained
  }

  /// The position of each record in the reply of its source.
  var positions: [EntityID: Int] {
    var positions: [EntityID: Int] = [:]
    for branch in branches.values {
      for (index, record) in branch.items.records.enumerated() {
        let id = record.entity.id
        positions[id] = min(index, positions[id] ?? .max)
      }
    }
    for (index, record) in shownLibraryRecords.enumerated() {
      let id = record.record.entity.id
      positions[id] = positions[id] ?? index
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

/// The library in the fan-out of a call, with its records from before any source replied.
struct LibraryBranch: Sendable {
  /// Whether the call waits for the library, because no source is queried.
  let isOnlySource: Bool
  private let begun: Instant
  /// The time until which it is awaited.
  let until: Instant
  private var ended: Instant?
  private(set) var records: [LibraryRecord] = []
  /// The order of its records if they are the result: lower ones come first.
  private(set) var preferences: [EntityID: Int] = [:]
  /// All ids of the entity of the call.
  let ids: [EntityID]

  /// The name of the library in source reports; no provider can have it.
  static let id = ProviderID(rawValue: "library")

  init(isOnlySource: Bool, ids: [EntityID], begun: Instant, until: Instant) {
    self.isOnlySource = isOnlySource
    self.ids = ids
    self.begun = begun
    self.until = until
  }

  /// Whether the call must not end before the lookup.
  var isAwaited: Bool { isOnlySource && ended == nil }

  /// Whether no source needs to be waited for.
  var isSufficient: Bool { isOnlySource && !records.isEmpty }

  /// Ends the lookup, once.
  ///
  /// - Returns: Whether it was in flight.
  mutating func end(
    _ found: [LibraryRecord],
    at now: Instant,
    isFavorite: (Entity) -> Bool = { _ in false }
  ) -> Bool {
    guard ended == nil else { return false }
    ended = now
    records = found
    guard isOnlySource else { return true }
    for record in found {
      let isOpened = record.openedCount > 0
      preferences[record.record.entity.id] =
        isFavorite(record.record.entity) ? Int.min : isOpened ? -min(record.openedCount, 100) : 0
    }
    return true
  }

  /// The report of these records of the library; `nil` without records.
  func report(_ shown: [LibraryRecord], at now: Instant, unixMs: Int?) -> SourceReport? {
    guard let id = LibraryBranch.id, let newest = shown.compactMap(\.record.fetchedMs).max() else {
      return nil
    }
    var report = SourceReport(provider: id, outcome: .stale)
    report.elapsedMs = (ended ?? now) - begun
    report.ageMs = max(0, (unixMs ?? newest) - newest)
    report.count = shown.count
    return report
  }
}

extension Gathering {
  /// The records of the library that no source has replaced, with their positions.
  ///
  /// The reply of a source replaces all its records, and a part of a reply those with the same ids.
  var shownLibraryRecords: [LibraryRecord] {
    guard let library, !library.records.isEmpty else { return [] }
    return library.records.filter { record in
      guard let branch = branches[record.record.provider] else { return library.isOnlySource }
      if branch.outcome?.isUsable == true, !library.isOnlySource { return false }
      return !branch.items.records.contains { $0.entity.id == record.record.entity.id }
    }
  }

  /// Whether all branches have ended but those whose provider is starting.
  var waitsOnlyForStarts: Bool { branches.values.allSatisfy { $0.hasEnded || $0.isStarting } }
}

extension ClientCall {
  /// Ends the lookup in the library; records of unknown providers are not used.
  mutating func endLibraryLookup(_ found: [LibraryRecord], _ world: World) {
    let wanted = parameters.providers
    let usable = found.filter { found in
      let record = found.record
      return world.directory.contains(record.provider) && wanted?.contains(record.provider) != false
        && request.accepts(record.entity) && request.allows(record.entity)
    }
    let document = world.favorites.document
    let isReply = gathering.library?
      .end(usable, at: world.now, isFavorite: { document.contains($0) })
    if isReply == true { isPageOutdated = true }
  }
}

extension ClientRequest {
  /// Whether a record may be shown to a client that may not want explicit ones.
  fileprivate func allows(_ entity: Entity) -> Bool {
    guard parameters.explicit == false else { return true }
    switch entity {
    case .album(let album): return album.explicit != true
    case .song(let song): return song.explicit != true
    case .artist, .chart: return true
    }
  }
}

extension ClientCall {
  /// The lookup in the library that the call begins with, or `nil`.
  ///
  /// The library replies to calls that contact no source, and gives clients that stream their first
  /// results.
  func libraryQuery(_ world: World) -> LibraryQuery? {
    let settings = world.settings
    let isStreamed = reply.isStreamed && parameters.cache == nil
    guard settings.hasLibrary, unixMs != nil, parameters.cache == .only || isStreamed,
      gathering.earlier.isEmpty
    else { return nil }
    let ids = parameters.id.map { id in
      world.index.allIDs(of: id, at: world.directory.all, now: request.deadlines.start)
    }
    var query = LibraryQuery(request, ids: ids ?? [], depth: gathering.depth, settings)
    query?.awaitsChanges = parameters.cache == .only
    return query
  }
}

extension SourceReport {
  /// The report of a source whose lack of cached results does not matter beside those of the library.
  var ignoringCacheMiss: SourceReport {
    guard outcome == .starting || error?.code == .notCached else { return self }
    return SourceReport(provider: provider, outcome: .skipped)
  }
}

extension LibraryQuery {
  /// The lookup for a call; `ids` are all ids of its entity. `nil` if the library cannot serve it.
  init?(_ request: ClientRequest, ids: [EntityID], depth: Int, _ settings: HubSettings) {
    let parameters = request.parameters
    guard let kind = request.spec.kinds.first else { return nil }
    let subject: Subject
    let maxRecords: Int
    switch (request.spec.result, request.spec.subject) {
    case (.list, .text):
      let others = [parameters.artist, parameters.album].compactMap(\.self)
      subject = .text(parameters.text ?? "", and: others)
      maxRecords = min(depth, settings.maxPageLength)
    case (.list(let order), .id) where order != .rank:
      subject = .list(ids)
      maxRecords = settings.maxPageLength * LibraryQuery.providersOfList
    case (.single, .id):
      subject = .ids(ids)
      maxRecords = settings.maxPageLength
    default: return nil
    }
    self.init(request.method, kind, subject, maxRecords: maxRecords)
  }

  /// The number of providers whose whole lists fit into a lookup.
  private static let providersOfList = 5
}
