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
  /// Runs a hub in this process until it is stopped.
  ///
  /// - Throws: ``HubStartError`` if it cannot start; a running hub is not affected.
  package static func run(_ options: HubOptions, environment: Environment) throws {
    let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    prepareProcess()
    let adopted = AdoptedProcesses()
    try prepareDescriptors()
    let paths = try HubPaths.ofRunningHub(environment)
    try paths.prepare()
    // The lock precedes the sockets, because libzmq takes over a socket's path from its owner.
    let lock = try takeLock(at: paths.lock)
    defer { withExtendedLifetime(lock) {} }
    let configuration = try ConfigurationFile(at: paths.configurationFile)
    let configured = configuration[.logFormat]?.text
    let log = HubLog(
      level: options.isVerbose ? .debug : .info,
      format: options.logFormat ?? configured.flatMap(LogFormat.init) ?? .text,
      rotation: LogRotation(of: paths.log)
    )
    defer { log.flush() }
    let journal = ProcessJournal(at: paths.spawned)
    sweep(journal, log)
    warnOfReaders(of: paths.configurationFile, log)
    for warning in configuration.warnings() { log.write(.warning, "config.json: \(warning)") }

    let context = try Context()
    let endpoints = (try paths.clientsEndpoint(), try paths.providersEndpoint())
    let sockets = try HubSockets(context, clients: endpoints.0, providers: endpoints.1)
    let directory = RuntimeDirectoryWatch(lock: paths.lock)
    // In a directory that was replaced, they are those of the next hub.
    defer { if directory.isCurrent { removeSockets(of: paths) } }
    let registry = ProviderRegistry(
      directories: options.providerDirectories,
      paths: paths,
      hubDirectory: parentDirectory(of: try ExecutableSearch.thisExecutable()),
      environment: environment
    )
    log.write(.info, "Hub \(HubSettings().version), process \(getpid()), at \(paths.runtime)")
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
        paths: paths,
        journal: journal,
        adopted: adopted
      ),
      signals: signals,
      hasLifeline: options.hasLease,
      directoryWatch: directory,
      registry: registry,
      stores: try Stores(
        paths,
        favorites: favoritesLocation(options, configuration, environment),
        cache: limits(configuration),
        log: log
      )
    )
    let manager = SystemdNotifier(environment)
    manager.notify("READY=1\nSTATUS=Serving clients at \(paths.runtime)")
    try loop.run()
    manager.notify("STOPPING=1")
    log.write(.info, "The hub has stopped.")
  }

  private static func prepareProcess() {
    // Writing to a closed pipe or beyond a file limit is an error, but does not end the process.
    for signal in [SIGPIPE, SIGXFSZ] { Glibc.signal(signal, SIG_IGN) }
    FreeMemory.shareAmongThreads()
  }

  private static func prepareDescriptors() throws(HubStartError) {
    let descriptors = DescriptorLimit.raise()
    guard descriptors >= minDescriptors else { throw .tooFewDescriptors(descriptors) }
    accept_reserve_descriptors()
  }

  private static func warnOfReaders(of path: String, _ log: HubLog) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    log.write(
      .warning,
      "\(path) may contain keys and is readable by other users. Fix it: chmod 600 \(path.quotedForShell)"
    )
  }

  /// The minimum limit of open files: fewer do not suffice for providers and clients.
  static let minDescriptors = 128

  /// Reaps the orphans of a killed hub.
  private static func sweep(_ journal: ProcessJournal, _ log: HubLog) {
    for process in journal.reapOrphans(.after(.seconds(2))) {
      let action = process.hasExited ? "Ended" : "Could not end"
      log.write(
        .warning,
        "\(action) process \(process.pid), an orphan of provider \(process.name)."
      )
    }
  }

  private static func takeLock(at path: String) throws -> HubLock {
    do throws(HubLockError) {
      return try HubLock(at: path)
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
    settings.maxClients = maxClients(DescriptorLimit.current)
    settings.seed = ProviderProcesses.randomText()
    settings.hasProviderCache = true
    settings.hasLibrary = true
    settings.checksReleases = true
    settings.storesBudgets = true
    settings.freshMs = freshMs(configuration)
    settings.policy = configuration[.policy]
    if options.isBackground {
      settings.idleMs = configuration[.idleMinutes]?.integer.map { $0 * 60_000 }
    }
    return settings
  }

  /// Those that the hub itself and a few providers have open.
  private static let ownDescriptors = 48

  /// The number of clients for which there are descriptors. The reserve of the ``ConnectionGuard``
  /// serves the clients that are rejected.
  private static func maxClients(_ descriptors: Int) -> Int {
    let room = descriptors - 2 * ConnectionGuard.reserve(of: descriptors) - ownDescriptors
    return min(HubSettings().maxClients, room)
  }

  private static func favoritesLocation(
    _ options: HubOptions,
    _ configuration: ConfigurationFile,
    _ environment: Environment
  ) throws -> FavoritesLocation {
    try FavoritesLocation(
      named: options.favorites,
      configured: configuration[.favorites]?.text,
      environment
    )
  }

  private static func limits(_ configuration: ConfigurationFile) -> RecordLimits {
    var limits = RecordLimits()
    if let megabytes = configuration[.cacheMegabytes]?.integer {
      limits.maxBytes = megabytes * 1024 * 1024
    }
    return limits
  }

  /// The configured freshness lifetimes.
  private static func freshMs(_ configuration: ConfigurationFile) -> [Method: Int] {
    let minutes = configuration[.freshMinutes]?.members ?? [:]
    return Dictionary(
      minutes.compactMap { name, value in
        value.integer.map { (Method(rawValue: name), $0 * 60_000) }
      }
    ) { first, _ in first }
  }

  private static func removeSockets(of paths: HubPaths) {
    for name in HubPaths.socketNames { unlink("\(paths.runtime)/\(name)") }
  }
}
