import BusProtocol
import HubCore
import MusicModel

/// The end of a run: no more faults, a final check, and a stop.
extension SimulationRun {
  /// The longest time of a call in a script, what its provider may take longer, and a new start.
  private static let calmMs = 45_000

  mutating func quiesce() {
    isCalm = true
    hubResumes()
    for number in clients.indices where clients[number].isPaused { clientResumes(number) }
    for number in providers.indices { wake(number, .resume, afterMs: 0) }
    // Usually it does not wait for providers that restart after a long delay.
    var random = ScheduleRandom(seed: script.seed, "waiting")
    let isPatient = random.chance(10)
    runUntil(now + SimulationRun.calmMs) { !isPatient && $0.isQuiet }
    guard !isFinished, checker.violation == nil else { return checker.checkUpstreams(providers) }
    checker.checkQuiet(hub.load, at: now)
    checkWatchers()
    runUntil(now + 4_000) { $0.favorites.isIdle }
    compareFavorites()
    if random.chance(30) { probe() }
    for number in clients.indices { sayBye(client: number) }
    runUntil(now + 1_000) { $0.hub.load.clients == 0 }
    deliver(.stopRequested(reason: "the script is over"))
    runUntil(now + 4_000)
    checker.checkEnd(isFinished: isFinished, hub.load, at: now)
    checker.checkUpstreams(providers)
  }

  /// Whether no call is pending, and every running provider serves.
  private var isQuiet: Bool {
    checker.isCalm && hub.load.isQuiet && hub.holdings.pendingVerdicts == 0
      && network.isIdle(at: now)
  }

  /// Requests the status that watchers should know.
  private mutating func checkWatchers() {
    guard let number = checker.watchers.first, clients[number].sid != nil else { return }
    checker.status = nil
    call(client: number, .status)
    runUntil(now + 3_000) { $0.checker.status != nil }
    runUntil(now + 1_000)
    checker.checkWatchers()
  }

  /// Sends a call to each provider that should serve.
  private mutating func probe() {
    let number = clients.count
    ensureClient(number)
    // The existing clients may have used up the limit.
    for other in clients.indices.dropLast() { sayBye(client: other) }
    runUntil(now + 1_000) { $0.hub.load.clients == 0 }
    call(client: number, .search(.artist, topic: 1))
    runUntil(now + 12_000) {
      !$0.clients[number].sentCalls.isEmpty && $0.hub.load.calls + $0.hub.load.ownCalls == 0
    }
    checker.checkReply(to: clients[number], at: now)
    runUntil(now + 20_000) { $0.isQuiet }
    checker.checkQuiet(hub.load, at: now)
  }
}
