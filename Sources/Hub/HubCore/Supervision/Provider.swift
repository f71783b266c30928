import BusProtocol
import MusicModel

/// A provider: its manifest, its process and its failures. What changes its state, and to what:
///
///     spawning       spawned → awaitingHello, ending · notSpawned → waiting, stopped, gone · misconfigured → stopped, gone
///     awaitingHello  hello → ready · time → ending · fault → ending · drained → ending · hubStops → ending · exited → spawning, waiting, stopped, gone
///     ready          sessionLost → awaitingHello, ending · hello → ending · fault → ending · drained → ending · hubStops → ending · exited → spawning, waiting, stopped, gone
///     ending         exited → spawning, waiting, stopped, gone
///     waiting        time → spawning, gone · reset → spawning · drained → spawning, gone · hubStops → stopped
///     stopped        reset → spawning · configurationChanged → spawning · drained → spawning, gone
///
/// A process that ended is started again: at once after the first loss, later after more, not at all after too many
/// (`RestartPolicy`) or if it says that it cannot succeed. While the provider is drained, that is put off: new calls wait for the next
/// process of a renewal, and do not know the provider of a removal; its calls end, then its process; then a renewal is
/// started again, and a removal is gone. Nothing is started while the hub stops.
struct Provider: Sendable {
  enum State: Sendable {
    /// Its process is being started.
    case spawning(since: Instant)
    /// Its process has no session.
    case awaitingHello(since: Instant, Process)
    /// It has a session.
    case ready(Process)
    /// Its process was requested to exit.
    case ending(since: Instant, Process)
    /// It has no process until its restart.
    case waiting(until: Instant)
    /// It is not restarted, unless a client resets it.
    case stopped(Stop, reason: String)
  }

  /// The kinds of stops.
  enum Stop: Sendable {
    /// It has ended and will not succeed, or the hub is stopping.
    case final
    /// Settings are missing. It is not expected to reply.
    case unconfigured
    /// The configuration cannot be read, or its settings were made for other code. It is started when the
    /// configuration changes.
    case misconfigured
    /// It failed repeatedly.
    case quarantined
  }

  struct Process: Sendable {
    let pid: Int
    let token: String
  }

  /// Its way out of service: no new calls, then the end of its process.
  struct Drain: Sendable {
    enum Goal: Sendable {
      /// It is removed, as its manifest is gone.
      case removal
      /// It is restarted with its current manifest and executable.
      case renewal
    }

    var goal: Goal
    let since: Instant
  }

  /// The manifest and executable of its last start.
  private(set) var found: DiscoveredManifest
  /// Its current manifest and executable, if they have changed since.
  private(set) var newer: DiscoveredManifest?
  private(set) var drain: Drain?
  private(set) var state: State
  private(set) var restarts = RestartPolicy()
  /// Losses of sessions while the process ran.
  private var sessionLosses = RestartPolicy()
  var lastError: String?
  /// The descriptor of its last session.
  private(set) var descriptor: Descriptor?
  private var steps: [Step] = []

  init(_ found: DiscoveredManifest, now: Instant) {
    self.found = found
    state = .spawning(since: now)
  }

  var manifest: Manifest { found.manifest }
  var id: ProviderID { manifest.id }
}

/// What happens to a provider, and what is to be done.
extension Provider {
  enum Event: Sendable {
    /// Its process runs.
    case spawned(token: String, pid: Int)
    case notSpawned(because: String)
    /// It was not started because of the configuration, for which it is not to blame. `result` is what the log says of the reason,
    /// unless that is known.
    case misconfigured(because: String, result: String?)
    /// Its process has said hello, and has a session.
    case hello(Descriptor)
    /// Its session has ended; the process may still run, and open another one.
    case sessionLost(because: String)
    /// It does not work: its process is replaced.
    case fault(because: String)
    case exited(ProviderExit)
    /// A time has come for which it waits.
    case time
    /// The manifest was found, the same or another one.
    case found(DiscoveredManifest)
    case drain(Drain.Goal)
    /// No call needs the draining provider any more.
    case drained
    /// A client wants it to run, despite earlier failures.
    case reset
    case configurationChanged
    /// The hub stops.
    case hubStops
  }

  enum Step: Sendable {
    case perform(Action)
    /// Its session ends, if it has one.
    case closeSession
    /// It takes calls.
    case openLane(Descriptor)
    /// It loses its calls. Its last request can be made until then, if that is known.
    case closeLane(because: String, mayRunUntil: Instant?)
    /// Earlier failures do not count any more.
    case resetBreakers
    /// It serves now, or will not: calls that wait for it continue.
    case changed
    /// Earlier replies are outdated.
    case outdateReplies
    case remove
  }

  /// What it knows of the hub.
  struct Context {
    let now: Instant
    let settings: HubSettings
    let isStopping: Bool
    var jitter: RandomSource
  }

  /// Takes one thing that happens.
  ///
  /// - Returns: what is to be done, in order.
  mutating func step(_ event: Event, _ context: inout Context) -> [Step] {
    take(event, &context)
    defer { steps = [] }
    return steps
  }

  private mutating func take(_ event: Event, _ context: inout Context) {
    let now = context.now
    switch (event, state) {
    case (.spawned(let token, let pid), .spawning):
      spawned(Process(pid: pid, token: token), context)
    case (.spawned(_, let pid), _):
      log(.error, "Provider \(id) was started unexpectedly as pid \(pid).")
    case (.notSpawned(let reason), .spawning):
      log(.error, "Could not start provider \(id): \(reason)")
      lastError = reason
      processEnded(&context)
    case (.misconfigured(let reason, let result), .spawning):
      guard !context.isStopping, drain == nil else { return processEnded(&context) }
      if let result { log(.error, "\(result): \(reason)") }
      lastError = reason
      stop(.misconfigured, because: reason)
    case (.hello(let descriptor), .awaitingHello(_, let process)):
      opened(descriptor, process, context)
    case (.hello(let descriptor), .ready(let process)):
      closeLane(because: "it reconnected", now, context)
      if countSessionLoss(context) { return }
      opened(descriptor, process, context)
    case (.sessionLost(let reason), .ready(let process)):
      log(.warning, "Provider \(id) lost its session: \(reason).")
      lastError = reason
      state = .awaitingHello(since: now, process)
      closeLane(because: reason, now, context)
      _ = countSessionLoss(context)
    case (.fault(let reason), .awaitingHello), (.fault(let reason), .ready): fail(reason, context)
    case (.exited(let exit), .awaitingHello), (.exited(let exit), .ready),
      (.exited(let exit), .ending):
      exited(exit, &context)
    case (.time, .awaitingHello(let since, _)):
      let helloMs = context.settings.helloMs
      if since + helloMs <= now { fail("it did not say hello within \(helloMs) ms", context) }
    case (.time, .waiting(let until)): if until <= now { restart(context) }
    case (.found(let found), _): reconcile(found, context)
    case (.drain(let goal), _): beginDrain(goal, context)
    case (.drained, _): drained(context)
    case (.reset, _): reset(context)
    case (.configurationChanged, .stopped(.misconfigured, _)):
      lastError = nil
      start(context)
    case (.hubStops, .awaitingHello(_, let process)), (.hubStops, .ready(let process)):
      state = .ending(since: now, process)
      steps.append(.perform(.stop(id, graceMs: context.settings.stopGraceMs)))
    case (.hubStops, .waiting), (.hubStops, .stopped):
      state = .stopped(.final, reason: "the hub is stopping")
    default: break
    }
  }

  private mutating func log(_ level: LogLevel, _ text: String) {
    steps.append(.perform(.log(level, text)))
  }

  /// Fails its calls.
  private mutating func closeLane(because reason: String, _ now: Instant, _ context: Context) {
    let end: Instant? =
      switch state {
      case .ending(let since, _): since + context.settings.stopGraceMs
      case .awaitingHello, .ready: nil
      case .spawning, .waiting, .stopped: now
      }
    steps.append(.closeLane(because: reason, mayRunUntil: end))
  }

  private mutating func stop(_ kind: Stop, because reason: String) {
    state = .stopped(kind, reason: reason)
    steps.append(.changed)
  }
}

/// Its process.
extension Provider {
  /// Starts a process, with the newest manifest.
  private mutating func start(_ context: Context) {
    if let newer { (found, self.newer) = (newer, nil) }
    state = .spawning(since: context.now)
    steps.append(.perform(.spawn(id)))
  }

  private mutating func spawned(_ process: Process, _ context: Context) {
    guard !context.isStopping else {
      state = .ending(since: context.now, process)
      return steps.append(.perform(.stop(id, graceMs: context.settings.stopGraceMs)))
    }
    state = .awaitingHello(since: context.now, process)
    steps.append(.resetBreakers)
    log(.info, "Started provider \(id) as pid \(process.pid).")
  }

  private mutating func opened(
    _ descriptor: Descriptor,
    _ process: Process,
    _ context: Context
  ) {
    state = .ready(process)
    self.descriptor = descriptor
    let count = descriptor.methods.count.pluralized("method")
    log(.info, "Provider \(id) \(descriptor.version) is ready: \(count).")
    let missing = manifest.methods.filter { !descriptor.serves($0) }
    if !missing.isEmpty {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      log(.warning, "Provider \(id) lacks methods declared in its manifest: \(names).")
    }
    if let schema = descriptor.configSchema {
      steps.append(.perform(.checkConfiguration(id, schema: schema)))
    }
    steps += [.outdateReplies, .openLane(descriptor), .changed]
  }

  /// Counts a lost session. A provider that loses too many is restarted.
  ///
  /// - Returns: whether it is restarted.
  private mutating func countSessionLoss(_ context: Context) -> Bool {
    guard sessionLosses.recordLoss(at: context.now) == .quarantine else { return false }
    sessionLosses = RestartPolicy()
    fail("it lost \(RestartPolicy.maxLosses) sessions in a short time", context)
    return true
  }

  private mutating func fail(_ reason: String, _ context: Context) {
    log(.warning, "Provider \(id) is stopped: \(reason).")
    lastError = reason
    end(because: reason, context)
  }

  /// Ends the process. Its exit decides what follows.
  private mutating func end(because reason: String, _ context: Context) {
    guard let process else { return }
    state = .ending(since: context.now, process)
    let stop = Action.stop(id, graceMs: context.settings.stopGraceMs)
    steps += [.closeSession, .perform(stop)]
    closeLane(because: reason, context.now, context)
    steps.append(.changed)
  }

  private mutating func exited(_ exit: ProviderExit, _ context: inout Context) {
    let last = exit.lastLines.last.map { ": \($0)" } ?? ""
    let missing = exit.missingSettings
    let reason = missing ?? "it \(exit.reason)\(last)"
    // A process that was requested to exit did not choose its exit status.
    var isFinal = exit.isFinal && drain == nil
    if case .ending = state { isFinal = false } else { lastError = reason }
    let isExpected = context.isStopping || drain != nil
    log(isExpected && !isFinal ? .debug : .warning, "Provider \(id) \(exit.reason)\(last)")
    let lost = "its process \(exit.reason)"
    steps += [.closeSession, .closeLane(because: lost, mayRunUntil: context.now)]
    if isFinal {
      state = .stopped(missing == nil ? .final : .unconfigured, reason: reason)
    } else {
      processEnded(&context)
    }
    steps.append(.changed)
  }

  /// Decides whether and when it is started again.
  private mutating func processEnded(_ context: inout Context) {
    guard !context.isStopping else {
      state = .stopped(.final, reason: "the hub is stopping")
      return
    }
    guard drain == nil else { return drainEnded(context) }
    switch restarts.recordLoss(at: context.now) {
    case .restart(0): start(context)
    case .restart(let delay):
      state = .waiting(until: context.now + context.jitter.spread(delay))
    case .quarantine:
      let reason = lastError ?? "it failed repeatedly"
      log(.error, "Provider \(id) is quarantined after repeated failures: \(reason)")
      stop(.quarantined, because: reason)
    }
  }

  private mutating func restart(_ context: Context) {
    guard !context.isStopping else { return }
    // After a hub stall, a restart may be due for a provider whose manifest is gone.
    if drain == nil { start(context) } else { drainEnded(context) }
  }

  /// Restarts it if it does not run, despite earlier failures.
  private mutating func reset(_ context: Context) {
    if isMisconfigured { steps.append(.perform(.acceptSettings(id))) }
    restarts.reset()
    sessionLosses = RestartPolicy()
    steps.append(.resetBreakers)
    switch state {
    case .waiting, .stopped:
      lastError = nil
      log(.info, "Restarting provider \(id), as a client requested.")
      start(context)
    case .spawning, .awaitingHello, .ready, .ending: break
    }
  }
}

/// Its manifest, and its way out of service.
extension Provider {
  private mutating func reconcile(_ current: DiscoveredManifest, _ context: Context) {
    let hasChanged = newer != current
    newer = current == found ? nil : current
    if drain?.goal == .removal { return beginDrain(.renewal, context) }
    guard hasChanged, current != found else { return }
    if current.path != found.path {
      log(.info, "Provider \(id) has a new manifest: \(current.path)")
      beginDrain(.renewal, context)
    } else if current.trust != found.trust {
      log(.info, "The approved hosts of provider \(id) have changed.")
      beginDrain(.renewal, context)
    } else if current.manifest != found.manifest {
      let command = "musicbus provider reload \(id)"
      log(.info, "The manifest of provider \(id) has changed; apply it with: \(command)")
    }
  }

  /// Begins a drain; one that has begun may change its goal.
  private mutating func beginDrain(_ goal: Drain.Goal, _ context: Context) {
    guard !context.isStopping else { return }
    if drain != nil {
      drain?.goal = goal
    } else {
      drain = Drain(goal: goal, since: context.now)
      let next = goal == .removal ? "is removed" : "is restarted"
      log(.info, "Draining provider \(id); then it \(next).")
    }
    if goal == .removal { steps.append(.outdateReplies) }
  }

  private mutating func drained(_ context: Context) {
    guard !context.isStopping, drain != nil else { return }
    switch state {
    case .ready, .awaitingHello: end(because: "it was drained", context)
    // The start or the end of the process is reported soon.
    case .spawning, .ending: break
    case .waiting, .stopped: drainEnded(context)
    }
  }

  private mutating func drainEnded(_ context: Context) {
    guard let drain else { return }
    self.drain = nil
    switch drain.goal {
    case .renewal:
      restarts.reset()
      sessionLosses = RestartPolicy()
      lastError = nil
      start(context)
    case .removal:
      log(.info, "Removed provider \(id).")
      steps.append(.remove)
    }
  }
}

/// What others see of it.
extension Provider {
  var isReady: Bool { if case .ready = state { true } else { false } }

  var isMisconfigured: Bool {
    if case .stopped(.misconfigured, _) = state { true } else { false }
  }

  /// The descriptor of its session; `nil` without one, and while it is drained.
  var servingDescriptor: Descriptor? { isReady && drain == nil ? descriptor : nil }

  var process: Process? {
    switch state {
    case .awaitingHello(_, let process), .ready(let process), .ending(_, let process): process
    case .spawning, .waiting, .stopped: nil
    }
  }

  /// Whether it has a process, or one is being started.
  var isRunning: Bool {
    switch state {
    case .spawning, .awaitingHello, .ready, .ending: true
    case .waiting, .stopped: false
    }
  }

  /// Whether it serves a method, by its descriptor or else by its manifest.
  func serves(_ method: Method) -> Bool {
    descriptor?.serves(method) ?? manifest.methods.contains(method)
  }

  /// The time until which a call waits for its start, or `nil` if that is futile.
  func startDeadline(now: Instant, waitMs: Int) -> Instant? {
    if isLeaving { return nil }
    return switch state {
    case .spawning(let since), .awaitingHello(let since, _), .ending(let since, _): since + waitMs
    case .waiting(let until): until - now <= waitMs ? until + waitMs : nil
    case .ready: drain.map { $0.since + waitMs }
    case .stopped: nil
    }
  }

  /// Whether it is drained because its manifest is gone: new calls do not know it any more.
  var isLeaving: Bool { drain?.goal == .removal }

  /// The time by which its process must have said hello, if that is awaited.
  func helloDue(_ settings: HubSettings) -> Instant? {
    if case .awaitingHello(let since, _) = state { since + settings.helloMs } else { nil }
  }

  /// The time of its restart, if it waits for that.
  var restartDue: Instant? { if case .waiting(let until) = state { until } else { nil } }
}
