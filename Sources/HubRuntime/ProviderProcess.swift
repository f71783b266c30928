internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// The running process of one provider: its lease, and what it writes.
struct ProviderProcess {
  let child: ChildProcess
  private var lines = LineBuffer()
  /// What it writes to, until it closes that.
  private var outputs: [OpenFile]
  private(set) var stop: Stop?

  /// How far a process is that was asked to leave.
  enum Stop: Hashable {
    case leaseEnded(termAt: Deadline, killAt: Deadline)
    case terminated(killAt: Deadline)
    case killed
  }

  /// Variables that every provider gets: without them it could not find the internet or its words.
  static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  init(_ found: FoundProvider, _ line: StartLine, environment: Environment) throws {
    let names = ProviderProcess.commonVariables + (found.manifest.environment ?? [])
    var launch = Launch(
      found.executable,
      found.manifest.arguments ?? [],
      environment: environment.allowing(names)
    )
    launch.environment["MUSICBUS_START"] = "stdin"
    launch.input = .lease
    launch.output = .pipe
    launch.errors = .pipe
    child = try ChildProcess(launch)
    outputs = [child.output, child.errors].compactMap { $0 }
    let startLine = try BusCodec.encode(line) + [UInt8(ascii: "\n")]
    do throws(SystemError) {
      try child.input?.write(startLine)
    } catch {
      // One that has ended or closed its input already tells more by how it ends.
      guard error.code == EPIPE else { throw error }
    }
  }

  /// What to wait for: its end and its output.
  var descriptors: [CInt] {
    [child.end.descriptor] + outputs.map(\.descriptor)
  }

  /// The lines that it has written since.
  mutating func newLines() -> [String] {
    var new: [String] = []
    for file in outputs {
      // One read a turn: a process that floods its log does not hold the hub up.
      switch try? file.read() {
      case .bytes(let bytes): new += lines.add(bytes)
      case .nothing: break
      // What has ended stays readable for ever: it must not be waited for any more.
      case .end, nil: outputs.removeAll { $0 === file }
      }
    }
    return new
  }

  /// How it ended, once it has.
  func exit() -> ProviderExit? {
    guard let ending = child.reap() else { return nil }
    var exit = ProviderExit(reason: "ended: \(ending)", lastLines: lines.last)
    // EX_CONFIG and EX_USAGE: it would end the same way again.
    if case .exited(let status) = ending { exit.isFinal = status == 78 || status == 64 }
    return exit
  }

  mutating func leave(graceMs: Int) {
    guard stop == nil else { return }
    child.endLease()
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
  mutating func press() {
    switch stop {
    case .leaseEnded(let termAt, let killAt) where termAt.isOver:
      child.signal(SIGTERM)
      stop = .terminated(killAt: killAt)
    case .terminated(let killAt) where killAt.isOver:
      child.signal(SIGKILL)
      stop = .killed
    default: break
    }
  }
}
