import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// HubSimulation: runs the real core of the hub in a world of models — clients, providers, network,
/// processes, clock — through schedules that a seed decides, and judges each thing that it does.

/// One world, from its beginning to its end.
struct World: Sendable {
  let script: Script
  var now = 0
  var hub: Hub
  var judge: InvariantChecker
  var queue = EventQueue()
  var network: Network
  var clients: [ModelClient] = []
  var providers: [ModelProvider]
  /// From the end of the script on nothing bad happens any more.
  var isCalm = false
  var isFinished = false
  /// What came for the hub while its process got no time.
  private var held: [(Event, DecodedReply?)]?
  /// Of that, what became of the favourites: it is told first.
  private var heldFirst: [Event] = []
  private var heldSince = 0
  private var clockBackMs = 0
  /// How many hubs there were before.
  private(set) var life = 0
  var disk = SimulatedDisk()
  var shelf = SimulatedManifests()
  var favorites = SimulatedFavorites()
  private(set) var areFavoritesOpen = false
  /// What the runtime tells the hub before anything else.
  private var atOnce: [Event] = []
  /// Answers on the hub's disk.
  private var kept: [ProviderQuery: CachedReply] = [:]
  private var transcript: ActionDigest?
  /// What happened at the hub, line by line, where somebody wants to read it.
  private(set) var story: [String]?

  init(_ script: Script, keepsTranscript: Bool = false, keepsStory: Bool = false) {
    story = keepsStory ? [] : nil
    self.script = script
    var settings = HubSettings(script.limits)
    settings.keepsAnswers = script.seed % 2 == 1
    hub = Hub(settings: settings, bootID: "b0", now: Instant(milliseconds: 0))
    judge = InvariantChecker(settings, script)
    network = Network(seed: script.seed)
    providers = script.providers.enumerated().map { ModelProvider($0, $1, seed: script.seed) }
    if keepsTranscript { transcript = ActionDigest() }
  }

  /// What the clock on the wall said when the world began, in milliseconds since 1970.
  static let wallMs = 1_700_000_000_000

  /// A number for all that the hub did; equal runs have equal ones.
  var fingerprint: UInt64? { transcript?.value }

  /// Runs the whole script, and what comes after it.
  ///
  /// - Returns: the first rule that was broken.
  mutating func run() -> InvariantViolation? {
    wakeHub()
    for (index, step) in script.steps.enumerated() { post(.step(index), at: step.atMs) }
    runUntil((script.steps.last?.atMs ?? 0) + 500)
    calmDown()
    return judge.violation
  }

  /// Lets things happen until a time, or until the hub has ended or broken a rule.
  mutating func runUntil(_ end: Int, orUntil isEnough: (World) -> Bool = { _ in false }) {
    while !isFinished, judge.violation == nil {
      if isEnough(self) { return }
      let deadline = held == nil ? hub.nextDeadline?.milliseconds : nil
      let next = queue.next
      guard let time = [deadline, next].compactMap({ $0 }).min(), time <= end else { break }
      now = max(now, time)
      if let next, next <= now, let happening = queue.removeFirst() {
        happen(happening)
      } else {
        tell(.tick)
      }
    }
    now = max(now, end)
  }

  /// The runtime will have news for the hub that lives now.
  mutating func post(news event: Event, at time: Int) {
    post(.news(event, life: life), at: time)
  }

  mutating func post(_ happening: SimulatedEvent, at time: Int) {
    queue.add(happening, at: max(now, time))
  }

  private mutating func happen(_ happening: SimulatedEvent) {
    switch happening {
    case .step(let index): befall(script.steps[index].deed)
    case .atHub(let connection, let parcel):
      guard !network.isLost(connection) else { return }
      tell(parcel.event(from: connection), parcel.spoken)
    case .atPeer(let connection, let sent):
      guard !network.isLost(connection) else { return }
      switch connection.side {
      case .client: client(connection.number, gets: sent, over: connection)
      case .provider: provider(connection.number, gets: sent, over: connection)
      }
    case .news(let event, let life): if life == self.life { tell(event) }
    case .clientWakes(let number): clientWakes(number)
    case .provider(let number, let process, let wake): provider(number, process, wakes: wake)
    case .hubWakes: hubWakes()
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
extension World {
  /// Hands an event to the hub, and does what it says. What the runtime answers at once it answers in
  /// the same moment, also where the clock has just gone back.
  mutating func tell(_ event: Event, _ spoken: DecodedReply? = nil, at moment: Int? = nil) {
    guard !isFinished else { return }
    guard held == nil else {
      switch event {
      case .tick: break
      case .favorites: heldFirst.append(event)
      default: held?.append((event, spoken))
      }
      return
    }
    switch event {
    case .favorites(.opened): areFavoritesOpen = true
    case .favorites(.notOpened): areFavoritesOpen = false
    default: break
    }
    let time = moment ?? now - clockBackMs
    // A clock that has gone back springs forward with the next event, as after a while without time.
    if clockBackMs > 0 { judge.wokeAt = now }
    clockBackMs = 0
    judge.hears(event, spoken, at: time)
    let actions = hub.handle(event, at: Instant(milliseconds: time))
    transcript?.add(actions)
    if story != nil { tellStory(of: event, actions) }
    let sent = actions.map { action in
      if case .send(let message, _) = action { SentMessage(message) } else { nil as SentMessage? }
    }
    judge.sees(actions, sent, hub.load, hub.holdings)
    if let broken = hub.checkInvariants() { judge.complain("couplings of machines", broken) }
    for (action, sent) in zip(actions, sent) { perform(action, sent) }
    while !atOnce.isEmpty, judge.violation == nil { tell(atOnce.removeFirst(), at: time) }
  }

  private mutating func tellStory(of event: Event, _ actions: [Action]) {
    if case .tick = event, actions.isEmpty { return }
    story?.append("\(now) \(TraceFormatter.line(of: event))")
    for action in actions { story?.append("    \(TraceFormatter.line(of: action))") }
  }

  private mutating func perform(_ action: Action, _ sent: SentMessage?) {
    switch action {
    case .send(_, let peer): deliver(sent, to: peer)
    case .spawn(let id): spawn(id)
    case .stop(let id, let graceMs): stop(id, graceMs: graceMs)
    case .keepVerdicts(let verdicts, let ticket): keep(verdicts, ticket)
    case .keepIdentities(let changes): disk.keep(changes)
    case .favorites(let order): perform(order)
    case .findAnswer(let text, let ticket): find(text, ticket)
    case .keepAnswer(let answer, let text): kept[text] = answer
    case .orderCache(let order, let ticket): orderCache(order, ticket)
    case .changeManifests(let change, let ticket):
      let result = shelf.make(change)
      atOnce += [
        .providersFound(shelf.listing(providers)), .manifestsChanged(ticket: ticket, result),
      ]
    case .log, .checkConfiguration, .noteSearch: break
    case .finished: isFinished = true
    }
  }

  /// A disk that is quick mostly, too slow at times, and forgets now and then.
  private mutating func find(_ text: ProviderQuery, _ ticket: Int) {
    var dice = ScheduleRandom(seed: script.seed, "disk \(ticket)")
    let found = dice.chance(90) ? kept[text] : nil
    let delayMs = dice.chance(90) ? dice.roll(0...5) : dice.roll(50...400)
    post(news: .answerFound(ticket: ticket, found), at: now + delayMs)
  }

  /// What is ordered about answers is done sooner or later, or the disk never says.
  private mutating func orderCache(_ order: CacheAction, _ ticket: Int) {
    var dice = ScheduleRandom(seed: script.seed, "order \(ticket)")
    if order == .clear { kept = [:] }
    guard isCalm || !dice.chance(10) else { return }
    let bytesMax = script.limits.cacheBytes
    let status = CacheStatus(answers: kept.count, bytes: 0, bytesMax: bytesMax, pinned: 0)
    let report: CacheReport =
      switch order {
      case _ where disk.fails: .failed("It cannot be read.")
      case .recent: .recent([])
      case .status, .clear, .pin: .status(status)
      }
    post(news: .cacheTold(ticket: ticket, report), at: now + (isCalm ? 0 : disk.writeMs))
  }

  private mutating func deliver(_ sent: SentMessage?, to peer: Peer) {
    let connection = Connection(peer)
    guard let sent else { return }
    if network.isLost(connection) || !isConnected(connection) {
      post(news: .disconnected(peer), at: now)
    } else if unread(of: connection) >= script.limits.unread {
      post(news: .congested(peer), at: now)
    } else {
      post(.atPeer(connection, sent), at: network.arrivalAtPeer(connection, now: now))
    }
  }

  private func isConnected(_ connection: Connection) -> Bool {
    switch connection.side {
    case .client: clients.indices.contains(connection.number)
    case .provider: providers[connection.number].isRunning
    }
  }

  private func unread(of connection: Connection) -> Int {
    switch connection.side {
    case .client: clients[connection.number].inbox.count
    case .provider: providers[connection.number].inbox.count
    }
  }

  /// What a hub is told when it begins.
  private mutating func wakeHub() {
    tell(.clockSet(unixMs: World.wallMs + now))
    areFavoritesOpen = false
    tell(.favorites(.opening(path: "Favorites.jsonl")))
    openFavorites()
    let (entities, links) = disk.identities
    tell(.verdictsFound(disk.verdicts))
    tell(.identitiesFound(entities, links))
    tell(.providersFound(shelf.listing(providers)))
  }

  /// Kills the hub; the next one finds what this one kept, and none of those who knew it.
  mutating func restartHub() {
    guard !isFinished else { return }
    killFavorites()
    life += 1
    (held, heldFirst, clockBackMs, atOnce) = (nil, [], 0, [])
    network.loseAll()
    for number in clients.indices { clients[number].reconnect() }
    for number in providers.indices { providers[number].loseHub() }
    let time = Instant(milliseconds: now)
    hub = Hub(settings: judge.settings, bootID: "b\(life)", now: time)
    judge.beginsAnew(at: now)
    wakeHub()
  }

  private mutating func keep(_ verdicts: [StoredVerdict], _ ticket: Int) {
    let problem = isCalm ? disk.keepAtOnce(verdicts) : disk.keep(verdicts)
    post(
      news: .verdictsKept(ticket: ticket, problem: problem),
      at: now + (isCalm ? 0 : disk.writeMs)
    )
  }

  mutating func befallHub(sleepMs: Int) {
    guard held == nil else { return }
    (held, heldSince) = ([], now)
    post(.hubWakes, at: now + sleepMs)
  }

  mutating func befallHub(clockBackMs: Int) { self.clockBackMs = clockBackMs }

  /// After so long without time there is more to be read than a turn of the runtime takes in: each turn
  /// takes in one event.
  private static let longNapMs = 3_000

  mutating func hubWakes() {
    guard let events = held else { return }
    let isLate = now - heldSince >= World.longNapMs
    let first = heldFirst
    (held, heldFirst) = (nil, [])
    judge.wokeAt = now
    for event in first { tell(event) }
    for (place, (event, spoken)) in events.enumerated() where judge.violation == nil {
      judge.unheard = Set(events[(place + 1)...].compactMap(\.0.sid))
      tell(event, spoken)
      if isLate { tell(.tick) }
    }
    judge.unheard = []
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
