internal import BusProtocol
internal import Glibc
internal import HostKit
internal import ZeroMQ

/// One process of the provider, and the hub that is played to it. It belongs to one thread.
///
/// The hub is played by ``play(for:until:)``: it waits, answers what a hub answers, pings as one,
/// and keeps all that the provider sends, until what a check waits for has happened.
final class ProviderHarness {
  let child: ChildProcess
  let role: HubBehavior
  let gates: [UpstreamProxy]
  let token: String
  let record: Findings
  var talk = SessionTranscript()
  var log = ProcessLog()
  /// How the process ended, once it has.
  var ending: ChildProcess.Termination?
  /// Processes of its group that were still there when it had ended.
  var leftBehind: [pid_t] = []
  /// Whether hellos are answered as a hub does: from the first welcome on.
  var answersHellos = false
  /// Sends no pings and answers nothing.
  var isSilent = false
  /// Which check is being done.
  let check: () -> String

  var socket: HubSocket?
  /// Signalled by the gates.
  let changed: Waker
  var lastSentMs = 0
  private var count = 0
  private let folder: TemporaryDirectory
  private let patience: Double

  init(
    _ subject: ProviderUnderTest,
    _ role: HubBehavior,
    record: Findings,
    patience: Double,
    in parent: TemporaryDirectory,
    during check: @escaping () -> String
  ) throws {
    self.role = role
    self.record = record
    self.patience = patience
    self.check = check
    let folder = try TemporaryDirectory(in: parent.path)
    let changed = try Waker()
    self.folder = folder
    self.changed = changed
    let endpoint = "ipc://\(folder.path)/hub.sock"
    socket = try HubSocket(bindingTo: endpoint)
    gates = try subject.sources.map { try UpstreamProxy(to: $0.address, changed: changed) }
    token = ProviderHarness.randomText()
    var launch = Launch(subject.executable, subject.arguments, environment: subject.environment)
    launch.environment["MUSICBUS_START"] = "stdin"
    for (source, gate) in zip(subject.sources, gates) {
      launch.environment[source.variable] = gate.address.url
    }
    launch.input = .lifeline
    launch.output = .pipe
    launch.errors = .pipe
    child = try ChildProcess(launch)
    let line = role.startLine(
      endpoint: endpoint,
      token: token,
      configuration: subject.configuration
    )
    // One that has ended already shows so when its hello is waited for.
    try? child.input?.write(try BusCodec.encode(line) + [UInt8(ascii: "\n")])
  }

  deinit { close() }

  /// Ends the process and whatever it has started.
  func close() {
    log.drain(child)
    record.note(LogRules.findings(in: log, token: token))
    child.closeLifeline()
    child.signal(SIGKILL)
    _ = child.waitForExit(.after(.seconds(5)))
    for gate in gates { gate.close() }
    socket = nil
  }

  /// Loses the connection: whoever reconnects is a stranger.
  func loseConnection() throws {
    socket = nil
    talk.lose()
    socket = try HubSocket(bindingTo: "ipc://\(folder.path)/hub.sock")
  }

  /// A time as long as this machine is given for it.
  func bound(_ time: Duration) -> Duration { time * patience }

  func nextID(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
