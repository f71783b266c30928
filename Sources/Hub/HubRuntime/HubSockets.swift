internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import ZeroMQ

/// The two sockets of the hub, and how frames become events.
struct HubSockets: ~Copyable {
  /// The maximum number of messages of one socket that are handled in a row.
  static let turn = 64

  private var connectionGuard: ConnectionGuard
  private var clients: MonitoredRouter
  private var providers: MonitoredRouter
  private var memory = MemoryRelease()

  init(_ context: Context, clients: String, providers: String) throws(ZeroMQError) {
    let connectionGuard = try ConnectionGuard(context)
    // The sockets are protected by their mode, in addition to that of the directory.
    let mask = umask(0o077)
    defer { umask(mask) }
    let clientRouter = try MonitoredRouter(context, at: clients, side: .client)
    let providerRouter = try MonitoredRouter(context, at: providers, side: .provider)
    self.connectionGuard = connectionGuard
    self.clients = clientRouter
    self.providers = providerRouter
  }

  /// Their indices in a poller.
  struct PollIndices {
    var connectionGuard: Int
    var clients: MonitoredRouter.PollIndices
    var providers: MonitoredRouter.PollIndices
  }

  borrowing func add(to poller: inout Poller) throws(ZeroMQError) -> PollIndices {
    PollIndices(
      connectionGuard: try connectionGuard.add(to: &poller),
      clients: try clients.add(to: &poller),
      providers: try providers.add(to: &poller)
    )
  }

  /// Receives at most one message of each side, and then the ends of connections.
  ///
  /// libzmq takes one message of each connection in turn. Each is handled before the next is
  /// received, so a client waits for about eight messages of another client that floods the hub.
  mutating func receive(
    _ poller: Poller,
    _ indices: PollIndices,
    _ check: HelloVerifier,
    after number: Int
  ) throws(ZeroMQError) -> [Event] {
    let fromProviders = try providers.receive(poller, indices.providers, after: number)
    let fromClients = try clients.receive(poller, indices.clients, after: number)
    let messages = [fromProviders.message, fromClients.message]
    memory.received(messages.count { $0 != nil })
    return messages.compactMap { message in
      message.map { HubSockets.event(of: $0.peer, $0.frames, check) }
    }
      + (fromProviders.ended + fromClients.ended).map { .disconnected($0) }
  }

  /// The time until ``releaseMemory()`` is to be called, in milliseconds; `nil` if it need not be.
  var releaseLeftMs: Int? { memory.leftMs(at: MonotonicClock.nowMs) }

  /// Returns freed memory to the system when the sockets are quiet after many messages.
  mutating func releaseMemory() {
    if memory.isDue(atMs: MonotonicClock.nowMs) { FreeMemory.release() }
  }

  /// Sends a message; what went wrong comes back as an event.
  mutating func send(_ message: WireMessage, to peer: Peer) throws -> Event? {
    let frames = try message.frames()
    let delivery =
      switch peer.side {
      case .client: try clients.send(frames, to: peer, isFinal: message.isFinal)
      case .provider: try providers.send(frames, to: peer, isFinal: message.isFinal)
      }
    switch delivery {
    case .sent: return nil
    case .gone: return .disconnected(peer)
    case .full: return .congested(peer, call: message.repliedCall)
    }
  }

  /// Admits or refuses pending connections. Returns log lines for the refused ones.
  mutating func admitConnections(
    _ poller: Poller,
    _ indices: PollIndices,
    at now: Instant
  ) throws(ZeroMQError) -> [String] {
    poller.isReadable(indices.connectionGuard) ? try connectionGuard.admitConnections(at: now) : []
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

extension WireMessage {
  /// Whether it ends a session or a call without a result.
  fileprivate var isFinal: Bool { header.type == .bye || header.type == .error }

  /// The call that it replies to, or `nil`.
  fileprivate var repliedCall: String? {
    switch header.type {
    case .part, .done, .error: header.re
    default: nil
    }
  }
}
