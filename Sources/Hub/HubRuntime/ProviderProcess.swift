internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// The running process of one provider: its lifeline and its output.
struct ProviderProcess {
  let child: ChildProcess
  /// The token that its hello must contain.
  let token: String
  /// Its own part of the configuration, as it was given to it.
  let config: JSONValue
  private let name: String
  /// The environment marker that identifies its descendants; not a secret.
  let mark: String
  private let journal: ProcessJournal
  /// A problem during its start, for the log.
  private var startWarning: String?
  private var lines = LineBuffer()
  private var limit = LogRateLimiter(maxLines: ProviderProcess.maxLines)
  /// The pipes of its output, until it closes them.
  private var outputs: [FileDescriptor]
  private(set) var stop: Stop?

  /// The progress of stopping a process.
  enum Stop: Hashable {
    case lifelineClosed(termAt: Deadline, killAt: Deadline)
    case terminated(killAt: Deadline)
    case killed
  }

  /// Lines that come to the log in ``LogRateLimiter/windowMs``.
  static let maxLines = 200

  init(
    _ found: FoundProvider,
    _ line: StartLine,
    environment: Environment,
    state: String,
    signIn: String,
    sandboxDemand: SandboxDemand?,
    programCheck: ProgramCheckTime,
    limits: ProcessLimits,
    journal: ProcessJournal
  ) throws {
    var launch = Launch(
      found.program,
      found.arguments,
      environment: environment.ofProvider(naming: found.manifest.environment ?? [])
    )
    mark = ProviderProcesses.randomText()
    name = found.manifest.id.rawValue
    token = line.token
    config = line.config
    self.journal = journal
    launch.environment["MUSICBUS_START"] = "stdin"
    launch.environment["MUSICBUS_STATE_DIRECTORY"] = state
    launch.environment[SandboxDemand.variable] = sandboxDemand?.rawValue
    if found.manifest.lines != nil {
      launch.environment[Manifest.signInVariable] = signIn
      launch.environment[ProgramCheckTime.variable] = programCheck.rawValue
      // If it cannot be made, the sandbox says so.
      try? StateDirectory.make(at: state)
    }
    launch.environment[ProcessJournal.variable] = mark
    launch.input = .lifeline
    launch.output = .pipe
    launch.errors = .pipe
    launch.limits = limits
    let startLine = try JSONCodec.encode(line) + [UInt8(ascii: "\n")]
    try? journal.announce(name, mark: mark)
    do {
      child = try ChildProcess(launch)
    } catch {
      journal.remove(mark: mark)
      throw error
    }
    outputs = [child.output, child.errors].compactMap { $0 }
    do {
      try journal.record(name, pid: child.pid, mark: mark)
    } catch {
      // Its lifeline still ends it with the hub.
      startWarning =
        "(The hub could not record it in the process journal. \(JSONCodec.describe(error)))"
    }
    do throws(SystemError) {
      try child.input?.write(startLine)
    } catch {
      // A process that has ended or closed its input reports more by its exit.
      guard error.code == EPIPE else {
        // The process is killed with this object.
        journal.remove(mark: mark)
        throw error
      }
    }
  }

  /// Notes the program that it is now: a script may have become another one since its start.
  func recordInJournal() {
    // If this fails, the entry from its start remains valid.
    try? journal.record(name, pid: child.pid, mark: mark)
  }

  /// The descriptors to wait for: its end and its output.
  var descriptors: [CInt] {
    [child.end.descriptor] + outputs.map(\.descriptor)
  }

  /// The lines that it has written since, as far as there is room for them in the log.
  mutating func newLines(at now: Instant) -> [String] {
    var new = startWarning.map { [$0] } ?? []
    startWarning = nil
    for file in outputs {
      // One read a turn: a process that floods its log does not hold the hub up.
      switch try? file.read() {
      case .bytes(let bytes): new += lines.add(bytes)
      case .nothing: break
      // A pipe at its end stays readable; stop polling it.
      case .end, nil: outputs.removeAll { $0 === file }
      }
    }
    return new.compactMap { line in
      switch limit.take(at: now) {
      case .write: line
      case .writeLast:
        "\(line) (Further lines are suppressed for \(LogRateLimiter.windowMs / 1000) s.)"
      case .suppress: nil
      }
    }
  }

  /// Its exit, once it has ended.
  func exit() -> ProviderExit? {
    guard let ending = child.reap() else { return nil }
    // The last line does not say why a process was killed.
    let lastLines =
      if case .exited = ending { lines.last.map(\.withoutFullStop) } else { [String]() }
    var exit = ProviderExit(reason: ending.clause, lastLines: lastLines)
    // EX_CONFIG and EX_USAGE: it would end the same way again.
    if case .exited(let status) = ending { exit.isFinal = status == 78 || status == 64 }
    return exit
  }

  mutating func beginStop(graceMs: Int) {
    guard stop == nil else { return }
    child.closeLifeline()
    stop = .lifelineClosed(
      termAt: .after(.milliseconds(graceMs / 2)),
      killAt: .after(.milliseconds(graceMs))
    )
  }

  /// The next deadline of stopping it, if it is being stopped.
  var nextDeadline: Deadline? {
    switch stop {
    case .lifelineClosed(let termAt, _): termAt
    case .terminated(let killAt): killAt
    case .killed, nil: nil
    }
  }

  /// Escalates the stop of a process that is still running.
  mutating func escalateStop() {
    switch stop {
    case .lifelineClosed(let termAt, let killAt) where termAt.isExpired:
      child.signal(SIGTERM)
      stop = .terminated(killAt: killAt)
    case .terminated(let killAt) where killAt.isExpired:
      child.signal(SIGKILL)
      stop = .killed
    default: break
    }
  }
}
