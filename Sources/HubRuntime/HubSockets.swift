internal import BusProtocol
internal import HubCore
internal import ZeroMQ

/// The two sockets of the hub, and how frames become events.
struct HubSockets: ~Copyable {
  /// Messages taken from one socket before the other is looked at.
  static let turn = 64

  private var clients: WatchedRouter
  private var providers: WatchedRouter

  init(_ context: Context, clients: String, providers: String) throws(ZeroMQError) {
    let clientRouter = try WatchedRouter(context, at: clients, side: .client)
    let providerRouter = try WatchedRouter(context, at: providers, side: .provider)
    self.clients = clientRouter
    self.providers = providerRouter
  }

  /// Where they are in a poller.
  struct Places {
    var clients: WatchedRouter.Places
    var providers: WatchedRouter.Places
  }

  borrowing func add(to poller: inout Poller) -> Places {
    Places(clients: clients.add(to: &poller), providers: providers.add(to: &poller))
  }

  /// What has come: at most one turn of messages of each side, and then the ends of connections.
  mutating func receive(_ poller: Poller, _ places: Places) throws(ZeroMQError) -> [Event] {
    let turn = HubSockets.turn
    let fromProviders = try providers.receive(atMost: turn, poller, places.providers)
    let fromClients = try clients.receive(atMost: turn, poller, places.clients)
    return (fromProviders.messages + fromClients.messages).map(HubSockets.event)
      + (fromProviders.ended + fromClients.ended).map { .disconnected($0) }
  }

  /// Sends a message; what went wrong comes back as an event.
  mutating func send(_ message: WireMessage, to peer: Peer) throws -> Event? {
    let frames = try message.frames()
    let delivery =
      switch peer.side {
      case .client: try clients.send(frames, to: peer)
      case .provider: try providers.send(frames, to: peer)
      }
    switch delivery {
    case .sent: return nil
    case .gone: return .disconnected(peer)
    case .full: return .congested(peer)
    }
  }

  private static func event(of peer: Peer, _ frames: Frames) -> Event {
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
