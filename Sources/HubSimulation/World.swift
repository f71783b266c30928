import BusProtocol
import HubCore
import MusicModel

/// HubSimulation: runs the real core of the hub in a world of models — clients, providers, network,
/// processes, clock — through schedules that a seed decides, and judges each thing that it does.

/// One world, from its beginning to its end.
struct World: Sendable {
  let script: Script
  var now = 0
  var hub: Hub
  var judge: Judge
  var queue = EventQueue()
  var network: Network
  var clients: [ModelClient] = []
  var providers: [ModelProvider]
  /// From the end of the script on nothing bad happens any more.
  var isCalm = false
  var isFinished = false
  /// What came for the hub while its process got no time.
  private var held: [Event]?
  private var clockBackMs = 0
  /// Answers on the hub's disk.
  private var kept: [QuestionText: KeptAnswer] = [:]
  private var transcript: Transcript?
  /// What happened at the hub, line by line, where somebody wants to read it.
  private(set) var story: [String]?

  init(_ script: Script, keepsTranscript: Bool = false, keepsStory: Bool = false) {
    story = keepsStory ? [] : nil
    self.script = script
    var settings = HubSettings(script.limits)
    settings.keepsAnswers = script.seed % 2 == 1
    hub = Hub(settings: settings, bootID: "b\(script.seed)", now: Instant(milliseconds: 0))
    judge = Judge(settings, script)
    network = Network(seed: script.seed)
    providers = script.providers.enumerated().map { ModelProvider($0, $1, seed: script.seed) }
    if keepsTranscript { transcript = Transcript() }
  }

  /// A number for all that the hub did; equal runs have equal ones.
  var fingerprint: UInt64? { transcript?.value }

  /// Runs the whole script, and what comes after it.
  ///
  /// - Returns: the first rule that was broken.
  mutating func run() -> Violation? {
    if script.seed % 2 == 1 { post(.news(.clockSet(unixMs: 1_700_000_000_000)), at: 0) }
    post(.news(.providersFound(providers.map(\.manifest))), at: 0)
    for (index, step) in script.steps.enumerated() { post(.step(index), at: step.atMs) }
    runUntil((script.steps.last?.atMs ?? 0) + 500)
    calmDown()
    return judge.violation
  }

  /// Lets things happen until a time, or until the hub has ended or broken a rule.
  mutating func runUntil(_ end: Int) {
    while !isFinished, judge.violation == nil {
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

  mutating func post(_ happening: Happening, at time: Int) {
    queue.add(happening, at: max(now, time))
  }

  private mutating func happen(_ happening: Happening) {
    switch happening {
    case .step(let index): befall(script.steps[index].deed)
    case .atHub(let connection, let parcel):
      if !network.isLost(connection) { tell(parcel.event(from: connection)) }
    case .atPeer(let connection, let sent):
      guard !network.isLost(connection) else { return }
      switch connection.side {
      case .client: client(connection.number, gets: sent, over: connection)
      case .provider: provider(connection.number, gets: sent, over: connection)
      }
    case .news(let event): tell(event)
    case .clientWakes(let number): clientWakes(number)
    case .provider(let number, let process, let wake): provider(number, process, wakes: wake)
    case .hubWakes: hubWakes()
    }
  }

  /// Sends a parcel to the hub.
  mutating func send(_ parcel: Parcel, over connection: Connection) {
    guard !network.isLost(connection) else { return }
    post(.atHub(connection, parcel), at: network.arrivalAtHub(connection, now: now))
  }

  mutating func send(_ header: Header, _ body: (some Encodable)?, over connection: Connection) {
    let bytes = body.flatMap { try? BusCodec.encode($0) }
    send(.message(WireMessage(header, body: bytes)), over: connection)
  }
}

/// The hub and its runtime.
extension World {
  /// Hands an event to the hub, and does what it says.
  mutating func tell(_ event: Event) {
    guard !isFinished else { return }
    guard held == nil else {
      if case .tick = event { return }
      held?.append(event)
      return
    }
    let time = now - clockBackMs
    clockBackMs = 0
    judge.hears(event, at: time)
    let actions = hub.handle(event, at: Instant(milliseconds: time))
    transcript?.add(actions)
    if story != nil { tellStory(of: event, actions) }
    let sent = actions.map { action in
      if case .send(let message, _) = action { Sent(message) } else { nil as Sent? }
    }
    judge.sees(actions, sent, hub.load)
    for (action, sent) in zip(actions, sent) { perform(action, sent) }
  }

  private mutating func tellStory(of event: Event, _ actions: [Action]) {
    if case .tick = event, actions.isEmpty { return }
    story?.append("\(now) \(Story.line(of: event))")
    for action in actions { story?.append("    \(Story.line(of: action))") }
  }

  private mutating func perform(_ action: Action, _ sent: Sent?) {
    switch action {
    case .send(_, let peer): deliver(sent, to: peer)
    case .spawn(let id): spawn(id)
    case .stop(let id, let graceMs): stop(id, graceMs: graceMs)
    case .keepVerdicts(_, let ticket):
      post(.news(.verdictsKept(ticket: ticket, problem: nil)), at: now)
    case .findAnswer(let text, let ticket): find(text, ticket)
    case .keepAnswer(let answer, let text): kept[text] = answer
    case .orderCache(_, let ticket):
      post(.news(.cacheTold(ticket: ticket, .failed("There is none."))), at: now)
    case .log, .keepIdentities, .noteSearch: break
    case .finished: isFinished = true
    }
  }

  /// A disk that is quick mostly, too slow at times, and forgets now and then.
  private mutating func find(_ text: QuestionText, _ ticket: Int) {
    var dice = Dice(seed: script.seed, "disk \(ticket)")
    let found = dice.chance(90) ? kept[text] : nil
    let delayMs = dice.chance(90) ? dice.roll(0...5) : dice.roll(50...400)
    post(.news(.answerFound(ticket: ticket, found)), at: now + delayMs)
  }

  private mutating func deliver(_ sent: Sent?, to peer: Peer) {
    let connection = Connection(peer)
    guard let sent else { return }
    if network.isLost(connection) || !isConnected(connection) {
      post(.news(.disconnected(peer)), at: now)
    } else if unread(of: connection) >= script.limits.unread {
      post(.news(.congested(peer)), at: now)
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

  mutating func befallHub(sleepMs: Int) {
    guard held == nil else { return }
    held = []
    post(.hubWakes, at: now + sleepMs)
  }

  mutating func befallHub(clockBackMs: Int) { self.clockBackMs = clockBackMs }

  mutating func hubWakes() {
    guard let events = held else { return }
    held = nil
    for event in events where judge.violation == nil { tell(event) }
    tell(.tick)
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
    // Pings are few, so that runs are short.
    providerPingMs = 5_000
    providerDeadMs = 20_000
  }
}
