internal import BusProtocol
internal import FavoritesModel
internal import Glibc
internal import HostKit
internal import HubCore
internal import Storage
internal import ZeroMQ

/// The hub's event loop: waits for events, passes them to the core and performs its actions.
struct HubLoop: ~Copyable {
  private var hub: Hub
  private var sockets: HubSockets
  private var processes: ProviderProcesses
  private let signals: SignalDescriptor
  private let hasLifeline: Bool
  private var directoryWatch: RuntimeDirectoryWatch
  private var registry: ProviderRegistry
  private let stores: Stores
  private var clock = WallClock()
  private var events: [Event]
  private var isFinished = false
  /// Changes of the favourites in this turn, which share a sync.
  private var unsaved: [FavoritesChange] = []
  private var watch: Watch?

  /// Descriptors to poll; rebuilt when the processes have changed.
  private struct Watch {
    var poller = Poller()
    var sockets: HubSockets.PollIndices
    var signal: Int
    var lifeline: Int?
    var changes: Int?
    var stores: Int
    var processes: [Int]
  }

  init(
    hub: Hub,
    sockets: consuming HubSockets,
    processes: ProviderProcesses,
    signals: SignalDescriptor,
    hasLifeline: Bool,
    directoryWatch: RuntimeDirectoryWatch,
    registry: ProviderRegistry,
    stores: Stores
  ) {
    self.hub = hub
    self.sockets = sockets
    self.processes = processes
    self.signals = signals
    self.hasLifeline = hasLifeline
    self.directoryWatch = directoryWatch
    self.registry = registry
    self.stores = stores
    events = [clock.drainEvent()].compactMap(\.self) + stores.open()
    updateProviders()
  }

  /// Runs until the hub has stopped and all its processes have exited.
  mutating func run() throws {
    defer {
      saveFavorites()
      processes.endAll()
      stores.close()
    }
    while !isFinished {
      try handleAll()
      guard !isFinished else { break }
      saveFavorites()
      let hasChanged = try wait()
      checkDirectories(hasChanged: hasChanged)
      events.append(.tick)
      sockets.releaseMemory()
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

  private mutating func saveFavorites() {
    guard !unsaved.isEmpty else { return }
    stores.save(unsaved)
    unsaved = []
  }

  private mutating func perform(_ action: Action) throws {
    switch action {
    case .send(let message, let peer):
      if let event = try sockets.send(message, to: peer), !processes.losses.hold(event) {
        events.append(event)
      }
    case .spawn(let id):
      watch = nil
      events.append(processes.spawn(id))
    case .acceptSettings(let id): processes.acceptSettings(id)
    case .stop(let id, let graceMs): processes.stop(id, graceMs: graceMs)
    case .checkConfiguration(let id, let schema):
      for problem in processes.problems(inConfigurationOf: id, schema) {
        stores.log.write(.warning, "config.json: \(problem)")
      }
    case .changeManifests(let change, let operation):
      let result = registry.make(change)
      registry.rescan()
      updateProviders()
      events.append(.manifestsChanged(operation: operation, result))
    case .log(let level, let text): stores.log.write(level, text, at: HubLoop.now)
    case .finished: isFinished = true
    case .favorites(.save(let change)): unsaved.append(change)
    case .favorites(let action):
      saveFavorites()
      stores.perform(action, hub.favoritesDocument)
    default: stores.perform(action)
    }
  }

  /// Checks the directories of the hub and of providers for changes.
  private mutating func checkDirectories(hasChanged: Bool) {
    if directoryWatch.isGone(hasChanged: hasChanged) {
      events.append(.stopRequested(reason: "its directory was removed or replaced"))
    }
    if hasChanged { updateWatch() }
    if registry.rescanIfChanged() { updateProviders() }
    if processes.takeConfigurationChange() { events.append(.configurationChanged) }
  }

  /// Watches the directories that there are now, in which there may be something else already.
  private mutating func updateWatch() {
    let isWatched = directoryWatch.watch(registry.watchedDirectories)
    registry.checkSoon(isWatched: isWatched)
  }

  private mutating func updateProviders() {
    updateWatch()
    processes.update(registry.found)
    events.append(.providersFound(registry.listing))
  }

  /// - Returns: Whether something in a watched directory has changed.
  private mutating func wait() throws -> Bool {
    var watch = try self.watch ?? newWatch()
    self.watch = nil
    let isReadable = try watch.poller.wait(timeoutMs: waitMs)
    self.watch = watch
    if let event = clock.drainEvent() { events.append(event) }
    let hasStored = isReadable && watch.poller.isReadable(watch.stores)
    if hasStored {
      // Before events are drained: what a store adds from now on wakes the loop again.
      stores.wakeUp.reset()
      // Before calls, since a change that builds on a failed one fails, too.
      events += stores.drainEvents()
    }
    if isReadable { try receive(watch) }
    let hasOutput = isReadable && watch.processes.contains(where: watch.poller.isReadable)
    if hasOutput || processes.nextDeadline?.isExpired == true { checkProcesses() }
    events += processes.losses.releaseExpired()
    let isChanged = isReadable && watch.changes.map(watch.poller.isReadable) == true
    return isChanged && directoryWatch.hasChanged()
  }

  private func newWatch() throws(ZeroMQError) -> Watch {
    var poller = Poller()
    let sockets = try sockets.add(to: &poller)
    let signal = try poller.add(quiet: signals.descriptor)
    let lifeline = hasLifeline ? poller.add(descriptor: STDIN_FILENO) : nil
    let changes = try directoryWatch.descriptor.map { descriptor throws(ZeroMQError) in
      try poller.add(quiet: descriptor)
    }
    let stores = poller.add(stores.wakeUp)
    let processes = try processes.descriptors.map { descriptor throws(ZeroMQError) in
      try poller.add(quiet: descriptor)
    }
    return Watch(
      poller: poller,
      sockets: sockets,
      signal: signal,
      lifeline: lifeline,
      changes: changes,
      stores: stores,
      processes: processes
    )
  }

  private mutating func receive(_ watch: Watch) throws {
    if watch.poller.isReadable(watch.signal), let signal = signals.next() {
      if signal == SIGCHLD {
        checkProcesses()
      } else {
        events.append(.stopRequested(reason: ChildProcess.Termination.name(of: signal)))
      }
    }
    if let lifeline = watch.lifeline, watch.poller.isReadable(lifeline),
      HubLoop.lifelineHasEnded()
    {
      events.append(.stopRequested(reason: "standard input was closed"))
    }
    for line in try sockets.admitConnections(watch.poller, watch.sockets, at: HubLoop.now) {
      stores.log.write(.warning, line)
    }
    for number in 0..<HubSockets.turn {
      let check = HelloVerifier(processes: processes)
      let received = try sockets.receive(watch.poller, watch.sockets, check, after: number)
      guard !received.isEmpty, !isFinished else { break }
      for event in received where !processes.losses.hold(event) {
        if event.isHelloOfProvider { events += processes.losses.release() }
        events.append(event)
      }
      if !processes.losses.isEmpty { checkProcesses() }
      try handleAll()
    }
  }

  /// The maximum time between checks of the clock and the directories, in milliseconds.
  private static let maxWaitMs = 3_600_000

  /// The time until something must be done, in milliseconds.
  private var waitMs: Int {
    let core = hub.nextDeadline.map { max(0, $0 - HubLoop.now) }
    let times = [
      core, processes.nextDeadline?.remainingMs, processes.losses.leftMs, registry.leftMs,
      sockets.releaseLeftMs,
    ]
    return times.compactMap(\.self).min() ?? HubLoop.maxWaitMs
  }

  private mutating func checkProcesses() {
    watch = nil
    let new = processes.drainEvents(at: HubLoop.now)
    for (id, line) in new.lines { stores.log.write(.info, line, of: id) }
    for line in new.orphans { stores.log.write(.info, line, at: HubLoop.now) }
    events += new.exits.map { Event.providerExited($0, $1) }
    if !new.exits.isEmpty { events += processes.losses.release() }
  }

  private static var now: Instant { Instant(milliseconds: MonotonicClock.nowMs) }

  /// Whether standard input was closed; its contents are ignored.
  private static func lifelineHasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &bytes, bytes.count) <= 0
  }
}
