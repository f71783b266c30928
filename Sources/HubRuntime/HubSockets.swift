internal import BusProtocol
internal import HubCore
internal import ZeroMQ

/// The two sockets of the hub, and how frames become events.
struct HubSockets: ~Copyable {
  /// Messages taken from one socket before the other is looked at.
  static let turn = 64

  private var clients: Socket<Router>
  private var providers: Socket<Router>

  init(_ context: Context, clients: String, providers: String) throws(ZeroMQError) {
    let clientSocket = try Socket<Router>(context)
    try clientSocket.bind(to: clients)
    let providerSocket = try Socket<Router>(context)
    try providerSocket.bind(to: providers)
    self.clients = clientSocket
    self.providers = providerSocket
  }

  borrowing func add(to poller: inout Poller) {
    _ = poller.add(clients)
    _ = poller.add(providers)
  }

  /// The next messages, at most one turn of each side.
  mutating func receive() throws(ZeroMQError) -> [Event] {
    var events: [Event] = []
    while events.count < HubSockets.turn, let message = try providers.receive() {
      events.append(HubSockets.event(of: message.frames, from: .provider, message.peer))
    }
    let limit = events.count + HubSockets.turn
    while events.count < limit, let message = try clients.receive() {
      events.append(HubSockets.event(of: message.frames, from: .client, message.peer))
    }
    return events
  }

  /// Sends a message; what went wrong comes back as an event.
  mutating func send(_ message: WireMessage, to peer: Peer) throws -> Event? {
    let frames = try message.frames()
    let routing = RoutingID(bytes: peer.routing)
    let delivery =
      switch peer.side {
      case .client: try clients.send(frames, to: routing)
      case .provider: try providers.send(frames, to: routing)
      }
    switch delivery {
    case .sent: return nil
    case .gone: return .disconnected(peer)
    case .full: return .congested(peer)
    }
  }

  private static func event(of frames: Frames, from side: Peer.Side, _ id: RoutingID) -> Event {
    let peer = Peer(side, routing: id.bytes)
    guard frames.excess == 0 else {
      return .refused(.frameCount(frames.contents.count + frames.excess), from: peer)
    }
    do throws(WireError) {
      return .received(try WireMessage(frames: frames.contents), from: peer)
    } catch {
      return .refused(error, from: peer)
    }
  }
}
