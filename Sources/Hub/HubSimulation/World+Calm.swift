import BusProtocol
import HubCore
import MusicModel

/// What comes after the script: peace, a last look around, and the end.
extension World {
  /// The longest time of a call in a script, what its provider may take longer, and a new start.
  private static let calmMs = 45_000

  mutating func calmDown() {
    isCalm = true
    hubWakes()
    for number in clients.indices where clients[number].isPaused { clientWakes(number) }
    for number in providers.indices { wake(number, .goOn, afterMs: 0) }
    // Mostly it does not wait for those that start again after a long pause.
    var dice = ScheduleRandom(seed: script.seed, "patience")
    let isPatient = dice.chance(10)
    runUntil(now + World.calmMs) { !isPatient && $0.isQuiet }
    guard !isFinished, judge.violation == nil else { return judge.looksBack(providers) }
    judge.expectsQuiet(hub.load, at: now)
    lookThroughWatchers()
    runUntil(now + 4_000) { $0.favorites.isIdle }
    compareFavorites()
    if dice.chance(30) { lookAround() }
    for number in clients.indices { sayBye(client: number) }
    runUntil(now + 1_000) { $0.hub.load.clients == 0 }
    tell(.stopRequested(reason: "the script is over"))
    runUntil(now + 4_000)
    judge.expectsEnd(isFinished: isFinished, hub.load, at: now)
    judge.looksBack(providers)
  }

  /// Whether nobody waits for anything, and whatever runs serves.
  private var isQuiet: Bool {
    judge.isCalm && hub.load.isQuiet && hub.holdings.orders == 0 && network.isIdle(at: now)
  }

  /// Where somebody watches, the hub is asked what they should know.
  private mutating func lookThroughWatchers() {
    guard let number = judge.watchers.first, clients[number].sid != nil else { return }
    judge.status = nil
    call(client: number, Ask(kind: .status, topic: 0, namespace: 0))
    runUntil(now + 3_000) { $0.judge.status != nil }
    runUntil(now + 1_000)
    judge.expectsWatchersToKnow()
  }

  /// Somebody new asks; whoever is not given up answers.
  private mutating func lookAround() {
    let number = clients.count
    ensureClient(number)
    // Whoever was there may have taken all the room.
    for other in clients.indices.dropLast() { sayBye(client: other) }
    runUntil(now + 1_000) { $0.hub.load.clients == 0 }
    call(client: number, Ask(kind: .searchArtists, topic: 1, namespace: 0))
    runUntil(now + 12_000) { !$0.clients[number].asked.isEmpty && $0.hub.load.calls == 0 }
    judge.expectsAnswer(to: clients[number], at: now)
    runUntil(now + 20_000) { $0.isQuiet }
    judge.expectsQuiet(hub.load, at: now)
  }
}
