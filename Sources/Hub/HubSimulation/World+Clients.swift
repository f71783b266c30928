import BusProtocol
import HubCore
import MusicModel

/// What clients do, by the script and when they hear of the hub.
extension World {
  mutating func ensureClient(_ number: Int) {
    while clients.count <= number { clients.append(ModelClient(clients.count)) }
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
    clients[number].phase = .greeting
    let hello = Hello(versions: range, peer: PeerDescription(name: "client", version: "1"))
    let header = Header(type: .hello, id: clients[number].newID())
    send(header, hello, over: clients[number].connection)
  }

  mutating func call(client number: Int, _ ask: Ask) {
    switch clients[number].phase {
    case .away:
      clients[number].wanted.append(ask)
      hello(client: number)
    case .greeting: clients[number].wanted.append(ask)
    case .open(let sid):
      let id = clients[number].newID()
      clients[number].asked.append((id, ask))
      send(call: id, ask, sid, client: number)
    }
  }

  private mutating func send(call id: String, _ ask: Ask, _ sid: String, client number: Int) {
    let header = Header(type: .call, id: id, sid: sid, method: ask.method, timeoutMs: ask.timeoutMs)
    send(header, ask.parameters(script.providers), over: clients[number].connection)
  }

  mutating func repeatID(client number: Int) {
    guard let last = clients[number].asked.last, let sid = clients[number].sid else { return }
    send(call: last.id, last.ask, sid, client: number)
  }

  mutating func cancel(client number: Int, back: Int) {
    let asked = clients[number].asked
    guard asked.count > back, let sid = clients[number].sid else { return }
    let header = Header(type: .cancel, re: asked[asked.count - 1 - back].id, sid: sid)
    send(header, Bye?.none, over: clients[number].connection)
  }

  mutating func sayBye(client number: Int) {
    guard let sid = clients[number].sid else { return }
    send(Header(type: .bye, sid: sid), Bye?.none, over: clients[number].connection)
    clients[number].phase = .away
    clients[number].asked = []
  }

  mutating func lose(client number: Int, told: Bool) {
    let connection = clients[number].connection
    network.lose(connection)
    clients[number].reconnect()
    if told { post(news: .disconnected(connection.peer), at: now) }
  }

  mutating func pause(client number: Int, ms: Int) {
    clients[number].isPaused = true
    post(.clientWakes(number), at: now + ms)
  }

  mutating func clientWakes(_ number: Int) {
    clients[number].isPaused = false
    let inbox = clients[number].inbox
    clients[number].inbox = []
    for (connection, sent) in inbox where !network.isLost(connection) {
      client(number, gets: sent, over: connection)
    }
  }

  mutating func client(_ number: Int, gets sent: SentMessage, over connection: Connection) {
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
      clients[number].phase = .away
      clients[number].asked = []
      if [.sessionUnknown, .slowConsumer].contains(code) { hello(client: number) }
    case .reject:
      clients[number].phase = .away
      clients[number].wanted = []
    case .done(let done): note(done, of: sent.header.re, client: number)
    case .part, .error, .cancel, .call, .unreadable: break
    }
  }

  private mutating func welcomed(client number: Int, sid: String) {
    clients[number].phase = .open(sid: sid)
    clients[number].asked = []
    let wanted = clients[number].wanted
    clients[number].wanted = []
    for ask in wanted { call(client: number, ask) }
  }

  private mutating func note(_ done: Done, of call: String?, client number: Int) {
    guard let ask = clients[number].asked.first(where: { $0.id == call })?.ask else { return }
    clients[number].next = done.next.map { offset in
      var next = ask
      next.offset = offset
      return next
    }
  }
}
