import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// HubSimulation: runs the real core of the hub in a world of models — clients, providers, network,
/// processes, clock — through schedules that a seed decides, and judges each thing that it does.

/// One world, from its beginning to its end.
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
  /// How many hubs there were before.
  private(set) var life = 0
  var disk = SimulatedDisk()
  var manifests = SimulatedManifests()
  var favorites = SimulatedFavorites()
  private(set) var areFavoritesOpen = false
  /// What the runtime tells the hub before anything else.
  private var immediateEvents: [Event] = []
  private var providerCache = SimulatedProviderCache()
  private(set) var log: SimulationLog

  init(_ script: Script, takesDigest: Bool = false, recordsTrace: Bool = false) {
    log = SimulationLog(takesDigest: takesDigest, recordsTrace: recordsTrace)
    self.script = script
    var settings = HubSettings(script.limits)
    settings.keepsAnswers = script.seed % 2 == 1
    hub = Hub(settings: settings, bootID: "b0", now: Instant(milliseconds: 0))
    checker = InvariantChecker(settings, script)
    network = Network(seed: script.seed)
    providers = script.providers.enumerated().map { SimulatedProvider($0, $1, seed: script.seed) }
  }

  /// What the clock on the wall said when the world began, in milliseconds since 1970.
  static let wallMs = 1_700_000_000_000

  /// Runs the whole script, and what comes after it.
  ///
  /// - Returns: the first rule that was broken.
  mutating func run() -> InvariantViolation? {
    wakeHub()
    for (index, step) in script.steps.enumerated() { post(.step(index), at: step.atMs) }
    runUntil((script.steps.last?.atMs ?? 0) + 500)
    quiesce()
    return checker.violation
  }

  /// Lets things happen until a time, or until the hub has ended or broken a rule.
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
        tell(.tick)
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
      tell(parcel.event(from: connection), parcel.reply)
    case .atPeer(let connection, let sent):
      guard !network.isLost(connection) else { return }
      switch connection.side {
      case .client: client(connection.number, receives: sent, over: connection)
      case .provider: provider(connection.number, receives: sent, over: connection)
      }
    case .news(let event, let life): if life == self.life { tell(event) }
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
    let bytes = body.flatMap { try? BusCodec.encode($0) }
    send(
      .message(WireMessage(header, body: bytes), body.flatMap { DecodedReply($0) }),
      over: connection
    )
  }
}

/// The hub and its runtime.
extension SimulationRun {
  /// Hands an event to the hub, and does what it says. What the runtime answers at once it answers in
  /// the same moment, also where the clock has just gone back.
  mutating func tell(_ event: Event, _ reply: DecodedReply? = nil, at moment: Int? = nil) {
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
      tell(immediateEvents.removeFirst(), at: time)
    }
  }

  private mutating func perform(_ action: Action, _ sent: SentMessage?) {
    switch action {
    case .send(_, let peer): deliver(sent, to: peer)
    case .spawn(let id): spawn(id)
    case .stop(let id, let graceMs): stop(id, graceMs: graceMs)
    case .keepVerdicts(let verdicts, let ticket): keep(verdicts, ticket)
    case .keepIdentities(let changes): disk.keep(changes)
    case .favorites(let order): perform(order)
    case .findAnswer(let query, let ticket):
      var random = ScheduleRandom(seed: script.seed, "disk \(ticket)")
      let (reply, delayMs) = providerCache.lookUp(query, &random)
      post(.news(.answerFound(ticket: ticket, reply), life: life), at: now + delayMs)
    case .keepAnswer(let reply, let query): providerCache.store(reply, for: query)
    case .orderCache(let action, let ticket):
      var random = ScheduleRandom(seed: script.seed, "order \(ticket)")
      let maxBytes = script.limits.cacheBytes
      let report = providerCache.perform(action, maxBytes: maxBytes, fails: disk.fails)
      // Sometimes the disk never finishes.
      guard isCalm || !random.chance(10) else { return }
      post(
        .news(.cacheTold(ticket: ticket, report), life: life),
        at: now + (isCalm ? 0 : disk.writeMs)
      )
    case .changeManifests(let change, let ticket):
      let result = manifests.make(change)
      immediateEvents += [
        .providersFound(manifests.listing(providers)), .manifestsChanged(ticket: ticket, result),
      ]
    case .log, .checkConfiguration, .noteSearch: break
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

  /// What a hub is told when it begins.
  private mutating func wakeHub() {
    tell(.clockSet(unixMs: SimulationRun.wallMs + now))
    areFavoritesOpen = false
    tell(.favorites(.opening(path: "Favorites.jsonl")))
    openFavorites()
    let (entities, links) = disk.identities
    tell(.verdictsFound(disk.verdicts))
    tell(.providersFound(manifests.listing(providers)))
    var random = ScheduleRandom(seed: script.seed, "index \(life)")
    let loadMs = random.chance(50) ? random.roll(0...5) : random.roll(50...2_000)
    post(.news(.identitiesFound(entities, links), life: life), at: now + loadMs)
  }

  /// Kills the hub; the next one finds what this one kept, and none of those who knew it.
  mutating func restartHub() {
    guard !isFinished else { return }
    killFavoritesWriter()
    life += 1
    (suspension, clockBackMs, immediateEvents) = (nil, 0, [])
    network.loseAll()
    for number in clients.indices { clients[number].reconnect() }
    for number in providers.indices { providers[number].loseHub() }
    let time = Instant(milliseconds: now)
    hub = Hub(settings: checker.settings, bootID: "b\(life)", now: time)
    checker.hubRestarted(at: now)
    wakeHub()
  }

  private mutating func keep(_ verdicts: [StoredVerdict], _ ticket: Int) {
    let problem = isCalm ? disk.saveImmediately(verdicts) : disk.keep(verdicts)
    post(
      .news(.verdictsKept(ticket: ticket, problem: problem), life: life),
      at: now + (isCalm ? 0 : disk.writeMs)
    )
  }

  mutating func suspendHub(sleepMs: Int) {
    guard suspension == nil else { return }
    suspension = HubSuspension(since: now)
    post(.hubResumes, at: now + sleepMs)
  }

  /// After so long without time there is more to be read than a turn of the runtime takes in: each turn
  /// takes in one event.
  private static let longNapMs = 3_000

  mutating func hubResumes() {
    guard let suspended = suspension else { return }
    let isLate = now - suspended.since >= SimulationRun.longNapMs
    let events = suspended.events
    suspension = nil
    checker.resumedAt = now
    for event in suspended.favorites { tell(event) }
    for (index, (event, reply)) in events.enumerated() where checker.violation == nil {
      checker.unreadSessions = Set(events[(index + 1)...].compactMap(\.0.sid))
      tell(event, reply)
      if isLate { tell(.tick) }
    }
    checker.unreadSessions = []
    tell(.tick)
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
    clientsMax = plan.clients
    callsMax = plan.calls
    limits.inflight = plan.callsOfClient
    waitingMax = plan.waiting
    pageMemoryLists = plan.pageLists
    pageMemoryEntities = plan.pageEntities
    entityMemory = plan.entities
    pageMax = plan.page
    pageDefault = min(8, plan.page)
    itemsPerMessage = plan.itemsPerMessage
    limits.bodyBytes = plan.bodyBytes
    answerCacheBytes = plan.cacheBytes
    // Pings are few, so that runs are short.
    providerPingMs = 5_000
    providerDeadMs = 20_000
  }
}
