import BusProtocol
import EntityResolution
import MusicModel

/// One provider in the fan-out of a call.
///
///     new ─► (starting) ─► querying ─► ended          it is asked for its own id of the entity, or a text
///              │             ▲ │
///              │             │ └► starting            it was lost, once
///              ├► (awaitingName) ─► linking ─► new    its id of the entity is searched by the name
///              └► ended
///     ended ─► querying                               its list goes on, or another provider has named its id
struct FanOutBranch: Sendable {
  enum State: Sendable {
    /// Not queried yet. → starting, awaitingName, linking, querying, ended
    case new
    /// The process of its provider is starting, and is awaited until then.
    ///
    /// → awaitingName, linking, querying, ended
    case starting(until: Instant)
    /// The provider does not know the id, and no reply has named the entity yet.
    ///
    /// → starting, linking, querying, ended
    case awaitingName
    /// The entity is searched for at the provider. → new, starting, querying, ended
    case linking(WaiterID)
    /// It is asked; again if it is lost, once. → starting, ended
    case querying(WaiterID)
    /// Its list may continue. Without a link, it may still get an id from the reply of another provider. → querying, starting
    case ended(Outcome, SourceReport.SourceError?)
  }

  var state = State.new
  private(set) var begun: Instant
  private(set) var ended: Instant?
  /// The reason why its first provider call was lost; the call is retried once.
  var loss: SourceReport.SourceError?
  var subject = BranchSubject()
  var items = BranchItems()
  /// The number and age of the retained records that are shown, if no new ones arrived.
  private(set) var retained: (count: Int, ageMs: Int)?
  /// The cached reply that replaces a missing one.
  var cached: CachedItems?
  /// Whether its provider call waits for a request budget, and the client call need not.
  var isDeferred = false

  init(begun: Instant) { self.begun = begun }

  var waiter: WaiterID? {
    switch state {
    case .linking(let waiter), .querying(let waiter): waiter
    case .new, .starting, .awaitingName, .ended: nil
    }
  }

  var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  var outcome: Outcome? {
    if case .ended(let outcome, _) = state { outcome } else { nil }
  }

  /// Whether it waits only for another source to name the entity.
  var isAwaitingName: Bool {
    if case .awaitingName = state { true } else { false }
  }

  /// Whether its provider is searched for the entity, or did not find it.
  var isUnlinked: Bool {
    switch state {
    case .linking, .ended(.notLinked, _): true
    case .new, .starting, .awaitingName, .querying, .ended: false
    }
  }

  var isStarting: Bool {
    if case .starting = state { true } else { false }
  }

  /// Whether its provider is queried as soon as possible.
  var canAdvance: Bool {
    switch state {
    case .new, .starting, .awaitingName: true
    case .linking, .querying, .ended: false
    }
  }

  /// Waits for a reply; an earlier question may have been deferred, but not this one yet.
  mutating func ask(_ state: State) { (self.state, isDeferred) = (state, false) }

  mutating func end(_ outcome: Outcome, _ reason: SourceReport.SourceError? = nil, at now: Instant)
  {
    var (outcome, reason) = (outcome, reason)
    if outcome.isMissing, items.records.count == subject.earlier.count, let cached {
      show(cached)
      if outcome == .late { reason = .init(.deadlineExceeded, "It has not replied yet.") }
      outcome = .stale
    }
    state = .ended(outcome, reason)
    ended = now
  }

  /// Replaces the records by those of a cached reply.
  mutating func show(_ cached: CachedItems) {
    items.records = subject.earlier + cached.records
    (items.skipped, items.notes) = (cached.skipped, cached.notes)
    (items.next, items.total) = (cached.next, cached.total ?? items.total)
    setRetained(count: items.records.count, ageMs: cached.ageMs)
  }

  /// Continues the provider's list, if it has more.
  ///
  /// - Returns: whether the provider is to be queried.
  mutating func continueList() -> Bool {
    guard let next = items.next, outcome?.isUsable == true else { return false }
    subject.selectPage(at: next, after: items.records)
    (state, cached, retained) = (.new, nil, nil)
    return true
  }

  /// Continues with the next id of the entity, after those under which the provider has replied.
  mutating func continueWithNextID(after ids: [EntityID]) {
    subject.selectNext(after: ids, records: items.records)
    (state, cached, retained) = (.new, nil, nil)
  }

  /// Returns the branch for a later page; `nil` if its provider has to be asked from the beginning.
  /// `depth` is the number of hits that were requested.
  func resumed(after ageMs: Int, depth: Int, at now: Instant) -> FanOutBranch? {
    guard items.next != nil || outcome?.isUsable == true && !items.fills(depth) else { return nil }
    var branch = self
    (branch.begun, branch.loss, branch.isDeferred) = (now, nil, false)
    if let next = items.next {
      branch.subject.selectPage(at: next, after: items.records)
      (branch.state, branch.cached, branch.retained) = (.new, nil, nil)
    } else if items.records.isEmpty {
      branch.end(.empty, at: now)
    } else {
      branch.setRetained(count: items.records.count, ageMs: (retained?.ageMs ?? 0) + ageMs)
      branch.end(outcome == .stale ? .stale : .cached, at: now)
    }
    return branch
  }

  /// Removes the records of an unusable reply.
  mutating func removeReply() {
    items.records = subject.earlier
    items.notes = []
  }

  mutating func setRetained(count: Int, ageMs: Int) { retained = (count, ageMs) }

  /// Reports retained records as the result, as no new ones arrived.
  mutating func replaceByRetained(count: Int, ageMs: Int) {
    retained = (count, ageMs)
    if case .ended(_, let reason) = state { state = .ended(.stale, reason) }
  }

  /// Returns the outcome of a branch that is in flight when its call completes.
  ///
  /// `pending` is the state of its provider call.
  func cutOffOutcome(
    _ pending: PendingProviderCall?,
    isExpired: Bool
  ) -> (Outcome, SourceReport.SourceError?) {
    if isAwaitingName { return (.notLinked, nil) }
    if isStarting {
      if let loss { return (.failed, loss) }
      return (.starting, .init(.providerStarting, "It is still starting."))
    }
    guard let reason = pending?.reason else { return (.late, nil) }
    if pending?.isDeferred == true, !isExpired { return (.deferred, reason) }
    return isExpired || reason.code != .deadlineExceeded
      ? (Outcome(of: reason.code), reason) : (.late, nil)
  }

  func report(for provider: ProviderID, attribution: String?, at now: Instant) -> SourceReport {
    var outcome = Outcome.timeout
    var reason: SourceReport.SourceError?
    if case .ended(let ended, let error) = state { (outcome, reason) = (ended, error) }
    let count = items.records.count
    var report = SourceReport(provider: provider, outcome: outcome)
    report.elapsedMs = (ended ?? now) - begun
    report.error = reason
    let isCounted = outcome == .ok || outcome == .empty || count > 0
    if isCounted, items.collection == nil { report.count = count }
    if items.skipped > 0 { report.skipped = items.skipped }
    if let retained { (report.count, report.ageMs) = (retained.count, retained.ageMs) }
    if count > 0 || retained != nil { report.attribution = attribution }
    if !items.notes.isEmpty { report.notes = items.notes }
    return report
  }
}

/// The ids under which a provider is queried for the entity of a call.
struct BranchSubject: Sendable {
  /// The current id, if the call is about an entity.
  private(set) var id: EntityID?
  /// Whether sources say that it is an id of the entity, not only a user verdict or a guess.
  private(set) var isByFact = true
  /// The ids under which the provider has replied.
  private(set) var repliedIDs: [EntityID] = []
  /// Where the provider's list continues; `nil` at its beginning.
  private(set) var position: ListPosition?
  /// The records of earlier replies.
  private(set) var earlier: [SourceRecord] = []

  mutating func select(_ id: EntityID, isByFact: Bool) {
    self.id = id
    self.isByFact = isByFact
  }

  /// Stores the records of the replies so far, before the provider is queried under the next id.
  mutating func selectNext(after ids: [EntityID], records: [SourceRecord]) {
    repliedIDs = ids
    earlier = records
    position = nil
  }

  /// Continues the list of the provider at a position, after the records so far.
  mutating func selectPage(at position: ListPosition, after records: [SourceRecord]) {
    self.position = position
    earlier = records
  }
}

/// The records of a provider in a call.
struct BranchItems: Sendable {
  var records: [SourceRecord] = []
  /// The number of skipped records.
  var skipped = 0
  /// Notes for the user.
  var notes: [String] = []
  /// The report on what the user has.
  var collection: CollectionReport?

  /// Whether a reply has nothing in it.
  var isEmpty: Bool { records.isEmpty && collection == nil }

  /// The freshness lifetime of the last reply, in milliseconds, if that states one.
  var freshMs: Int?

  /// The number of all records, if the source reports it.
  var total: Int?
  /// The position of the following records at the source, if there are any.
  var next: ListPosition?

  /// Whether it contains as many records as were requested, so that there may be more.
  ///
  /// A source that reports where its list continues, or how long it is, needs no such guess.
  func fills(_ limit: Int) -> Bool { total == nil && records.count + skipped >= limit }

  /// Takes the records of a reply that are of the requested kind, after those of earlier replies.
  mutating func apply(_ reply: ProviderReply, to subject: BranchSubject, of request: ClientRequest)
  {
    let accepted = reply.records.filter { request.accepts($0.entity) }
    records = subject.earlier + accepted
    skipped = reply.skipped + reply.records.count - accepted.count
    total = reply.total ?? total
    notes = reply.notes
    collection = reply.collection
    // A page that is not complete is requested again.
    next = reply.isComplete ? reply.next : subject.position
  }
}

/// The records of a cached reply that are of the kind that a call requests.
struct CachedItems: Sendable {
  let records: [SourceRecord]
  let skipped: Int
  let next: ListPosition?
  let total: Int?
  let notes: [String]
  let ageMs: Int

  init(_ cached: CachedReply, for request: ClientRequest, at unixMs: Int) {
    records = cached.records.filter { request.accepts($0.entity) }
    (next, total, notes) = (cached.next, cached.total, cached.notes)
    skipped = cached.skipped + cached.records.count - records.count
    ageMs = cached.ageMs(at: unixMs)
  }
}
