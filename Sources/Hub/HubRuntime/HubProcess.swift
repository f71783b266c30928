internal import BusProtocol
internal import CAcceptShim
internal import Glibc
package import HostKit
internal import HubCore
internal import MusicModel
internal import Storage
internal import ZeroMQ

/// A whole hub, from its lock to its end.
package enum HubProcess {
  /// Runs a hub in this process until it is told to stop.
  ///
  /// - Throws: ``HubStartError`` where it cannot start; nothing of another hub is touched then.
  package static func run(_ options: HubOptions, environment: Environment) throws {
    let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
    // A pipe that nobody reads, or a file that may not grow, is an error and not the end.
    for signal in [SIGPIPE, SIGXFSZ] { Glibc.signal(signal, SIG_IGN) }
    let descriptors = DescriptorLimit.raise()
    guard descriptors >= descriptorsMin else {
      throw HubStartError.tooFewDescriptors(descriptors)
    }
    accept_reserve_descriptor()
    let places = try HubPaths.current(environment)
    try places.prepare()
    // The lock comes before the sockets: libzmq takes a socket's path over from whoever has it.
    let lock = try takeLock(at: places.lock)
    defer { withExtendedLifetime(lock.file) {} }
    let configuration = try ConfigurationFile(at: places.configurationFile)
    let configured = configuration[ConfigurationPath(["hub", "logFormat"])]?.text
    let log = HubLog(
      level: options.isVerbose ? .debug : .info,
      format: options.logFormat ?? configured.flatMap(LogFormat.init) ?? .text
    )
    defer { log.flush() }
    let ledger = ProcessJournal(at: places.spawned)
    sweep(ledger, log)
    warnOfReaders(of: places.configurationFile, log)
    for warning in configuration.warnings() { log.write(.warning, "config.json: \(warning)") }

    let context = try Context()
    let endpoints = (try places.clientsEndpoint(), try places.providersEndpoint())
    let sockets = try HubSockets(context, clients: endpoints.0, providers: endpoints.1)
    defer { removeSockets(of: places) }
    let registry = ProviderRegistry(
      folders: options.providerFolders,
      places: places,
      hubFolder: parentDirectory(of: try ExecutableSearch.thisExecutable())
    )
    log.write(.info, "Hub \(HubSettings().version), process \(getpid()), at \(places.runtime)")
    var loop = HubLoop(
      hub: Hub(
        settings: settings(options, configuration),
        bootID: String(ProviderProcesses.randomText().prefix(8)),
        now: Instant(milliseconds: MonotonicClock.nowMs)
      ),
      sockets: sockets,
      processes: ProviderProcesses(
        environment: environment,
        endpoint: endpoints.1,
        configurationPath: places.configurationFile,
        ledger: ledger
      ),
      signals: signals,
      hasLifeline: options.hasLease,
      directoryWatch: RuntimeDirectoryWatch(lock: places.lock),
      registry: registry,
      stores: try Stores(
        places,
        favorites: favoritesPlace(options, configuration, environment),
        cache: limits(configuration),
        log: log
      )
    )
    let manager = SystemdNotifier(environment)
    manager.tell("READY=1\nSTATUS=Serving clients at \(places.runtime)")
    try loop.run()
    manager.tell("STOPPING=1")
    log.write(.info, "The hub has stopped.")
  }

  private static func warnOfReaders(of path: String, _ log: HubLog) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    log.write(
      .warning,
      "\(path) may hold keys and is open to others. Close it: chmod 600 \(path)"
    )
  }

  /// With fewer open files there is no room for providers and clients.
  static let descriptorsMin = 128

  /// Ends what a hub that was killed has left behind.
  private static func sweep(_ ledger: ProcessJournal, _ log: HubLog) {
    for process in ledger.reapOrphans(.after(.seconds(2))) {
      let ending = process.hasExited ? "is ended" : "could not be ended"
      log.write(
        .warning,
        "Process \(process.pid), left by provider \(process.name) of a hub before, \(ending)."
      )
    }
  }

  /// Holds the lock where it can be kept until the end of a function.
  private final class HeldLock {
    let file: HubLock
    init(_ file: consuming HubLock) { self.file = file }
  }

  private static func takeLock(at path: String) throws -> HeldLock {
    do throws(HubLockError) {
      return HeldLock(try HubLock(at: path))
    } catch {
      switch error {
      case .held(let pid): throw HubStartError.runsAlready(pid: pid, lock: path)
      case .unusable(let error): throw error
      }
    }
  }

  private static func settings(
    _ options: HubOptions,
    _ configuration: ConfigurationFile
  ) -> HubSettings {
    var settings = HubSettings()
    settings.pid = Int(getpid())
    settings.clientsMax = clientsMax(DescriptorLimit.current)
    settings.seed = ProviderProcesses.randomText()
    settings.keepsAnswers = true
    settings.freshMs = freshMs(configuration)
    settings.policy = configuration[ConfigurationPath(["hub", "policy"])]
    if options.isBackground {
      let minutes = configuration[ConfigurationPath(["hub", "idleMinutes"])]?.integer ?? 30
      settings.idleMs = minutes * 60_000
    }
    return settings
  }

  /// Those that the hub itself and a few providers have open.
  private static let descriptorsOfItsOwn = 48

  /// How many clients there are descriptors for. As many as the door keeps free are left to those who
  /// are told that there is no place for them.
  private static func clientsMax(_ descriptors: Int) -> Int {
    let room = descriptors - 2 * ConnectionGuard.reserve(of: descriptors) - descriptorsOfItsOwn
    return min(HubSettings().clientsMax, room)
  }

  private static func favoritesPlace(
    _ options: HubOptions,
    _ configuration: ConfigurationFile,
    _ environment: Environment
  ) throws -> FavoritesLocation {
    try FavoritesLocation(
      named: options.favorites,
      configured: configuration[ConfigurationPath(["hub", "favorites"])]?.text,
      environment
    )
  }

  private static func limits(_ configuration: ConfigurationFile) -> ReplyStoreLimits {
    var limits = ReplyStoreLimits()
    if let megabytes = configuration[ConfigurationPath(["hub", "cacheMegabytes"])]?.integer {
      limits.bytesMax = megabytes * 1024 * 1024
      limits.pagesMax = megabytes * 512 + 1024
    }
    return limits
  }

  /// For how long answers are fresh, where somebody configured that.
  private static func freshMs(_ configuration: ConfigurationFile) -> [Method: Int] {
    let minutes = configuration[ConfigurationPath(["hub", "freshMinutes"])]?.members ?? [:]
    return Dictionary(
      minutes.compactMap { name, value in
        value.integer.map { (Method(rawValue: name), max(0, min($0, 525_600)) * 60_000) }
      }
    ) { first, _ in first }
  }

  private static func removeSockets(of places: HubPaths) {
    for name in ["clients.sock", "providers.sock"] { unlink("\(places.runtime)/\(name)") }
  }
}
