import BusProtocol
import HubCore
import MusicModel

/// A client that follows the protocol, with a user who makes mistakes.
struct SimulatedClient: Sendable {
  enum Phase: Sendable {
    case disconnected
    case connecting
    case open(sid: String)
  }

  let number: Int
  var generation = 0
  var phase = Phase.disconnected
  /// The calls to send as soon as there is a session.
  var pendingRequests: [ClientRequest] = []
  /// The calls of this session, in order.
  var sentCalls: [(id: String, request: ClientRequest)] = []
  /// The page after the last one received.
  var next: ClientRequest?
  /// It does not read.
  var isPaused = false
  var inbox: [(Connection, SentMessage)] = []
  private var ids = 0

  init(_ number: Int) { self.number = number }

  var connection: Connection { Connection(.client, number, generation: generation) }

  var sid: String? {
    if case .open(let sid) = phase { sid } else { nil }
  }

  /// Plans the request for the next page of the list.
  mutating func receive(_ done: Done, of call: String?) {
    guard let request = sentCalls.first(where: { $0.id == call })?.request else { return }
    next = done.next.map { offset in
      var next = request
      next.offset = offset
      return next
    }
  }

  mutating func newID() -> String {
    ids += 1
    return "c\(ids)"
  }

  /// It goes on under a new connection, without having noticed.
  mutating func reconnect() { generation += 1 }

  /// It restarts as another process.
  mutating func restart() {
    let fresh = SimulatedClient(number)
    let (generation, ids) = (generation + 1, ids)
    self = fresh
    (self.generation, self.ids) = (generation, ids)
  }
}

extension [SimulatedClient] {
  /// Whether the client exists, and how many messages it has not read.
  func connection(_ number: Int) -> (isConnected: Bool, unread: Int) {
    indices.contains(number) ? (true, self[number].inbox.count) : (false, 0)
  }
}
