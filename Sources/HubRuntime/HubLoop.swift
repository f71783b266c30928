internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import ZeroMQ

/// The one thread of the hub: waits, takes in what happened, lets the core decide, does what it says.
struct HubLoop: ~Copyable {
  private var hub: Hub
  private var sockets: HubSockets
  private var processes: ProviderProcesses
  private let signals: SignalFile
  private let hasLease: Bool
  private let log: HubLog
  private var home: HomeWatch
  private var events: [Event]
  private var isFinished = false

  init(
    hub: Hub,
    sockets: consuming HubSockets,
    processes: ProviderProcesses,
    signals: SignalFile,
    hasLease: Bool,
    log: HubLog,
    home: HomeWatch,
    first: [Event]
  ) {
    self.hub = hub
    self.sockets = sockets
    self.processes = processes
    self.signals = signals
    self.hasLease = hasLease
    self.log = log
    self.home = home
    events = first
  }

  /// Runs until the hub has stopped and nothing of it is left.
  mutating func run() throws {
    while !isFinished {
      try handleAll()
      guard !isFinished else { break }
      try wait()
      events += try sockets.receive()
      lookAtProcesses()
      if home.isGone() { events.append(.stopRequested(reason: "its folder is gone")) }
      events.append(.tick)
    }
  }

  private mutating func handleAll() throws {
    while !events.isEmpty {
      let batch = events
      events = []
      for event in batch {
        for action in hub.handle(event, at: HubLoop.now) { try perform(action) }
      }
    }
  }

  private mutating func perform(_ action: Action) throws {
    switch action {
    case .send(let message, let peer):
      if let event = try sockets.send(message, to: peer) { events.append(event) }
    case .spawn(let id): events.append(processes.spawn(id))
    case .stop(let id, let graceMs): processes.stop(id, graceMs: graceMs)
    case .log(let level, let text): log.write(level, text)
    case .finished: isFinished = true
    }
  }

  private mutating func wait() throws {
    var poller = Poller()
    sockets.add(to: &poller)
    let signalPlace = poller.add(descriptor: signals.descriptor)
    let leasePlace = hasLease ? poller.add(descriptor: STDIN_FILENO) : nil
    for descriptor in processes.descriptors { _ = poller.add(descriptor: descriptor) }
    guard try poller.wait(timeoutMs: waitMs) else { return }
    if poller.isReadable(signalPlace), let signal = signals.next() {
      events.append(.stopRequested(reason: "signal \(String(cString: strsignal(signal)))"))
    }
    if let leasePlace, poller.isReadable(leasePlace), HubLoop.leaseHasEnded() {
      events.append(.stopRequested(reason: "whoever started it is gone"))
    }
  }

  /// How long nothing needs to be done, in milliseconds.
  private var waitMs: Int {
    let core = hub.nextDeadline.map { max(0, $0 - HubLoop.now) } ?? 1000
    return min(core, processes.nextDeadline?.remainingMs ?? 1000, 1000)
  }

  private mutating func lookAtProcesses() {
    let news = processes.news()
    for (id, line) in news.lines { log.write(.info, "[\(id)] \(line)") }
    events += news.exits.map { Event.providerExited($0, $1) }
  }

  private static var now: Instant { Instant(milliseconds: MonotonicClock.nowMs) }

  /// Whatever else is written to the lease is of no interest.
  private static func leaseHasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &bytes, bytes.count) <= 0
  }
}
