import BusProtocol
import HubCore
import MusicModel

/// Checks the invariants of the hub. It observes all events and actions, and does not know how the
/// hub decides.
struct InvariantChecker: Sendable {
  private(set) var violation: InvariantViolation?
  let settings: HubSettings
  let script: Script
  /// The hub's own time.
  var now = 0
  var clients: [Peer: ObservedClient] = [:]
  var providers: [ProviderID: ObservedProvider] = [:]
  var upstreams = ObservedUpstreams()
  var history = ProviderHistory()
  var pages = ObservedPages()
  /// The ids of messages that the hub may reject now, besides calls.
  var rejectable: Set<String> = []
  var sids: Set<String> = []
  /// The latest deadline of all calls. A provider call may continue in the background after its
  /// client call has ended with a cached reply.
  var lastDeadline = 0
  /// Whether clients have added favourites, which the hub completes in the background.
  var completesFavorites = false
  /// Whether clients have begun imports, which go on after a restart.
  var hasImports = false
  /// Whether the hub may make calls of its own.
  var makesOwnCalls: Bool { completesFavorites || hasImports }
  var saved = ObservedStorage()
  /// The paths of the manifests that can be found.
  var known: [ProviderID: String] = [:]
  /// The last status of the hub, while it is valid.
  var status: Done?
  /// The sessions under which something was said while the hub got no time, that it has not read.
  var unreadSessions: Set<String> = []
  /// The time at which the hub resumed after a suspension.
  var resumedAt = -1_000
  /// The sender of the current message.
  var sender: Peer?
  var isStopping = false
  var isFinished = false

  /// Resets sessions for a new hub. The history of providers remains.
  mutating func hubRestarted(at time: Int) {
    now = max(now, time)
    clients = [:]
    upstreams.hubRestarted(at: time)
    pages = ObservedPages()
    (lastDeadline, completesFavorites) = (0, false)
    known = [:]
    status = nil
    isStopping = false
    rejectable = []
    for id in providers.keys { providers[id] = ObservedProvider() }
  }

  init(_ settings: HubSettings, _ script: Script) {
    self.settings = settings
    self.script = script
    for plan in script.providers { providers[plan.id] = ObservedProvider() }
  }

  /// Records a violation; the first one counts.
  mutating func recordViolation(_ invariant: String, _ text: String) {
    if violation == nil {
      violation = InvariantViolation(invariant: invariant, atMs: now, text: text)
    }
  }

  mutating func require(_ isMet: Bool, _ invariant: String, _ text: @autoclosure () -> String) {
    if !isMet { recordViolation(invariant, text()) }
  }

  mutating func observe(_ event: Event, _ reply: DecodedReply?, at time: Int) {
    now = max(now, time)
    rejectable = []
    sender = nil
    require(!isFinished || event.isTick, "silence after the end", "it gets \(event)")
    switch event {
    case .received(let message, let peer):
      sender = peer
      switch peer.side {
      case .client: observe(message, ofClient: peer)
      case .provider: observe(message, reply, ofProvider: peer)
      }
    case .favorites: break
    case .refused(let error, _): if let id = error.id { rejectable.insert(id) }
    case .disconnected(let peer):
      sender = peer
      status = nil
      clients[peer] = nil
      endSession(at: peer)
    case .providerSpawned(let id, _, _):
      status = nil
      providers[id]?.process = .running
    case .providerNotSpawned(let id, _), .providerMisconfigured(let id, _),
      .settingsWithheld(let id, _):
      providerGone(id)
    case .providerExited(let id, _):
      providerGone(id)
      endSession(of: id)
    case .stopRequested: isStopping = true
    case .providersFound(let listing): observe(listing)
    case .budgetsLoaded: upstreams.budgetsLoaded()
    case .clockSet(let unixMs): upstreams.clockSet(offsetMs: unixMs - now)
    case .helloRefused, .congested, .configurationChanged, .manifestsChanged, .verdictsLoaded,
      .verdictsSaved, .entityIndexLoaded, .lookupCompleted, .cacheActionCompleted,
      .librarySearched, .releasesLoaded, .favoriteLinksLoaded, .importsLoaded, .importsReplied,
      .tick:
      break
    }
  }

  mutating func observe(
    _ actions: [Action],
    _ sent: [SentMessage?],
    _ load: InFlightCounts,
    _ holdings: CacheSizes
  ) {
    for (action, sent) in zip(actions, sent) {
      require(!isFinished, "silence after the end", "\(action)")
      switch action {
      case .send(_, let peer):
        guard let sent else { continue }
        let bytes = sent.message.body?.count ?? 0
        require(bytes <= script.limits.bodyBytes, "messages of a size", "\(bytes): \(sent.header)")
        switch peer.side {
        case .client: observe(sent, toClient: peer)
        case .provider: observe(sent, toProvider: peer)
        }
      case .spawn(let id):
        status = nil
        observeSpawn(of: id)
      case .stop(let id, _):
        status = nil
        observeStop(of: id)
      case .finished: isFinished = true
      case .saveVerdicts: saved.hasVerdicts = true
      case .log, .changeManifests, .saveEntityIndex, .favorites, .lookUpReply, .storeReply,
        .searchLibrary, .retainRecords, .saveReleases, .saveFavoriteLinks,
        .noteSearch, .performCacheAction, .checkConfiguration, .storeBudgets, .acceptSettings,
        .imports:
        break
      }
    }
    checkTime()
    check(load)
    check(holdings)
    checkReasons(load)
  }

  private mutating func check(_ load: InFlightCounts) {
    expireSilentClients(load)
    let sessions = clients.count
    require(load.clients == sessions, "sessions", "it has \(load.clients), not \(sessions)")
    let open = clients.values.flatMap(\.calls.values)
    let calls = open.count { !$0.isStorageCommand && !$0.isWatch }
    // A call first waits for sources, and then for the disk.
    let adding = open.count(where: \.addsFavorite)
    let watches = open.count(where: \.isWatch)
    require(load.watches == watches, "watches are not lost", "\(load.watches), not \(watches)")
    let reading = open.count(where: \.mayAwaitFavorites)
    let isCorrect = (calls - reading...calls + adding).contains(load.calls)
    require(isCorrect, "calls are not lost", "\(load.calls), not \(calls)")
    require(load.ownCalls == 0 || makesOwnCalls, "own calls have a reason", "\(load.ownCalls)")
    require(load.clients <= script.limits.clients, "clients at most", "\(load.clients)")
    let all = load.calls + load.ownCalls
    let isBounded =
      load.calls <= script.limits.calls && all <= script.limits.calls + Hub.maxCompletions
    require(isBounded, "calls at most", "\(load.calls) and \(load.ownCalls) of the hub")
    let capacity = script.providers.reduce(0) { $0 + $1.inflight + script.limits.waiting }
    require(
      load.queued <= capacity,
      "provider calls are limited",
      "\(load.queued) in \(capacity) slots"
    )
    require(load.providerCalls <= load.queued, "provider calls are queued", "\(load)")
  }

  /// Checks the limits of the caches.
  private mutating func check(_ holdings: CacheSizes) {
    let limits = script.limits
    let isWithin =
      holdings.lists <= limits.pageLists
      && holdings.listedEntities <= limits.pageEntities && holdings.entities <= limits.entities
      && holdings.links <= limits.entities
    require(isWithin, "caches are bounded", "\(holdings)")
  }
}

extension Event {
  fileprivate var isTick: Bool {
    if case .tick = self { true } else { false }
  }
}

extension WireError {
  fileprivate var id: String? {
    switch self {
    case .unknownType(_, let id), .header(_, let id): id
    case .frameCount, .otherMajor, .tooLarge: nil
    }
  }
}
