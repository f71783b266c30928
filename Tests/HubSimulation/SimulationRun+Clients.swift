import BusProtocol
import HubCore
import MusicModel

/// Actions of clients, by script and in reaction to the hub.
extension SimulationRun {
  mutating func ensureClient(_ number: Int) {
    while clients.count <= number { clients.append(SimulatedClient(clients.count)) }
  }

  mutating func hello(client number: Int, _ versions: ScriptStep.Versions = .same) {
    let range: VersionRange =
      switch versions {
      case .same: .supported
      case .laterToo: VersionRange(min: .current, max: ProtocolVersion(major: 1, minor: 7))
      case .onlyLater:
        VersionRange(
          min: ProtocolVersion(major: 1, minor: 5),
          max: ProtocolVersion(major: 1, minor: 7)
        )
      }
    clients[number].phase = .connecting
    let hello = Hello(versions: range, peer: PeerDescription(name: "client", version: "1"))
    let header = Header(type: .hello, id: clients[number].newID())
    send(header, hello, over: clients[number].connection)
  }

  mutating func call(client number: Int, _ request: ClientRequest) {
    switch clients[number].phase {
    case .disconnected:
      clients[number].pendingRequests.append(request)
      hello(client: number)
    case .connecting: clients[number].pendingRequests.append(request)
    case .open(let sid):
      let id = clients[number].newID()
      clients[number].sentCalls.append((id, request))
      send(call: id, request, sid, client: number)
    }
  }

  private mutating func send(
    call id: String,
    _ request: ClientRequest,
    _ sid: String,
    client number: Int
  ) {
    let header = Header(
      type: .call,
      id: id,
      sid: sid,
      method: request.method,
      timeoutMs: request.timeoutMs
    )
    send(header, request.parameters(script.providers), over: clients[number].connection)
  }

  mutating func repeatID(client number: Int) {
    guard let last = clients[number].sentCalls.last, let sid = clients[number].sid else { return }
    send(call: last.id, last.request, sid, client: number)
  }

  mutating func cancel(client number: Int, back: Int) {
    let sentCalls = clients[number].sentCalls
    guard sentCalls.count > back, let sid = clients[number].sid else { return }
    let header = Header(type: .cancel, re: sentCalls[sentCalls.count - 1 - back].id, sid: sid)
    send(header, Bye?.none, over: clients[number].connection)
  }

  mutating func sayBye(client number: Int) {
    guard let sid = clients[number].sid else { return }
    send(Header(type: .bye, sid: sid), Bye?.none, over: clients[number].connection)
    clients[number].phase = .disconnected
    clients[number].sentCalls = []
  }

  mutating func disconnect(client number: Int, reportsLoss: Bool) {
    let connection = clients[number].connection
    network.lose(connection)
    clients[number].reconnect()
    if reportsLoss { post(.news(.disconnected(connection.peer), life: life), at: now) }
  }

  mutating func pause(client number: Int, ms: Int) {
    clients[number].isPaused = true
    post(.clientResumes(number), at: now + ms)
  }

  mutating func clientResumes(_ number: Int) {
    clients[number].isPaused = false
    let inbox = clients[number].inbox
    clients[number].inbox = []
    for (connection, sent) in inbox where !network.isLost(connection) {
      client(number, receives: sent, over: connection)
    }
  }

  mutating func client(_ number: Int, receives sent: SentMessage, over connection: Connection) {
    guard connection == clients[number].connection else { return }
    guard !clients[number].isPaused else {
      clients[number].inbox.append((connection, sent))
      return
    }
    switch sent.body {
    case .welcome: welcomed(client: number, sid: sent.header.sid ?? "")
    case .ping:
      let header = Header(type: .pong, re: sent.header.id, sid: clients[number].sid)
      send(header, Pong(inflight: 0, oldestMs: 0, ended: 0), over: connection)
    case .bye(let code):
      clients[number].phase = .disconnected
      clients[number].sentCalls = []
      if [.sessionUnknown, .slowConsumer].contains(code) { hello(client: number) }
    case .reject:
      clients[number].phase = .disconnected
      clients[number].pendingRequests = []
    case .done(let done): clients[number].receive(done, of: sent.header.re)
    case .part, .error, .cancel, .call, .unreadable: break
    }
  }

  private mutating func welcomed(client number: Int, sid: String) {
    clients[number].phase = .open(sid: sid)
    clients[number].sentCalls = []
    let pendingRequests = clients[number].pendingRequests
    clients[number].pendingRequests = []
    for request in pendingRequests { call(client: number, request) }
  }
}
