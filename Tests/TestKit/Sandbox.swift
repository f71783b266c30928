internal import BusProtocol
package import HostKit
internal import JSON

/// A complete MusicBus for one test: a directory, sample sources and a hub, isolated from the user's.
package final class Sandbox {
  package let home: TestDirectory
  package let upstream: SampleUpstream
  package let environment: Environment
  private var hub: ChildProcess?

  /// Starts the sample sources, and the hub unless the command line is to start it.
  ///
  /// All providers are configured, unless Spotify is to have no credentials. They may send any number of
  /// requests to the samples, but for those that are `limited` as their real sources demand.
  package init(
    startsHub: Bool = true,
    upstream arguments: [String] = [],
    hasCredentials: Bool = true,
    limited: Set<String> = []
  ) throws {
    home = try TestDirectory()
    upstream = try SampleUpstream(arguments)
    var environment = Environment.ofTests.allowing(["PATH", "LANG", "TZ"])
    environment["MUSICBUS_HOME"] = home.path
    for name in SampleUpstream.variables { environment[name] = upstream.url }
    environment["COLUMNS"] = "100"
    if let tap = Environment.current["MUSICBUS_TAP"] {
      environment.merge(["MUSICBUS_TAP": tap, "LD_PRELOAD": "\(tap)/tap.so"]) { _, new in new }
    }
    // A hub that is slow to start must not lead to a second one.
    if startsHub { environment["MUSICBUS_NO_AUTOSTART"] = "1" }
    self.environment = environment
    try configureProviders(hasCredentials: hasCredentials, limited)
    if startsHub {
      try startHub()
      try awaitProviders()
    }
  }

  /// Waits until no provider is starting: a call waits for that only two seconds.
  package func awaitProviders() throws {
    try HubWatch(self).wait(for: "the providers") { watch in
      !watch.providers.isEmpty && watch.providers.values.allSatisfy { $0.state != .starting }
    }
  }

  private func configureProviders(hasCredentials: Bool, _ limited: Set<String>) throws {
    var providers: [String: JSONValue] = [:]
    for name in Sandbox.limitedProviders.subtracting(limited) {
      providers[name] = ["requestFactor": 1000]
    }
    if hasCredentials {
      providers["spotify"] = ["clientID": "sample", "clientSecret": "sample"]
    }
    var file = try ConfigurationFile(at: try HubPaths(environment: environment).configurationFile)
    file.set(.object(providers), at: ConfigurationPath(["providers"]))
    try file.save()
  }

  /// The providers whose sources allow a number of requests: a fast machine would spend it.
  private static let limitedProviders: Set = [
    "audiodb", "deezer", "itunes-rss", "itunes-search", "musicbrainz", "wikipedia",
  ]

  /// Starts a hub, by `command` if given, which gets the hub's command line as arguments.
  package func startHub(
    _ arguments: [String] = [],
    by command: [String] = [],
    adding variables: Environment = [:]
  ) throws {
    let line = command + [Executables.path("musicbus-hub"), "--lease"] + arguments
    var launch = Launch(
      line[0],
      Array(line.dropFirst()),
      environment: environment.merging(variables) { _, new in new }
    )
    launch.input = .lifeline
    launch.output = .file(logPath)
    launch.errors = .file(logPath)
    let child = try ChildProcess(launch)
    hub = child
    try awaitLock(of: child)
  }

  /// Waits until the hub can be found.
  private func awaitLock(of child: ChildProcess) throws {
    let lock = try HubPaths(environment: environment).lock
    let deadline = Deadline.after(.seconds(60))
    while try HubLock.holder(at: lock) != child.pid {
      let hasEnded = child.end.wait(.after(.milliseconds(5)))
      if hasEnded || deadline.isExpired { throw RunResult.Hang(command: "musicbus-hub") }
    }
  }

  package var logPath: String { "\(home.path)/test-hub.log" }
  package var hubPid: Int32? { hub?.pid }

  /// Commands that do not wait for late sources, which a busy machine makes of all.
  private static let queries: Set = [
    "album", "albums", "artist", "artwork", "browse", "charts", "explain", "links", "open",
    "preview", "search", "share", "song", "songs", "top",
  ]

  /// A command line that waits for late sources, unless it says how long.
  package static func patient(_ arguments: [String]) -> [String] {
    guard queries.contains(arguments.first ?? "") || arguments.starts(with: ["favorites", "add"])
    else { return arguments }
    let limits = ["--wait", "--timeout"].filter { !arguments.contains($0) }
    return arguments + limits.flatMap { [$0, "60s"] }
  }

  /// Runs one command of the command line, made ``patient(_:)``.
  package func musicbus(_ arguments: String..., adding variables: Environment = [:]) throws
    -> RunResult
  {
    try RunResult.of(
      "musicbus",
      Sandbox.patient(arguments),
      environment: environment.merging(variables) { _, new in new }
    )
  }

  /// Waits for the hub to exit.
  package func awaitHubEnd(within time: Duration = .seconds(60)) -> ChildProcess.Termination? {
    hub?.waitForExit(.after(time))
  }

  /// Closes the lifeline of the hub, and returns its termination.
  package func stopHub(within time: Duration = .seconds(60)) -> ChildProcess.Termination? {
    hub?.closeLifeline()
    return hub?.waitForExit(.after(time))
  }

  package func signalHub(_ signal: Int32, within time: Duration = .seconds(60))
    -> ChildProcess.Termination?
  {
    hub?.signal(signal)
    return hub?.waitForExit(.after(time))
  }
}
