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
    runUntil(now + World.calmMs)
    guard !isFinished, judge.violation == nil else { return judge.looksBack(providers) }
    judge.expectsQuiet(hub.load, at: now)
    lookAround()
    for number in clients.indices { sayBye(client: number) }
    runUntil(now + 1_000)
    tell(.stopRequested(reason: "the script is over"))
    runUntil(now + 4_000)
    judge.expectsEnd(isFinished: isFinished, hub.load, at: now)
    judge.looksBack(providers)
  }

  /// Somebody new asks; whoever is not given up answers.
  private mutating func lookAround() {
    let number = clients.count
    ensureClient(number)
    // Whoever was there may have taken all the room.
    for other in clients.indices.dropLast() { sayBye(client: other) }
    runUntil(now + 1_000)
    call(client: number, Ask(kind: .searchArtists, topic: 1, namespace: 0))
    runUntil(now + 12_000)
    judge.expectsAnswer(to: clients[number], providers, at: now)
    call(client: number, Ask(kind: .providers, topic: 0, namespace: 0))
    runUntil(now + 1_000)
    judge.expectsQuiet(hub.load, at: now)
  }
}
