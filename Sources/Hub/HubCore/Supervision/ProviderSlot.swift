import BusProtocol
import MusicModel

/// A discovered provider: its manifest, its process and its failures.
struct ProviderSlot: Sendable {
  enum State: Sendable {
    /// Its process is being spawned, or has no session. → ready, terminating, waiting, stopped
    case starting(since: Instant, process: Process?)
    /// It has a session. → starting, terminating, waiting, stopped
    case ready(Process)
    /// Its process was requested to exit. → waiting, quarantined, stopped
    case terminating(since: Instant, process: Process)
    /// It has no process until its restart. → starting
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

  /// The manifest and executable of its last start.
  var found: DiscoveredManifest
  /// Its current manifest and executable, if they have changed since.
  var newer: DiscoveredManifest?
  var drain: Drain?
  var state: State
  var restarts = RestartPolicy()
  /// Losses of sessions while the process ran.
  var sessionLosses = RestartPolicy()
  var lastError: String?
  /// The descriptor of its last session.
  var descriptor: Descriptor?

  init(_ found: DiscoveredManifest, now: Instant) {
    self.found = found
    state = .starting(since: now, process: nil)
  }

  var manifest: Manifest { found.manifest }

  var isReady: Bool {
    if case .ready = state { true } else { false }
  }

  var isMisconfigured: Bool {
    if case .stopped(.misconfigured, _) = state { true } else { false }
  }

  /// The descriptor of its session; `nil` without one, and while it is drained.
  var servingDescriptor: Descriptor? { isReady && drain == nil ? descriptor : nil }

  var process: Process? {
    switch state {
    case .starting(_, let process): process
    case .ready(let process): process
    case .terminating(_, let process): process
    case .waiting, .stopped: nil
    }
  }

  /// Whether it has a process, or one is being spawned.
  var isRunning: Bool {
    switch state {
    case .starting, .ready, .terminating: true
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
    case .starting(let since, _), .terminating(let since, _): since + waitMs
    case .waiting(let until): until - now <= waitMs ? until + waitMs : nil
    case .ready: drain.map { $0.since + waitMs }
    case .stopped: nil
    }
  }

  /// Whether it is drained because its manifest is gone: new calls do not know it any more.
  var isLeaving: Bool { drain?.aim == .removal }
}
