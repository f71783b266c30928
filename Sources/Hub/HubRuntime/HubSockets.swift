internal import BusProtocol
internal import Glibc
internal import HubCore
internal import ZeroMQ

/// The two sockets of the hub, and how frames become events.
struct HubSockets: ~Copyable {
  /// Messages of one socket that are dealt with before anything else is looked at.
  static let turn = 64

  private var door: ConnectionGuard
  private var clients: MonitoredRouter
  private var providers: MonitoredRouter

  init(_ context: Context, clients: String, providers: String) throws(ZeroMQError) {
    let door = try ConnectionGuard(context)
    // Whoever gets past the folder's mode finds that of the sockets.
    let mask = umask(0o077)
    defer { umask(mask) }
    let clientRouter = try MonitoredRouter(context, at: clients, side: .client)
    let providerRouter = try MonitoredRouter(context, at: providers, side: .provider)
    self.door = door
    self.clients = clientRouter
    self.providers = providerRouter
  }

  /// Where they are in a poller.
  struct PollIndices {
    var door: Int
    var clients: MonitoredRouter.PollIndices
    var providers: MonitoredRouter.PollIndices
  }

  borrowing func add(to poller: inout Poller) -> PollIndices {
    PollIndices(
      door: door.add(to: &poller),
      clients: clients.add(to: &poller),
      providers: providers.add(to: &poller)
    )
  }

  /// What has come: at most one message of each side, and then the ends of connections.
  ///
  /// libzmq gives one message of each connection by turns. Since each is dealt with before the next
  /// is taken, who asks once waits for one message of somebody who floods, and no more.
  mutating func receive(
    _ poller: Poller,
    _ places: PollIndices,
    _ check: HelloVerifier,
    afterWait: Bool
  ) throws(ZeroMQError) -> [Event] {
    let fromProviders = try providers.receive(poller, places.providers, afterWait: afterWait)
    let fromClients = try clients.receive(poller, places.clients, afterWait: afterWait)
    return [fromProviders.message, fromClients.message].compactMap { message in
      message.map { HubSockets.event(of: $0.peer, $0.frames, check) }
    }
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

  /// Lets in who may connect, and gives lines for the log of those who may not.
  mutating func answerDoor(
    _ poller: Poller,
    _ places: PollIndices,
    at now: Instant
  ) throws(ZeroMQError) -> [String] {
    poller.isReadable(places.door) ? try door.answer(at: now) : []
  }

  private static func event(of peer: Peer, _ frames: MultipartMessage, _ check: HelloVerifier)
    -> Event
  {
    guard frames.excess == 0 else {
      return .refused(.frameCount(frames.contents.count + frames.excess), from: peer)
    }
    do throws(WireError) {
      let message = try WireMessage(frames: frames.contents)
      if message.header.type == .hello,
        let why = check.refusal(of: message, from: peer, frames.sender)
      {
        return .helloRefused(message, why, from: peer)
      }
      return .received(message, from: peer)
    } catch {
      return .refused(error, from: peer)
    }
  }
}
