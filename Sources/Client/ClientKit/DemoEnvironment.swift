internal import FoundationEssentials
internal import Glibc
package import HostKit
internal import MusicModel

/// A complete, temporary MusicBus: sample sources, a hub and its providers. It does not touch the
/// user's hub, configuration or data, and removes all its files.
package final class DemoEnvironment {
  /// The environment of commands that use it.
  package let environment: Environment
  package let hub: ChildProcess
  /// The base URL of the sample sources.
  package let url: String
  private let upstream: ChildProcess
  private let directory: TemporaryDirectory

  /// The bundled providers whose sources limit requests; samples allow them a thousand times as many.
  private static let limited = [
    "audiodb", "deezer", "itunes-rss", "itunes-search", "musicbrainz", "wikipedia",
  ]

  /// Starts all processes; the hub may not have opened its sockets yet.
  ///
  /// With real budgets, sources get no more requests than the real ones accept.
  package init(environment base: Environment, hasRealBudgets: Bool = false) throws {
    // Not TMPDIR, which may be too long for a socket path.
    let directory = try TemporaryDirectory(in: "/tmp", prefix: "musicbus-demo")
    do {
      guard ExecutableSearch.find("python3", path: base["PATH"]) != nil else {
        throw DemoError(
          "Could not find python3, which the demo needs.",
          "Install Python 3.11 or later, such as the package python3."
        )
      }
      // An installed program leaves no files beside it.
      var lean = base.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
      // Modules of the user's own projects are not those of Python.
      (lean["PYTHONPATH"], lean["PYTHONHOME"]) = (nil, nil)
      let program = "musicbus-sample-upstream"
      upstream = try DemoEnvironment.start(program, lean) { $0.output = .pipe }
      guard let address = try upstream.firstLine() else {
        throw DemoError(
          "The sample sources did not start.",
          "See why: \(ExecutableSearch.findBesideThis(program, environment: lean) ?? program)"
        )
      }
      url = address
      var environment = base.allowing(["PATH", "HOME", "USER", "LANG", "LC_*", "TZ"])
      environment["MUSICBUS_HOME"] = directory.path
      // Replaces the sources of all providers, which then contact nothing else.
      environment["MUSICBUS_SOURCES_URL"] = url
      let paths = try HubPaths(environment: environment)
      try paths.prepare()
      if hasRealBudgets {
        var file = try ConfigurationFile(at: paths.configurationFile)
        for id in DemoEnvironment.limited {
          file.set(.integer(1), at: ConfigurationPath(["providers", id, "requestFactor"]))
        }
        try file.save()
      }
      hub = try DemoEnvironment.start("musicbus-hub", environment) {
        $0.output = .file(paths.log)
        $0.errors = .file(paths.log)
      }
      self.environment = environment
      self.directory = directory
    } catch {
      // Processes already started exit when their lifelines close.
      directory.remove()
      throw error
    }
  }

  /// Stops all processes and removes the directory.
  package func stop() {
    // The hub stops its providers first and gives each two seconds.
    _ = hub.stop(timeout: .seconds(6))
    if let paths = try? HubPaths(environment: environment) {
      // Those of a hub that was killed; no later one will look for them.
      _ = ProcessJournal(at: paths.spawned).reapOrphans(.after(.seconds(2)))
    }
    _ = upstream.stop(timeout: .seconds(2))
    directory.remove()
  }

  private static func start(
    _ name: String,
    _ environment: Environment,
    _ change: (inout Launch) -> Void
  ) throws -> ChildProcess {
    guard let executable = ExecutableSearch.findBesideThis(name, environment: environment) else {
      throw DemoError(
        "Could not find \(name), which the demo needs.",
        "Install it next to musicbus or in PATH."
      )
    }
    var launch = Launch(executable, ["--lease"], environment: environment)
    launch.input = .lifeline
    change(&launch)
    return try ChildProcess(launch)
  }
}

/// The reason why a demo could not start.
package struct DemoError: UserFacingError {
  package let message: String
  package let hint: String

  init(_ message: String, _ hint: String) {
    self.message = message
    self.hint = hint
  }
}
