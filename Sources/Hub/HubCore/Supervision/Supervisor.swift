import BusProtocol
import MusicModel

/// Provider processes: started as manifests declare, restarted after failures, drained and stopped.
/// It knows no peers, no calls and no budgets.
struct Supervisor: Sendable {
  let settings: HubSettings
  var slots: [ProviderID: ProviderSlot] = [:]
  /// Whether the installed providers are known.
  var hasDiscovered = false
  /// The manifests that the last discovery skipped.
  var manifestProblems: [ManifestProblem] = []
  /// The providers that are drained.
  var draining: Set<ProviderID> = []
  var jitter: Jitter
  private var isStopping = false

  init(_ settings: HubSettings, bootID: String) {
    self.settings = settings
    jitter = Jitter(seed: bootID)
  }

  /// The view of the providers that calls get.
  var directory: ProviderDirectory { ProviderDirectory(slots) }

  /// Whether providers are started and restarted.
  var isRunning: Bool { !isStopping }

  /// Whether a process runs, or is being started.
  var hasProcesses: Bool { slots.values.contains(where: \.isRunning) }

  /// The providers with a process, in order.
  var running: [ProviderID] { slots.filter(\.value.isRunning).keys.sorted() }

  /// Starts no process any more: the hub stops.
  mutating func beginStop() { isStopping = true }

  /// Stops a provider for good.
  mutating func stopProvider(_ id: ProviderID, _ turn: inout Turn) {
    guard let slot = slots[id] else { return }
    turn.timers.cancel(.provider(.hello(id)))
    turn.timers.cancel(.provider(.restart(id)))
    if let process = slot.process {
      if case .terminating = slot.state { return }
      slots[id]?.state = .terminating(since: turn.now, process: process)
      turn.perform(.stop(id, graceMs: settings.stopGraceMs))
    } else if !slot.isRunning {
      slots[id]?.state = .stopped(.final, reason: "the hub is stopping")
    }
  }

  mutating func timerFired(_ timer: ProviderTimer, _ turn: inout Turn) {
    switch timer {
    case .hello(let id): helloTimedOut(id, &turn)
    case .restart(let id): restart(id, &turn)
    }
  }

  /// Fails the calls of a provider that has lost its session or process.
  func closeQueue(of id: ProviderID, because reason: String, _ turn: inout Turn) {
    var mayRunUntil: Instant?
    switch slots[id]?.state {
    case .terminating(let since, _): mayRunUntil = since + settings.stopGraceMs
    case .starting(_, _?), .ready: break
    default: mayRunUntil = turn.now
    }
    turn.post(.queueClosed(id, because: reason, mayRunUntil: mayRunUntil))
  }

  /// Returns the first broken coupling within this machine, or `nil`.
  func checkInvariants(_ turn: Turn) -> String? {
    for (id, slot) in slots {
      guard draining.contains(id) || slot.drain == nil || isStopping else {
        return "Provider \(id) is drained, but not listed as that."
      }
      if slot.isReady, slot.descriptor == nil { return "Provider \(id) has no descriptor." }
      let awaitsHello = if case .starting(_, _?) = slot.state { true } else { false }
      guard awaitsHello == (turn.timers.due(.provider(.hello(id))) != nil) else {
        return "Provider \(id) has \(awaitsHello ? "no" : "a") timer for its hello."
      }
      if case .waiting(let until) = slot.state, isRunning,
        turn.timers.due(.provider(.restart(id))) != until
      {
        return "Provider \(id) has no timer for its restart."
      }
    }
    let tokens = slots.values.compactMap(\.process?.token)
    return Set(tokens).count == tokens.count ? nil : "Two processes have the same token."
  }
}
