import BusProtocol
import MusicModel

/// One provider that was found: its process, its session, and what it did so far.
struct ProviderSlot: Sendable {
  /// Where it is in its life.
  enum State: Sendable {
    /// Its process is asked for, or runs and has not said hello. → ready, waiting
    case starting(since: Instant, process: Process?)
    /// It serves. → waiting
    case ready(Session)
    /// Its process is gone, or about to go; a new one is started at the given time. → starting
    case waiting(until: Instant)
    /// It is not to run. Final, until somebody resets it.
    case stopped(reason: String)
    case quarantined(reason: String)
  }

  struct Process: Sendable {
    let pid: Int
    let token: String
  }

  struct Session: Sendable {
    let sid: String
    let peer: Peer
    let process: Process
    let descriptor: Descriptor
    var lastHeard: Instant
    var lastPing: Instant?
  }

  let manifest: Manifest
  var state: State
  /// Whether a process of it runs, whatever its state.
  var isRunning = false
  var restarts = RestartHistory()
  var calls = 0
  var failures = 0
  var lastError: String?
  var queue = ProviderQueue()
  /// What it last said of itself.
  var descriptor: Descriptor?

  init(manifest: Manifest, now: Instant) {
    self.manifest = manifest
    state = .starting(since: now, process: nil)
  }

  var session: Session? {
    if case .ready(let session) = state { session } else { nil }
  }

  /// The process that may still say hello or goes on serving.
  var process: Process? {
    switch state {
    case .starting(_, let process): process
    case .ready(let session): session.process
    case .waiting, .stopped, .quarantined: nil
    }
  }

  /// Whether it serves the method, by its own word or else by its manifest's.
  func serves(_ method: Method) -> Bool {
    descriptor?.serves(method) ?? manifest.methods.contains(method)
  }

  /// Until when a call waits for it to start, where that makes sense.
  func startAwaited(waitMs: Int) -> Instant? {
    switch state {
    case .starting(let since, _): since + waitMs
    case .waiting(let until): until + waitMs
    case .ready, .stopped, .quarantined: nil
    }
  }

  var status: ProviderStatus {
    var status = ProviderStatus(
      id: manifest.id,
      state: publicState,
      methods: descriptor?.methods.keys.sorted().map { Method(rawValue: $0) } ?? manifest.methods
    )
    status.name = descriptor?.name
    status.version = descriptor?.version
    status.level = descriptor?.level
    status.credit = descriptor?.credit
    status.configSchema = descriptor?.configSchema
    status.pid = process?.pid
    status.calls = calls
    status.failures = failures
    status.restarts = restarts.count
    status.lastError = lastError
    return status
  }

  private var publicState: ProviderStatus.State {
    switch state {
    case .starting: .starting
    case .ready: .ready
    case .waiting: .restarting
    case .stopped: .stopped
    case .quarantined: .quarantined
    }
  }
}
