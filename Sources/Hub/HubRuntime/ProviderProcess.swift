internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// The running process of one provider: its lease, and what it writes.
struct ProviderProcess {
  let child: ChildProcess
  /// What it has to show in its hello.
  let token: String
  /// Its own part of the configuration, as it was given to it.
  let config: JSONValue
  private let name: String
  /// By which all that it starts can be found; no secret of the protocol.
  private let mark: String
  private let ledger: ProcessJournal
  /// What the log must be told of its start.
  private var trouble: String?
  private var lines = LineBuffer()
  private var limit = LogRateLimiter(maxLines: ProviderProcess.linesMax)
  /// What it writes to, until it closes that.
  private var outputs: [FileDescriptor]
  private(set) var stop: Stop?

  /// How far a process is that was asked to leave.
  enum Stop: Hashable {
    case leaseEnded(termAt: Deadline, killAt: Deadline)
    case terminated(killAt: Deadline)
    case killed
  }

  /// Lines that come to the log in ``LogRateLimiter/windowMs``.
  static let linesMax = 200

  /// Variables that every provider gets: without them it could not find the internet or its words.
  static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  init(
    _ found: FoundProvider,
    _ line: StartLine,
    environment: Environment,
    limits: ProcessLimits,
    ledger: ProcessJournal
  ) throws {
    // A manifest names variables and no patterns: "*" would be all of them.
    let own = Set(found.manifest.environment ?? [])
    var launch = Launch(
      found.executable,
      found.manifest.arguments ?? [],
      environment: environment.filter { own.contains($0.key) }
        .merging(environment.allowing(ProviderProcess.commonVariables)) { one, _ in one }
    )
    mark = ProviderProcesses.randomText()
    name = found.manifest.id.rawValue
    token = line.token
    config = line.config
    self.ledger = ledger
    launch.environment["MUSICBUS_START"] = "stdin"
    launch.environment[ProcessJournal.variable] = mark
    launch.input = .lifeline
    launch.output = .pipe
    launch.errors = .pipe
    launch.limits = limits
    let startLine = try BusCodec.encode(line) + [UInt8(ascii: "\n")]
    child = try ChildProcess(launch)
    outputs = [child.output, child.errors].compactMap { $0 }
    do {
      try ledger.record(name, pid: child.pid, mark: mark)
    } catch {
      // Its lease alone must end it with the hub then: no reason not to serve.
      trouble = "(The hub could not note it down for the next one: \(error))"
    }
    do throws(SystemError) {
      try child.input?.write(startLine)
    } catch {
      // One that has ended or closed its input already tells more by how it ends.
      guard error.code == EPIPE else { throw error }
    }
  }

  /// Notes the program that it is now: a script may have become another one since its start.
  func recordInJournal() {
    // Where this cannot be written, what was noted at its start still stands.
    try? ledger.record(name, pid: child.pid, mark: mark)
  }

  /// What to wait for: its end and its output.
  var descriptors: [CInt] {
    [child.end.descriptor] + outputs.map(\.descriptor)
  }

  /// The lines that it has written since, as far as there is room for them in the log.
  mutating func newLines(at now: Instant) -> [String] {
    var new = trouble.map { [$0] } ?? []
    trouble = nil
    for file in outputs {
      // One read a turn: a process that floods its log does not hold the hub up.
      switch try? file.read() {
      case .bytes(let bytes): new += lines.add(bytes)
      case .nothing: break
      // What has ended stays readable for ever: it must not be waited for any more.
      case .end, nil: outputs.removeAll { $0 === file }
      }
    }
    return new.compactMap { line in
      switch limit.take(at: now) {
      case .write: line
      case .writeLast:
        "\(line) (Further lines are left out for \(LogRateLimiter.windowMs / 1000) s.)"
      case .suppress: nil
      }
    }
  }

  /// How it ended, once it has.
  func exit() -> ProviderExit? {
    guard let ending = child.reap() else { return nil }
    ledger.remove(child.pid)
    var exit = ProviderExit(reason: "ended: \(ending)", lastLines: lines.last)
    // EX_CONFIG and EX_USAGE: it would end the same way again.
    if case .exited(let status) = ending { exit.isFinal = status == 78 || status == 64 }
    return exit
  }

  mutating func leave(graceMs: Int) {
    guard stop == nil else { return }
    child.closeLifeline()
    stop = .leaseEnded(
      termAt: .after(.milliseconds(graceMs / 2)),
      killAt: .after(.milliseconds(graceMs))
    )
  }

  /// When it must be looked at again, where it was asked to leave.
  var nextDeadline: Deadline? {
    switch stop {
    case .leaseEnded(let termAt, _): termAt
    case .terminated(let killAt): killAt
    case .killed, nil: nil
    }
  }

  /// Presses on a process that was asked to leave and has not.
  mutating func escalateStop() {
    switch stop {
    case .leaseEnded(let termAt, let killAt) where termAt.isExpired:
      child.signal(SIGTERM)
      stop = .terminated(killAt: killAt)
    case .terminated(let killAt) where killAt.isExpired:
      child.signal(SIGKILL)
      stop = .killed
    default: break
    }
  }
}
