import ClientKit
import CommandKit
import FoundationEssentials
import Glibc
import HostKit

/// A whole MusicBus of one's own: sample sources, a hub and its providers, in a temporary folder.
/// The user's hub, configuration and data are not touched, and nothing of it stays.
final class DemoEnvironment {
  /// What commands that are to use it get as their environment.
  let environment: Environment
  let hub: ChildProcess
  /// Where the sample sources are.
  let url: String
  private let upstream: ChildProcess
  private let folder: String

  /// Starts everything; the hub may still be about to open its sockets.
  init(environment base: Environment) throws {
    let folder = try DemoEnvironment.makeFolder()
    do {
      upstream = try DemoEnvironment.start("musicbus-sample-upstream", base) { $0.output = .pipe }
      url = try DemoEnvironment.firstLine(of: upstream)
      var environment = base.allowing(["PATH", "HOME", "USER", "LANG", "LC_*", "TZ"])
      environment["MUSICBUS_HOME"] = folder
      for source in ["AUDIODB", "ITUNES", "RSS"] { environment["MUSICBUS_\(source)_URL"] = url }
      let places = try HubPaths(environment: environment)
      try places.prepare()
      hub = try DemoEnvironment.start("musicbus-hub", environment) {
        $0.output = .file(places.log)
        $0.errors = .file(places.log)
      }
      self.environment = environment
      self.folder = folder
    } catch {
      // What has started ends with its lease, which nobody holds any more.
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Stops everything and removes the folder.
  func stop() {
    // The hub stops its providers first, each of which has two seconds.
    _ = hub.stop(timeout: .seconds(6))
    _ = upstream.stop(timeout: .seconds(2))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func makeFolder() throws(SystemError) -> String {
    // Not TMPDIR, which may be too long for a socket's path.
    var path = Array("/tmp/musicbus-demo-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError("make a folder in /tmp") }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func start(
    _ name: String,
    _ environment: Environment,
    _ change: (inout Launch) -> Void
  ) throws -> ChildProcess {
    guard let executable = ExecutableSearch.findBesideThis(name, environment: environment) else {
      throw CommandFailure(
        "There is no \(name), which the demo needs.",
        "Install it beside musicbus or in a folder of PATH.",
        status: .noHub
      )
    }
    var launch = Launch(executable, ["--lease"], environment: environment)
    launch.input = .lifeline
    change(&launch)
    return try ChildProcess(launch)
  }

  /// The line on which it tells its address, once it is ready.
  private static func firstLine(of child: ChildProcess) throws -> String {
    let deadline = Deadline.after(.seconds(10))
    var bytes: [UInt8] = []
    while !deadline.isExpired, let output = child.output {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      guard output.waitUntilReadable(deadline) else { continue }
      guard case .bytes(let more) = try output.read() else { break }
      bytes += more
      if let end = bytes.firstIndex(of: 0x0A) {
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
    }
    throw CommandFailure(
      "The sample sources did not start.",
      "Start them by hand to see why: musicbus-sample-upstream",
      status: .noHub
    )
  }
}
