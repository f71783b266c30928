import BusProtocol
import HubCore
import MusicModel

/// A client as the protocol describes it, with a person before it who does not know better.
struct ModelClient: Sendable {
  enum Phase: Sendable {
    case away
    case greeting
    case open(sid: String)
  }

  let number: Int
  var generation = 0
  var phase = Phase.away
  /// What is to be asked as soon as there is a session.
  var wanted: [Ask] = []
  /// What was asked in this session, the last one last.
  var asked: [(id: String, ask: Ask)] = []
  /// The page behind the last one that came.
  var next: Ask?
  /// It does not read.
  var isPaused = false
  var inbox: [(Connection, SentMessage)] = []
  private var ids = 0

  init(_ number: Int) { self.number = number }

  var connection: Connection { Connection(.client, number, generation: generation) }

  var sid: String? {
    if case .open(let sid) = phase { sid } else { nil }
  }

  mutating func newID() -> String {
    ids += 1
    return "c\(ids)"
  }

  /// It goes on under a new connection, without having noticed.
  mutating func reconnect() { generation += 1 }

  /// It begins anew, as another process.
  mutating func restart() {
    let fresh = ModelClient(number)
    let (generation, ids) = (generation + 1, ids)
    self = fresh
    (self.generation, self.ids) = (generation, ids)
  }
}
