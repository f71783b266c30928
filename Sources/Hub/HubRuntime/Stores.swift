internal import BusProtocol
internal import FavoritesModel
internal import HostKit
internal import HubCore
internal import Storage
internal import ZeroMQ

/// Everything that the hub stores: eight queues and the log. Only opening the verdicts and closing
/// may wait.
struct Stores {
  /// Signalled when a store has events.
  let wakeUp: Waker
  let log: HubLog
  let favorites: FavoritesBridge
  private let verdicts: DiskQueue<VerdictFile>
  private let entityIndex: DiskQueue<EntityIndexFile>
  private let providerCache: DiskQueue<ProviderCacheFile>
  private let cachedQueries = CachedQueries()
  private let budgets: DiskQueue<BudgetFile>
  private let library: DiskQueue<LibraryFile>
  private let librarySearches: DiskQueue<LibrarySearchFile>
  private let releases: DiskQueue<ReleaseFile>

  /// The time that a rebuild of the library waits for replies to be stored.
  private static let storingReplies = Duration.seconds(10)
  /// The time in which all stores must be closed.
  private static let closing = Duration.seconds(5)

  init(
    _ paths: HubPaths,
    favorites location: FavoritesLocation,
    cache limits: ReplyStoreLimits,
    log: HubLog
  ) throws(ZeroMQError) {
    let waker = try Waker()
    let wake: @Sendable () -> Void = { waker.signal() }
    self.log = log
    wakeUp = waker
    favorites = FavoritesBridge(at: location, onEvents: wake)
    verdicts = DiskQueue(VerdictFile(at: paths.verdicts), "verdicts", onEvents: wake)
    entityIndex = DiskQueue(
      EntityIndexFile(at: paths.identities),
      "entity index",
      limits: Stores.entityIndexLimits,
      onEvents: wake
    )
    let providerCache = DiskQueue(
      ProviderCacheFile(at: paths.providerCache, limits: limits, cached: cachedQueries),
      "provider cache",
      limits: Stores.replyLimits,
      onEvents: wake
    )
    self.providerCache = providerCache
    budgets = DiskQueue(
      BudgetFile(at: paths.budgets),
      "budgets",
      limits: Stores.budgetLimits,
      onEvents: wake
    )
    library = DiskQueue(
      LibraryFile(
        at: paths.library,
        replies: paths.providerCache,
        storeReplies: { providerCache.flush(before: .after(Stores.storingReplies)) }
      ),
      "library",
      limits: Stores.replyLimits,
      onEvents: wake
    )
    librarySearches = DiskQueue(
      LibrarySearchFile(at: paths.library),
      "library searches",
      onEvents: wake
    )
    releases = DiskQueue(ReleaseFile(at: paths.releases), "releases", onEvents: wake)
  }

  private static var entityIndexLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    limits.intervalMs = 1_000
    limits.maxBytes = 64 * 1024 * 1024
    return limits
  }

  private static var budgetLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    limits.intervalMs = 1_000
    return limits
  }

  /// Replies are stored a moment later, so that clients do not wait for the processor meanwhile.
  private static var replyLimits: DiskQueueLimits {
    var limits = DiskQueueLimits()
    limits.delayMs = 50
    return limits
  }

  /// The time that the start of the hub waits for the verdicts, so that they apply to its first reply.
  private static let opening = Duration.seconds(1)

  /// Begins to open all files. Their contents follow as events, those of a healthy disk's verdicts
  /// immediately.
  func open() -> [Event] {
    budgets.open()
    entityIndex.open()
    providerCache.open()
    library.open()
    releases.open()
    verdicts.open(waitUntil: .after(Stores.opening))
    return [favorites.open()] + drainEvents()
  }

  /// Performs an action that concerns a store.
  ///
  /// - Returns: Its completion, if that is known already.
  func perform(_ action: Action) -> Event? {
    switch action {
    case .lookUpReply(let query, let operation) where !cachedQueries.mayContain(query):
      return .lookupCompleted(operation: operation, nil)
    case .favorites(let action): favorites.perform(action)
    case .saveVerdicts(let list, let operation): verdicts.submit(.init(list, operation: operation))
    case .saveEntityIndex(let changes): entityIndex.submit(.init(changes))
    case .lookUpReply(let query, let operation):
      providerCache.submit(.lookUp(query, operation: operation))
    case .storeReply(let reply, let query):
      cachedQueries.insert(query)
      providerCache.submit(.store(reply, query))
    case .noteSearch(let method, let text, let total):
      providerCache.submit(
        .recordSearch(
          .init(method: method.rawValue, text: text, atMs: UnixClock.nowMs, total: total)
        )
      )
    case .performCacheAction(.library(let command), let operation):
      library.submit(.perform(command, operation: operation))
    case .performCacheAction(let action, let operation):
      if case .pin(let ids, let isPinned) = action { library.submit(.pin(ids, isPinned: isPinned)) }
      if action == .unpinAll { library.submit(.retain([], .pinned)) }
      providerCache.submit(.perform(action, operation: operation))
    case .searchLibrary(let query, let operation)
    where query.awaitsChanges && library.hasCollectedJobs:
      library.submit(.search(query, operation: operation))
    case .searchLibrary(let query, let operation):
      librarySearches.submit(.init(query, operation: operation))
    case .addToLibrary(let entry): library.submit(.add(entry))
    case .retainInLibrary(let ids): library.submit(.retain(ids, .favorite))
    case .saveReleases(let changes): releases.submit(.init(changes))
    case .storeBudgets(let changes): budgets.submit(.init(changes))
    case .send, .spawn, .stop, .checkConfiguration, .changeManifests, .log, .finished: break
    }
    return nil
  }

  /// The events of all stores but the favourites; messages go to the log.
  func drainEvents() -> [Event] {
    hubEvents(
      budgets.drainEvents() + verdicts.drainEvents() + entityIndex.drainEvents()
        + providerCache.drainEvents() + library.drainEvents() + librarySearches.drainEvents()
        + releases.drainEvents()
    )
  }

  private func hubEvents(_ events: [StorageEvent]) -> [Event] {
    events.compactMap { event in
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
    verdicts.beginClosing()
    entityIndex.beginClosing()
    providerCache.beginClosing()
    budgets.beginClosing()
    library.beginClosing()
    librarySearches.beginClosing()
    releases.beginClosing()
    if !favorites.close(before: deadline) {
      log.write(.error, "Timed out saving favourites; unacknowledged changes may be lost.")
    }
    if !verdicts.close(before: deadline) {
      log.write(.error, "Timed out saving verdicts; unacknowledged verdicts may be lost.")
    }
    if !entityIndex.close(before: deadline) {
      log.write(.error, "Timed out saving the entity index; recent changes may be lost.")
    }
    if !providerCache.close(before: deadline) {
      log.write(.error, "Timed out saving the provider cache; recent replies may be lost.")
    }
    if !budgets.close(before: deadline) {
      log.write(.error, "Timed out saving the request budgets; recent requests may be lost.")
    }
    if !releases.close(before: deadline) {
      log.write(.error, "Timed out saving new releases; recent ones may be lost.")
    }
    if !library.close(before: deadline) {
      log.write(.error, "Timed out saving the library; recent records may be lost.")
    }
    // The clients of searches have left.
    _ = librarySearches.close(before: deadline)
    _ = drainEvents()
  }
}
