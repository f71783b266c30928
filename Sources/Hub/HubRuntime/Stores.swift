internal import BusProtocol
internal import FavoritesModel
internal import HostKit
internal import HubCore
internal import Storage
internal import ZeroMQ

/// Everything that the hub stores: a queue for each file, and the log. Only opening the verdicts and closing may
/// wait.
struct Stores {
  /// Signalled when a store has events.
  let wakeUp: Waker
  let log: HubLog
  private let favorites: DiskQueue<FavoritesStore>
  private let favoritesChecks: DiskQueue<FavoritesReader>
  private let favoritesPath: String
  private let verdicts: DiskQueue<VerdictFile>
  private let state: DiskQueue<StateFile>
  private let imports: DiskQueue<ImportFile>
  private let records: DiskQueue<RecordFile>
  private let lookups: DiskQueue<RecordReader>

  /// The time in which all stores must be closed.
  private static let closing = Duration.seconds(5)

  init(
    _ paths: HubPaths,
    favorites location: FavoritesLocation,
    cache limits: RecordLimits,
    log: HubLog
  ) throws(ZeroMQError) {
    let waker = try Waker()
    let wake: @Sendable () -> Void = { waker.signal() }
    self.log = log
    wakeUp = waker
    let document = FavoritesFile(
      at: location.path,
      createsDirectory: location.isDefault,
      fold: Hub.foldedName
    )
    favoritesPath = location.path
    favorites = DiskQueue(
      FavoritesStore(document),
      "favorites",
      limits: Stores.favoritesLimits,
      onEvents: wake
    )
    favoritesChecks = DiskQueue(FavoritesReader(document), "favorites.checks", onEvents: wake)
    verdicts = DiskQueue(VerdictFile(at: paths.verdicts), "verdicts", onEvents: wake)
    let records = DiskQueue(
      RecordFile(at: paths.records, limits: limits),
      "records",
      limits: Stores.recordLimits,
      onEvents: wake
    )
    self.records = records
    state = DiskQueue(
      StateFile(at: paths.state, records: paths.records, changeRecords: { records.submit($0) }),
      "state",
      limits: Stores.stateLimits,
      onEvents: wake
    )
    imports = DiskQueue(ImportFile(at: paths.imports), "imports", onEvents: wake)
    lookups = DiskQueue(RecordReader(at: paths.records, limits: limits), "lookups", onEvents: wake)
  }

  /// None: the hub has bounds of its own, since a change that the queue rejects would have to take all later ones with it.
  private static var favoritesLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    (limits.maxJobs, limits.maxBytes) = (.max, .max)
    return limits
  }

  private static var stateLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    limits.delayMs = 1_000
    limits.maxBytes = 64 * 1024 * 1024
    return limits
  }

  /// Replies are stored a moment later, many together: clients do not wait for the processor meanwhile,
  /// and most of what one reply changes on the disk is changed by others, too.
  private static var recordLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    limits.delayMs = 1_000
    return limits
  }

  /// The time that the start of the hub waits for the verdicts, so that they apply to its first reply.
  private static let opening = Duration.seconds(1)

  /// Begins to open all files. Their contents follow as events, those of a healthy disk's verdicts
  /// immediately.
  func open() -> [Event] {
    state.open()
    records.open()
    imports.open()
    verdicts.open(waitUntil: .after(Stores.opening))
    favorites.open()
    return [.favorites(.opening(path: favoritesPath))] + drainEvents()
  }

  /// Has changes of the favourites written with one sync.
  func save(_ changes: [FavoritesChange]) { favorites.submit(.write(changes)) }

  /// Performs another action on the favourites; `document` is the hub's state of them.
  func perform(_ action: FavoritesAction, _ document: FavoritesDocument) {
    switch action {
    case .open: favorites.submit(.open)
    case .save: break
    case .checkForExternalChange: favorites.submit(.checkForExternalChange)
    case .check: favoritesChecks.submit(.check)
    case .compact: favorites.submit(.compact)
    case .merge: favorites.submit(.merge(document))
    case .replace: favorites.submit(.replace(document))
    }
  }

  /// Performs an action that concerns another store.
  func perform(_ action: Action) {
    switch action {
    case .saveVerdicts(let list, let operation): verdicts.submit(.init(list, operation: operation))
    case .saveEntityIndex(let changes): state.submit(.save(StateChanges(changes)))
    case .saveReleases(let changes): state.submit(.save(StateChanges(changes)))
    case .saveFavoriteLinks(let changes): state.submit(.save(StateChanges(changes)))
    case .performCacheAction(.pin(let ids, let isPinned), let operation):
      state.submit(.pin(ids, isPinned: isPinned, operation: operation))
    case .performCacheAction(.unpinAll, let operation):
      state.submit(.unpinAll(operation: operation))
    case .performCacheAction(let action, let operation):
      records.submit(.perform(action, operation: operation))
    case .lookUpReply(let query, let listedFreshMs, let operation):
      let lookup = RecordLookup.reply(query, listedFreshMs: listedFreshMs, operation: operation)
      if records.contains({ $0.isReply(to: query) }) {
        records.submit(.lookUp(lookup))
      } else {
        lookups.submit(lookup)
      }
    case .searchLibrary(let query, let operation)
    where query.awaitsChanges && records.hasCollectedJobs:
      records.submit(.lookUp(.records(query, operation: operation)))
    case .searchLibrary(let query, let operation):
      lookups.submit(.records(query, operation: operation))
    case .storeReply(let reply, let query): records.submit(.store(reply, to: query))
    case .retainRecords(let ids): records.submit(.retain(ids, .favorite))
    case .noteSearch(let method, let text, let total):
      let nowMs = UnixClock.nowMs
      records.submit(
        .note(.init(method: method.rawValue, text: text, atMs: nowMs, total: total))
      )
    case .imports(let action, let operation):
      imports.submit(.init(action, operation: operation))
    case .storeBudgets(let changes): state.submit(.save(StateChanges(changes)))
    case .favorites, .send, .spawn, .acceptSettings, .stop, .checkConfiguration, .changeManifests,
      .log,
      .finished:
      break
    }
  }

  /// The events of all stores; messages go to the log.
  func drainEvents() -> [Event] {
    let events =
      favorites.drainEvents() + favoritesChecks.drainEvents() + verdicts.drainEvents()
      + state.drainEvents()
      + records.drainEvents() + imports.drainEvents() + lookups.drainEvents()
    return events.compactMap { event in
      switch event {
      case .hub(let event): return event
      case .log(let level, let text):
        log.write(level, text)
        return nil
      }
    }
  }

  /// Completes all writes. One deadline holds for all stores.
  func close() {
    let deadline = Deadline.after(Stores.closing)
    favorites.beginClosing()
    favoritesChecks.beginClosing()
    verdicts.beginClosing()
    state.beginClosing()
    records.beginClosing()
    imports.beginClosing()
    lookups.beginClosing()
    if !favorites.close(before: deadline) {
      log.write(.error, "Timed out saving favourites; unacknowledged changes may be lost.")
    }
    if !verdicts.close(before: deadline) {
      log.write(.error, "Timed out saving verdicts; unacknowledged verdicts may be lost.")
    }
    if !state.close(before: deadline) {
      log.write(.error, "Timed out saving budgets, links and pins; recent changes may be lost.")
    }
    if !records.close(before: deadline) {
      log.write(.error, "Timed out saving replies; recent ones may be lost.")
    }
    if !imports.close(before: deadline) {
      log.write(.error, "Timed out saving imports; unacknowledged rows may be lost.")
    }
    // The callers of lookups and checks have left.
    _ = lookups.close(before: deadline)
    _ = favoritesChecks.close(before: deadline)
    _ = drainEvents()
  }
}
