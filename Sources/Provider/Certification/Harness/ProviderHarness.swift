internal import BusProtocol
internal import Glibc
internal import HostKit
internal import MusicModel
internal import ZeroMQ

/// A process of the provider with a simulated hub. It belongs to one thread.
///
/// ``run(for:until:)`` runs the hub: it welcomes, pings and records all messages until a condition
/// holds.
final class ProviderHarness {
  let child: ChildProcess
  let behavior: HubBehavior
  let proxies: [UpstreamProxy]
  let token: String
  let configuration: JSONValue
  let findings: Findings
  var transcript = SessionTranscript()
  var log = ProcessLog()
  var termination: ChildProcess.Termination?
  /// Processes of its group that were still running after it had exited.
  var orphans: [pid_t] = []
  /// Whether further hellos are welcomed automatically; set by the first welcome.
  var acceptsHellos = false
  /// Whether calls have the grant that a hub would give them.
  var isGranting = false
  /// Whether the hub neither pings nor replies.
  var isSilent = false
  /// Returns the id of the current check.
  let check: () -> String

  var socket: HubSocket?
  /// Signalled by the proxies when their counts change.
  let changed: Waker
  var lastSentMs = 0
  private var count = 0
  private let directory: TemporaryDirectory
  private let timeoutFactor: Double

  init(
    _ provider: ProviderUnderTest,
    _ behavior: HubBehavior,
    findings: Findings,
    timeoutFactor: Double,
    in parent: TemporaryDirectory,
    during check: @escaping () -> String
  ) throws {
    self.behavior = behavior
    self.findings = findings
    self.timeoutFactor = timeoutFactor
    self.check = check
    configuration = provider.configuration
    findings.addSecrets(in: provider.configuration, provider.manifest?.configSchema)
    let directory = try TemporaryDirectory(in: parent.path, prefix: "mb-certify")
    let changed = try Waker()
    self.directory = directory
    self.changed = changed
    let endpoint = "ipc://\(directory.path)/hub.sock"
    socket = try HubSocket(bindingTo: endpoint)
    proxies = try provider.upstreams.map { try UpstreamProxy(to: $0.address, changed: changed) }
    token = ProviderHarness.randomText()
    var launch = Launch(provider.executable, provider.arguments, environment: provider.environment)
    launch.environment["MUSICBUS_START"] = "stdin"
    for (upstream, proxy) in zip(provider.upstreams, proxies) {
      launch.environment[upstream.variable] = proxy.address.url
    }
    launch.input = .lifeline
    launch.output = .pipe
    launch.errors = .pipe
    child = try ChildProcess(launch)
    let line = behavior.startLine(
      endpoint: endpoint,
      token: token,
      configuration: provider.configuration
    )
    // If the process has already exited, waiting for its hello fails.
    try? child.input?.write(try JSONCodec.encode(line) + [UInt8(ascii: "\n")])
  }

  deinit { close() }

  /// Kills the process and its children.
  func close() {
    log.drain(child)
    findings.add(LogRules.findings(in: log, token: token, findings.secrets))
    child.closeLifeline()
    child.signal(SIGKILL)
    _ = child.waitForExit(.after(.seconds(5)))
    for proxy in proxies { proxy.close() }
    socket = nil
  }

  /// Drops the connection, as if the hub did not know the session.
  func loseConnection() throws {
    socket = nil
    transcript.lose()
    socket = try HubSocket(bindingTo: "ipc://\(directory.path)/hub.sock")
  }

  /// Returns a time multiplied by the timeout factor.
  func scaled(_ time: Duration) -> Duration { time * timeoutFactor }

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
