internal import Glibc
internal import HostKit

/// The process that is, or is about to be, the hub.
struct HubProcessHandle {
  /// Readable as soon as it has ended.
  let end: ProcessExitWatch
  /// Where this client, or its owner, has started it.
  let child: ChildProcess?
  private let log: String
  private let logStart: Int

  /// Finds the hub that holds the lock, or starts one where that is allowed.
  static func find(_ access: HubLocator, _ deadline: Deadline) throws(ClientError)
    -> HubProcessHandle
  {
    if case .expected(let child) = access.start {
      return HubProcessHandle(end: child.end, child: child, access.places)
    }
    do throws(PathError) {
      try access.places.prepareRuntime()
    } catch {
      throw .place(error)
    }
    do throws(SystemError) {
      while let pid = try HubLock.holder(at: access.places.lock) {
        // A holder without a process has just ended: look again.
        if let end = try? ProcessExitWatch(of: pid) {
          return HubProcessHandle(end: end, child: nil, access.places)
        }
        guard !deadline.isExpired else { throw SystemError("watch the hub \(pid)", code: ESRCH) }
      }
    } catch {
      throw .system(error)
    }
    guard case .ifNone(let executable) = access.start else {
      throw .noHub(runtime: access.places.runtime)
    }
    return try start(executable, access)
  }

  private init(end: ProcessExitWatch, child: ChildProcess?, _ places: HubPaths, logStart: Int = 0) {
    self.end = end
    self.child = child
    self.log = places.log
    self.logStart = logStart
  }

  /// All that a hub and its providers need of a client's environment; secrets of other programs
  /// are not handed on.
  static let environment = [
    "PATH", "HOME", "USER", "LANG", "LC_*", "TZ", "TMPDIR", "XDG_*", "MUSICBUS_*", "http_proxy",
    "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  private static func start(_ name: String, _ access: HubLocator) throws(ClientError)
    -> HubProcessHandle
  {
    guard
      let executable = ExecutableSearch.findBesideThis(name, environment: access.environment)
    else { throw .hubNotFound(name) }
    do throws(PathError) {
      try access.places.prepare()
    } catch {
      throw .place(error)
    }
    var launch = Launch(executable, ["--background"], environment: environment(of: access))
    launch.output = .file(access.places.log)
    launch.errors = .file(access.places.log)
    launch.groupRole = .newSession
    launch.workingDirectory = "/"
    makeRoom(for: access.places.log)
    let logStart = size(of: access.places.log)
    do throws(SystemError) {
      let child = try ChildProcess(launch)
      return HubProcessHandle(end: child.end, child: child, access.places, logStart: logStart)
    } catch {
      throw .system(error)
    }
  }

  private static func environment(of access: HubLocator) -> Environment {
    var environment = access.environment.allowing(HubProcessHandle.environment)
    // The hub works in another folder: what was relative to this one is told in full.
    if environment["MUSICBUS_HOME"].map({ !$0.isEmpty }) == true {
      environment["MUSICBUS_HOME"] = parentDirectory(of: access.places.runtime)
    }
    return environment
  }

  /// Bytes of the log from which on the next hub begins a new one; one old one is kept.
  private static let logBytesMax = 8 * 1024 * 1024

  private static func makeRoom(for log: String) {
    if size(of: log) > logBytesMax { rename(log, "\(log).old") }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : 0
  }

  /// Why it ended, where that is an error; one that found another hub there first ends with 0.
  func failure(_ start: StartPolicy) -> ClientError? {
    guard let ending = child?.reap() else { return nil }
    if case .ifNone = start, ending == .exited(0) { return nil }
    return .hubDidNotStart(ending, log: log, lastLines: lastLogLines())
  }

  /// What it has written before it ended, at most a few lines.
  private func lastLogLines() -> [String] {
    guard let file = try? FileDescriptor(log, O_RDONLY) else { return [] }
    let start = max(logStart, HubProcessHandle.size(of: log) - 4096)
    guard lseek(file.descriptor, start, SEEK_SET) >= 0, let bytes = try? file.readAll(atMost: 8192)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(5)
  }
}
