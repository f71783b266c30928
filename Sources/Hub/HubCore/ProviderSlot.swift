import BusProtocol
import MusicModel

/// One provider that was found: its process, its session, and what it did so far.
struct ProviderSlot: Sendable {
  /// Where it is in its life.
  enum State: Sendable {
    /// Its process is asked for, or runs and has not said hello. → ready, leaving, waiting, stopped
    case starting(since: Instant, process: Process?)
    /// It serves. → starting, leaving, waiting, stopped
    case ready(Process)
    /// Its process was told to go, and has not gone. → waiting, quarantined, stopped
    case leaving(since: Instant, process: Process)
    /// Its process is gone; a new one is started at the given time. → starting
    case waiting(until: Instant)
    /// It is not to run. Final, until somebody resets it.
    case stopped(reason: String)
    case quarantined(reason: String)
  }

  struct Process: Sendable {
    let pid: Int
    let token: String
  }

  /// Of which it was started last.
  var found: DiscoveredManifest
  /// What its manifest and executable are since; taken up at its next start.
  var newer: DiscoveredManifest?
  /// Where it is to go.
  var departure: Drain?
  var state: State
  var restarts = RestartPolicy()
  /// When its sessions were lost though its process was there.
  var sessionLosses = RestartPolicy()
  var lastError: String?
  var work = StallDetector()
  /// What it last said of itself.
  var descriptor: Descriptor?

  init(_ found: DiscoveredManifest, now: Instant) {
    self.found = found
    state = .starting(since: now, process: nil)
  }

  var manifest: Manifest { found.manifest }

  var isReady: Bool {
    if case .ready = state { true } else { false }
  }

  /// The descriptor of its session; `nil` without one.
  var servingDescriptor: Descriptor? { isReady ? descriptor : nil }

  var process: Process? {
    switch state {
    case .starting(_, let process): process
    case .ready(let process): process
    case .leaving(_, let process): process
    case .waiting, .stopped, .quarantined: nil
    }
  }

  /// Whether there is a process, or one is being started.
  var isRunning: Bool {
    switch state {
    case .starting, .ready, .leaving: true
    case .waiting, .stopped, .quarantined: false
    }
  }

  /// Whether it serves the method, by its own word or else by its manifest's.
  func serves(_ method: Method) -> Bool {
    descriptor?.serves(method) ?? manifest.methods.contains(method)
  }

  /// Until when a call waits for it to start, where that makes sense.
  func startAwaited(now: Instant, waitMs: Int) -> Instant? {
    switch state {
    case .starting(let since, _), .leaving(let since, _): since + waitMs
    case .waiting(let until): until - now <= waitMs ? until + waitMs : nil
    case .ready: departure.map { $0.since + waitMs }
    case .stopped, .quarantined: nil
    }
  }
}
