import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// HubSimulation: runs the core of the hub with simulated peers, network, processes and clock. A
/// seed determines the schedule, and an invariant checker observes each action.

/// One run, from its beginning to its end.
struct SimulationRun: Sendable {
  let script: Script
  var now = 0
  var hub: Hub
  var checker: InvariantChecker
  var queue = EventQueue()
  var network: Network
  var clients: [SimulatedClient] = []
  var providers: [SimulatedProvider]
  /// From the end of the script on nothing bad happens any more.
  var isCalm = false
  var isFinished = false
  /// `nil` if the process of the hub runs.
  private var suspension: HubSuspension?
  var clockBackMs = 0
  /// The number of hubs before this one.
  private(set) var life = 0
  var disk = SimulatedDisk()
  var manifests = SimulatedManifests()
  var favorites = SimulatedFavorites()
  private(set) var areFavoritesOpen = false
  /// Events that the hub gets before any other.
  private var immediateEvents: [Event] = []
  private(set) var log: SimulationLog

  init(_ script: Script, recordsTrace: Bool = false) {
    log = SimulationLog(recordsTrace: recordsTrace)
    self.script = script
    var settings = HubSettings(script.limits)
    settings.hasProviderCache = script.seed % 4 >= 1
    settings.hasLibrary = script.seed % 4 >= 2
    settings.checksReleases = settings.hasLibrary
    settings.storesBudgets = true
    hub = Hub(settings: settings, bootID: "b0", now: Instant(milliseconds: 0))
    checker = InvariantChecker(settings, script)
    network = Network(seed: script.seed)
    providers = script.providers.enumerated().map { SimulatedProvider($0, $1, seed: script.seed) }
  }

  /// The system time at the start, in milliseconds since 1970.
  static let wallMs = 1_700_000_000_000

  /// Runs the whole script and its end.
  ///
  /// - Returns: the first violation of an invariant.
  mutating func run() -> InvariantViolation? {
    wakeHub()
    for (index, step) in script.steps.enumerated() { post(.step(index), at: step.atMs) }
    runUntil((script.steps.last?.atMs ?? 0) + 500)
    quiesce()
    return checker.violation
  }

  /// Runs until a time, the end of the hub, or a violation.
  mutating func runUntil(_ end: Int, orUntil isEnough: (SimulationRun) -> Bool = { _ in false }) {
    while !isFinished, checker.violation == nil {
      if isEnough(self) { return }
      let deadline = suspension == nil ? hub.nextDeadline?.milliseconds : nil
      let next = queue.next
      guard let time = [deadline, next].compactMap({ $0 }).min(), time <= end else { break }
      now = max(now, time)
      if let next, next <= now, let event = queue.removeFirst() {
        handle(event)
      } else {
        deliver(.tick)
      }
    }
    now = max(now, end)
  }

  /// The runtime will have news for the hub that lives now.
  mutating func post(_ event: SimulatedEvent, at time: Int) {
    queue.add(event, at: max(now, time))
  }

  private mutating func handle(_ event: SimulatedEvent) {
    switch event {
    case .step(let index): apply(script.steps[index].event)
    case .atHub(let connection, let parcel):
      guard !network.isLost(connection) else { return }
      deliver(parcel.event(from: connection), parcel.reply)
    case .atPeer(let connection, let sent):
      guard !network.isLost(connection) else { return }
      switch connection.side {
      case .client: client(connection.number, receives: sent, over: connection)
      case .provider: provider(connection.number, receives: sent, over: connection)
      }
    case .news(let event, let life): if life == self.life { deliver(event) }
    case .clientResumes(let number): clientResumes(number)
    case .provider(let number, let process, let wake): provider(number, process, handles: wake)
    case .hubResumes: hubResumes()
    case .favoritesWritten(let life): if life == self.life { favoritesWritten() }
    }
  }

  /// Sends a parcel to the hub.
  mutating func send(_ parcel: Parcel, over connection: Connection) {
    guard !network.isLost(connection) else { return }
    post(.atHub(connection, parcel), at: network.arrivalAtHub(connection, now: now))
  }

  mutating func send(_ header: Header, _ body: (some Encodable)?, over connection: Connection) {
    let bytes = body.flatMap { try? JSONCodec.encode($0) }
    send(
      .message(WireMessage(header, body: bytes), body.flatMap { DecodedReply($0) }),
      over: connection
    )
  }
}

/// The hub and its runtime.
extension SimulationRun {
  /// Passes an event to the hub and performs its actions. Immediate replies of the runtime are
  /// handled at the same time, also if the clock has just been set back.
  mutating func deliver(_ event: Event, _ reply: DecodedReply? = nil, at moment: Int? = nil) {
    guard !isFinished else { return }
    guard suspension == nil else {
      suspension?.add(event, reply)
      return
    }
    switch event {
    case .favorites(.opened): areFavoritesOpen = true
    case .favorites(.notOpened): areFavoritesOpen = false
    default: break
    }
    let time = moment ?? now - clockBackMs
    // A clock that has gone back springs forward with the next event, as after a while without time.
    if clockBackMs > 0 { checker.resumedAt = now }
    clockBackMs = 0
    checker.observe(event, reply, at: time)
    let actions = hub.handle(event, at: Instant(milliseconds: time))
    log.add(event, actions, at: now)
    let sent = actions.map { action in
      if case .send(let message, _) = action { SentMessage(message) } else { nil as SentMessage? }
    }
    checker.observe(actions, sent, hub.load, hub.holdings)
    if let broken = hub.checkInvariants() {
      checker.recordViolation("couplings of machines", broken)
    }
    for (action, sent) in zip(actions, sent) { perform(action, sent) }
    while !immediateEvents.isEmpty, checker.violation == nil {
      deliver(immediateEvents.removeFirst(), at: time)
    }
  }

  private mutating func perform(_ action: Action, _ sent: SentMessage?) {
    switch action {
    case .send(_, let peer): deliver(sent, to: peer)
    case .spawn(let id): spawn(id)
    case .stop(let id, let graceMs): stop(id, graceMs: graceMs)
    case .saveVerdicts(let verdicts, let operation): save(verdicts, operation)
    case .saveEntityIndex(let changes): disk.save(changes)
    case .favorites(let order): perform(order)
    case .lookUpReply(let query, _, let operation):
      var random = ScheduleRandom(seed: script.seed, "disk \(operation)")
      let (reply, delayMs) = disk.records.lookUp(query, &random)
      post(.news(.lookupCompleted(operation: operation, reply), life: life), at: now + delayMs)
    case .searchLibrary(let query, let operation):
      var random = ScheduleRandom(seed: script.seed, "library \(operation)")
      let (records, delayMs) = disk.records.search(query, &random)
      post(.news(.librarySearched(operation: operation, records), life: life), at: now + delayMs)
    case .storeReply(let reply, let query): disk.records.store(reply, for: query)
    case .performCacheAction(let action, let operation):
      var random = ScheduleRandom(seed: script.seed, "order \(operation)")
      let maxBytes = script.limits.cacheBytes
      let report = disk.records.perform(action, maxBytes: maxBytes, fails: disk.fails)
      // Sometimes the disk never finishes.
      guard isCalm || !random.chance(10) else { return }
      post(
        .news(.cacheActionCompleted(operation: operation, report), life: life),
        at: now + (isCalm ? 0 : disk.writeMs)
      )
    case .imports(let action, let operation):
      let reply = disk.fails && !isCalm ? .failed("no space is left") : disk.imports.perform(action)
      post(
        .news(.importsReplied(operation: operation, reply), life: life),
        at: now + (isCalm ? 0 : disk.writeMs)
      )
    case .changeManifests(let change, let operation):
      let result = manifests.make(change)
      immediateEvents += [
        .providersFound(manifests.listing(providers)),
        .manifestsChanged(operation: operation, result),
      ]
    case .storeBudgets(let budgets): disk.budgets.store(budgets, fails: disk.fails)
    case .saveReleases(let changes): disk.releases.save(changes)
    case .saveFavoriteLinks(let changes): disk.releases.save(changes)
    case .log, .checkConfiguration, .noteSearch, .retainRecords, .acceptSettings: break
    case .finished: isFinished = true
    }
  }

  private mutating func deliver(_ sent: SentMessage?, to peer: Peer) {
    let connection = Connection(peer)
    guard let sent else { return }
    let (isConnected, unread) =
      switch connection.side {
      case .client: clients.connection(connection.number)
      case .provider: providers.connection(connection.number)
      }
    if network.isLost(connection) || !isConnected {
      post(.news(.disconnected(peer), life: life), at: now)
    } else if unread >= script.limits.unread {
      post(.news(.congested(peer), life: life), at: now)
    } else {
      post(.atPeer(connection, sent), at: network.arrivalAtPeer(connection, now: now))
    }
  }

  /// Starts a hub with its initial events.
  private mutating func wakeHub() {
    deliver(.clockSet(unixMs: SimulationRun.wallMs + now))
    areFavoritesOpen = false
    deliver(.favorites(.opening(path: "Favorites.jsonl")))
    openFavorites()
    let (entities, links) = disk.identities
    let (histories, releases) = disk.releases.stored
    deliver(.releasesLoaded(histories, releases))
    deliver(.favoriteLinksLoaded(disk.releases.links))
    deliver(.importsLoaded(disk.imports.begun))
    var random = ScheduleRandom(seed: script.seed, "verdicts \(life)")
    if random.chance(80) {
      deliver(.verdictsLoaded(disk.verdicts))
    } else {
      post(.news(.verdictsLoaded(disk.verdicts), life: life), at: now + random.roll(50...2_000))
    }
    deliver(.providersFound(manifests.listing(providers)))
    random = ScheduleRandom(seed: script.seed, "index \(life)")
    let loadMs = random.chance(50) ? random.roll(0...5) : random.roll(50...2_000)
    post(.news(.entityIndexLoaded(entities, links), life: life), at: now + loadMs)
    random = ScheduleRandom(seed: script.seed, "budgets \(life)")
    let delayMs = random.chance(80) ? random.roll(0...5) : random.roll(50...2_000)
    let (budgets, areLost) = disk.budgets.load(&random)
    if areLost { checker.upstreams.budgetsLost() }
    post(.news(.budgetsLoaded(budgets), life: life), at: now + delayMs)
  }

  /// Kills the hub; the next one finds its stored data, but has no sessions.
  mutating func restartHub() {
    guard !isFinished else { return }
    killFavoritesWriter()
    life += 1
    (suspension, clockBackMs, immediateEvents) = (nil, 0, [])
    network.loseAll()
    for number in clients.indices { clients[number].reconnect() }
    for number in providers.indices { providers[number].loseHub() }
    let time = Instant(milliseconds: now)
    let transitions = hub.transitions
    hub = Hub(settings: checker.settings, bootID: "b\(life)", now: time)
    hub.transitions = transitions
    checker.hubRestarted(at: now)
    wakeHub()
  }

  private mutating func save(_ verdicts: [StoredVerdict], _ operation: Int) {
    let problem = isCalm ? disk.saveImmediately(verdicts) : disk.save(verdicts)
    post(
      .news(.verdictsSaved(operation: operation, problem: problem), life: life),
      at: now + (isCalm ? 0 : disk.writeMs)
    )
  }

  mutating func suspendHub(sleepMs: Int) {
    guard suspension == nil else { return }
    suspension = HubSuspension()
    post(.hubResumes, at: now + sleepMs)
  }

  /// After a hub stall, more messages wait than one turn of the runtime reads: each turn reads one
  /// event.
  mutating func hubResumes() {
    guard let suspended = suspension else { return }
    let lateMs = hub.nextDeadline.map { now - $0.milliseconds } ?? 0
    let isStall = lateMs > checker.settings.stallMs
    let events = suspended.events
    suspension = nil
    checker.resumedAt = now
    for event in suspended.favorites { deliver(event) }
    for (index, (event, reply)) in events.enumerated() where checker.violation == nil {
      checker.unreadSessions = Set(events[(index + 1)...].compactMap(\.0.sid))
      deliver(event, reply)
      if isStall { deliver(.tick) }
    }
    checker.unreadSessions = []
    deliver(.tick)
  }
}

extension Event {
  /// The session under which something was said.
  fileprivate var sid: String? {
    if case .received(let message, _) = self { message.header.sid } else { nil }
  }
}

extension HubSettings {
  fileprivate init(_ plan: LimitsPlan) {
    self.init()
    maxClients = plan.clients
    maxCalls = plan.calls
    limits.inflight = plan.callsOfClient
    maxQueued = plan.waiting
    maxCachedLists = plan.pageLists
    maxCachedListEntities = plan.pageEntities
    maxCachedEntities = plan.entities
    maxCachedLinks = plan.entities
    maxPageLength = plan.page
    defaultPageLength = min(8, plan.page)
    itemsPerMessage = plan.itemsPerMessage
    limits.bodyBytes = plan.bodyBytes
    // Pings are few, so that runs are short.
    providerPingMs = 5_000
    providerDeadMs = 20_000
    idleProviderPingMs = 10_000
    idleProviderDeadMs = 40_000
  }
}
