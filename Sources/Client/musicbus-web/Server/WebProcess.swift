import BusProtocol
import ClientKit
import Glibc
import HTTPServer
import HostKit
import MusicModel

/// The process of the web page, from its lock to its end. Its main thread makes the calls to the hub.
enum WebProcess {
  static func run(_ options: WebOptions, environment: Environment) throws {
    Glibc.signal(SIGPIPE, SIG_IGN)
    SignalHandling.install()
    DescriptorLimit.raise()
    guard options.isDemo else {
      return try serve(options, environment, passedOn: environment, start: .ifNone())
    }
    let demo = try DemoEnvironment(
      environment: environment,
      hasRealBudgets: options.hasRealBudgets
    )
    defer { demo.stop() }
    let start = StartPolicy.expected(demo.hub, restarts: true)
    try serve(options, demo.environment, passedOn: environment, start: start)
  }

  /// `passedOn` is the environment in which a service manager describes the sockets that it passes on.
  private static func serve(
    _ options: WebOptions,
    _ environment: Environment,
    passedOn: Environment,
    start: StartPolicy
  ) throws {
    let paths = try HubPaths.ofRunningHub(environment)
    try paths.prepare()
    guard let lock = try takeLock(at: paths.webLock) else { return try printRunning(paths) }
    defer { withExtendedLifetime(lock) {} }
    // Those of a process that was killed.
    paths.withdrawWebAddress()
    let configuration = try ConfigurationFile(at: paths.configurationFile)
    let sockets = try WebSockets.open(options, configuration, passedOn)
    // A new one for each start: what a page signed for an earlier one is worthless.
    let token = AccessToken.random()
    let port = sockets[0].port
    try HubPaths.makeDirectory(paths.data)
    let feedToken = try AccessToken.loaded(from: paths.feedToken)
    let queue = try CallQueue()
    @Sendable func locator(_ start: StartPolicy) -> HubLocator {
      HubLocator(
        paths: paths,
        environment: environment,
        start: start,
        client: PeerDescription(name: "musicbus-web", version: MusicBusVersion.current)
      )
    }
    let runner = CallRunner(locator(start), queue)
    let executable = start.executable
    let feed = ChangeFeed(queue)
    let application = WebApplication(
      guardian: RequestGuard(token: token, feedToken: feedToken, port: port),
      files: try PageFiles(in: options.pageDirectory),
      queue: queue,
      feed: feed,
      defaults: ClientDefaults(configuration),
      paths: paths,
      environment: environment,
      connect: { () throws(ClientError) in
        try BusClient(locator(executable.map { .ifNone(executable: $0) } ?? .never))
      }
    )
    let server = try LoopbackServer(application, on: sockets)
    defer { paths.withdrawWebAddress() }
    try paths.publishWebAddress(port: port, token: token.text)
    printLine(HubPaths.webAddress(port: "\(port)", token: token.text))
    if options.isBackground { detach(paths) }
    feed.start()
    try loop(runner, feed, server, hasIdleLimit: options.isBackground)
    server.stop()
  }

  /// Makes calls until a signal arrives, or until no request has arrived for a long time.
  private static func loop(
    _ runner: CallRunner,
    _ feed: ChangeFeed,
    _ server: borrowing LoopbackServer,
    hasIdleLimit: Bool
  ) throws {
    var lastLoad = server.load
    var idleSince = MonotonicClock.nowMs
    var heartbeat = Deadline.after(heartbeatInterval)
    while true {
      let isBusy = server.load.exchanges > feed.streamCount
      let tick = min(isBusy ? .after(.seconds(1)) : heartbeat, heartbeat)
      do throws(ClientError) {
        repeat { try runner.step(until: tick) } while !tick.isExpired
      } catch {
        guard case .interrupted = error else { throw error }
        return
      }
      server.endAbandonedExchanges()
      server.closeOverdueConnections()
      if heartbeat.isExpired {
        feed.sendHeartbeat()
        heartbeat = .after(heartbeatInterval)
      }
      let load = server.load
      if load.requests != lastLoad.requests || load.exchanges > 0 {
        idleSince = MonotonicClock.nowMs
      }
      lastLoad = load
      if hasIdleLimit, MonotonicClock.nowMs - idleSince > idleLimit.milliseconds { return }
    }
  }

  /// A suspended connection does not notice that its client is gone; two heartbeats do.
  private static let heartbeatInterval = Duration.seconds(15)
  private static let idleLimit = Duration.seconds(30 * 60)

  private static func printRunning(_ paths: HubPaths) throws {
    guard let address = paths.webAddress() else {
      throw WebFailure("Another process of the web page is just starting.", "Try again.")
    }
    printLine(address)
  }

  /// Prints without a buffer: the reader waits for this line.
  private static func printLine(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Takes the lock; `nil` if another process holds it.
  private static func takeLock(at path: String) throws -> HubLock? {
    do throws(HubLockError) {
      return try HubLock(at: path)
    } catch {
      guard case .unusable(let error) = error else { return nil }
      throw error
    }
  }

  /// Directs further errors to the log: the terminal belongs to the user again.
  private static func detach(_ paths: HubPaths) {
    guard let log = try? FileDescriptor(paths.webLog, O_WRONLY | O_CREAT | O_APPEND) else { return }
    dup2(log.descriptor, STDERR_FILENO)
    if let null = try? FileDescriptor(ofAnyKind: "/dev/null", O_WRONLY) {
      dup2(null.descriptor, STDOUT_FILENO)
    }
  }
}

/// The reason why the process could not start.
struct WebFailure: UserFacingError {
  let message: String
  let hint: String

  init(_ message: String, _ hint: String) {
    self.message = message
    self.hint = hint
  }
}
