internal import Glibc
internal import HostKit

/// The process that is, or is about to become, the hub.
struct HubProcessHandle {
  /// Readable once the process has ended.
  let end: ProcessExitWatch
  /// The child process, if this client or its owner started it.
  let child: ChildProcess?
  private let log: String
  private let logStart: Int

  /// Finds the hub that holds the lock, or starts one if the policy allows it.
  static func find(_ locator: HubLocator) throws(ClientError) -> HubProcessHandle {
    if case .expected(let child, let restarts) = locator.start, !restarts || child.reap() == nil {
      return HubProcessHandle(end: child.end, child: child, locator.paths)
    }
    do throws(PathError) {
      try locator.paths.prepareRuntime()
    } catch {
      throw .path(error)
    }
    do throws(SystemError) {
      if let (_, end) = try HubLock.watchHolder(at: locator.paths.lock) {
        return HubProcessHandle(end: end, child: nil, locator.paths)
      }
    } catch {
      throw .system(error)
    }
    guard let executable = locator.start.executable else {
      throw .noHub(runtime: locator.paths.runtime)
    }
    return try start(executable, locator)
  }

  private init(end: ProcessExitWatch, child: ChildProcess?, _ paths: HubPaths, logStart: Int = 0) {
    self.end = end
    self.child = child
    self.log = paths.log
    self.logStart = logStart
  }

  /// The environment variables that a hub and its providers need.
  ///
  /// The hub also gets those that manifests name. Secrets of other programs are not passed on.
  static let environment = [
    "PATH", "HOME", "USER", "LANG", "LC_*", "TZ", "TMPDIR", "XDG_*", "MUSICBUS_*", "http_proxy",
    "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  private static func start(_ name: String, _ locator: HubLocator) throws(ClientError)
    -> HubProcessHandle
  {
    guard
      let executable = ExecutableSearch.findBesideThis(name, environment: locator.environment)
    else { throw .hubNotFound(name) }
    do throws(PathError) {
      try locator.paths.prepare()
    } catch {
      throw .path(error)
    }
    var launch = Launch(
      executable,
      ["--background"],
      environment: environment(of: locator, hub: executable)
    )
    launch.output = .file(locator.paths.log)
    launch.errors = .file(locator.paths.log)
    launch.groupRole = .newSession
    launch.workingDirectory = "/"
    LogRotation(of: locator.paths.log).rotate()
    let logStart = size(of: locator.paths.log)
    do throws(SystemError) {
      let child = try ChildProcess(launch)
      return HubProcessHandle(end: child.end, child: child, locator.paths, logStart: logStart)
    } catch {
      throw .system(error)
    }
  }

  private static func environment(of locator: HubLocator, hub executable: String) -> Environment {
    let named = ManifestVariables.all(locator.paths, hub: executable)
    var environment = locator.environment.allowing(HubProcessHandle.environment)
      .merging(locator.environment.named(named)) { one, _ in one }
    // The hub has a different working directory, so relative paths must become absolute.
    if environment["MUSICBUS_HOME"].map({ !$0.isEmpty }) == true {
      environment["MUSICBUS_HOME"] = parentDirectory(of: locator.paths.runtime)
    }
    return environment
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : 0
  }

  /// The error with which the process ended. A hub that found another one running exits with 0.
  func startError(_ start: StartPolicy) -> ClientError? {
    guard let termination = child?.reap() else { return nil }
    if start.executable != nil, termination == .exited(0) { return nil }
    return .hubDidNotStart(termination, log: log, lastLines: lastLogLines())
  }

  /// The last lines that it logged.
  private func lastLogLines() -> [String] {
    guard let file = try? FileDescriptor(log, O_RDONLY) else { return [] }
    let start = max(logStart, HubProcessHandle.size(of: log) - 4096)
    guard lseek(file.descriptor, start, SEEK_SET) >= 0, let bytes = try? file.readAll(atMost: 8192)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(5)
  }
}
