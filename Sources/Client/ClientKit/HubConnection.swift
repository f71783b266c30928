internal import BusProtocol
internal import HostKit
internal import ZeroMQ

/// One session with one hub: a socket, the session state, and a watch on the hub process.
final class HubConnection {
  private let context: Context
  private var socket: Socket<Dealer>
  private(set) var session: ClientSession
  private var poller: Poller
  private let hubEnd: ProcessExitWatch
  private let pollIndexes: (socket: Int, interruption: Int?, hubEnd: Int, waker: Int?)
  private let waker: Waker?
  /// The time of the last message received or call sent, on the ``MonotonicClock``.
  private var quietSinceMs = MonotonicClock.nowMs
  /// The silence after which the session is lost (MB-055); `nil` before the welcome.
  private var maxSilenceMs: Int?

  /// The event that ended a wait.
  enum Arrival {
    case event(ClientSession.Event)
    /// The hub process has ended, or has been silent for too long.
    case hubLost
    case deadline
    /// Another thread has signalled the waker.
    case woken
  }

  /// Connects and sends `hello`; the welcome is still to come. `waker` ends waits.
  init(_ locator: HubLocator, _ hub: HubProcessHandle, waker: Waker? = nil) throws(ClientError) {
    let endpoint: String
    do throws(PathError) {
      endpoint = try locator.paths.clientsEndpoint()
    } catch {
      throw .path(error)
    }
    var options = SocketOptions()
    // Time for the last message to leave; a hub that is gone costs no more than this.
    options.lingerMs = 50
    options.reconnectMs = 5
    options.reconnectMaxMs = 40
    do throws(ZeroMQError) {
      context = try Context(maxSockets: 8)
      let socket = try Socket<Dealer>(context, options: options)
      try socket.connect(to: endpoint)
      self.socket = socket
    } catch {
      throw .socket(error)
    }
    session = ClientSession(client: locator.client)
    hubEnd = hub.end
    var poller = Poller()
    pollIndexes = (
      poller.add(socket), SignalHandling.waker.map { poller.add($0) },
      poller.add(descriptor: hub.end.descriptor), waker.map { poller.add($0) }
    )
    self.waker = waker
    self.poller = poller
    try send(session.hello())
  }

  deinit {
    if let bye = session.bye() { try? send(bye) }
  }

  /// Sends a call and returns its id.
  func call(
    _ method: Method,
    _ parameters: CallParameters,
    timeoutMs: Int?
  ) throws(ClientError) -> String {
    let message = try session.call(method, parameters, timeoutMs: timeoutMs)
    quietSinceMs = MonotonicClock.nowMs
    try send(message)
    return message.header.id ?? ""
  }

  /// Cancels a call, if that is still possible.
  func cancel(_ call: String) {
    if let message = session.cancel(call) { try? send(message) }
  }

  /// Discards what the hub has not received, so that the end of the connection takes no time.
  func discardUnsent() { socket.discardUnsent() }

  private func send(_ message: WireMessage) throws(ClientError) {
    let frames: [[UInt8]]
    do {
      frames = try message.frames()
    } catch {
      throw .protocolError(JSONCodec.describe(error))
    }
    let isSent: Bool
    do throws(ZeroMQError) {
      isSent = try socket.send(frames)
    } catch {
      throw .socket(error)
    }
    guard isSent else { throw .protocolError("Slow consumer: too many unsent bytes.") }
  }
}

extension HubConnection {
  /// Waits for the next event; replies to pings meanwhile.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  func next(_ deadline: Deadline) throws(ClientError) -> Arrival {
    while true {
      if let event = try receive() { return .event(event) }
      if let signal = SignalHandling.signal { throw .interrupted(signal: signal) }
      if deadline.isExpired { return .deadline }
      if silenceDeadline.isExpired { return .hubLost }
      try wait(&poller, min(deadline, silenceDeadline))
      if poller.isReadable(pollIndexes.hubEnd) {
        return try lastEvent().map { .event($0) } ?? .hubLost
      }
      if let waker, let index = pollIndexes.waker, poller.isReadable(index) {
        waker.reset()
        return .woken
      }
    }
  }

  private var silenceDeadline: Deadline {
    Deadline(atMs: maxSilenceMs.map { quietSinceMs + $0 } ?? .max)
  }

  /// The last event that the hub sent before it ended, which may still be in transit.
  private func lastEvent() throws(ClientError) -> ClientSession.Event? {
    var poller = Poller()
    _ = poller.add(socket)
    let deadline = Deadline.after(.milliseconds(50))
    while !deadline.isExpired {
      if let event = try receive() { return event }
      try wait(&poller, deadline)
    }
    return nil
  }

  private func wait(_ poller: inout Poller, _ deadline: Deadline) throws(ClientError) {
    do throws(ZeroMQError) {
      _ = try poller.wait(timeoutMs: deadline.remainingMs)
    } catch {
      throw .socket(error)
    }
  }

  /// The next event that has already arrived.
  private func receive() throws(ClientError) -> ClientSession.Event? {
    while let frames = try receiveFrames() {
      let message: WireMessage
      do throws(WireError) {
        message = try WireMessage(frames: frames.contents)
      } catch {
        throw .protocolError(error.message)
      }
      quietSinceMs = MonotonicClock.nowMs
      switch try session.receive(message) {
      case .none: continue
      case .send(let reply): try send(reply)
      case .opened(let welcome):
        maxSilenceMs = welcome.liveness.deadMs
        return .opened(welcome)
      case let event: return event
      }
    }
    return nil
  }

  private func receiveFrames() throws(ClientError) -> MultipartMessage? {
    do throws(ZeroMQError) {
      return try socket.receive()
    } catch {
      throw .socket(error)
    }
  }
}
