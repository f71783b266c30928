import BusProtocol
import ClientKit
import Foundation
import HostKit
import TestKit

/// A hub without providers for tests of favourites: it starts quickly, and can
/// be killed at any moment.
final class CrashHub: Sendable {
  private let directory: TestDirectory
  private let executable: String
  let environment: Environment

  init() throws {
    directory = try TestDirectory()
    // Without manifests next to it, it finds no provider.
    executable = "\(directory.path)/bin/musicbus-hub"
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/bin",
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: Executables.path("musicbus-hub"),
      toPath: executable
    )
    var environment = Environment.ofTests.allowing(["PATH", "LANG", "TZ", "LD_*"])
    environment["MUSICBUS_HOME"] = directory.path
    self.environment = environment
  }

  var path: String { directory.path }
  var favorites: String { "\(directory.path)/favorites" }
  var document: String { "\(favorites)/Favorites.jsonl" }
  var log: String { "\(directory.path)/hub.log" }

  /// Starts it, by `command` if given, which gets the hub's command line as arguments,
  /// and waits until it can be found.
  func start(_ arguments: [String] = [], by command: [String] = []) throws -> ChildProcess {
    let line = command + [executable, "--lease"] + arguments
    var launch = Launch(line[0], Array(line.dropFirst()), environment: environment)
    launch.input = .lifeline
    launch.output = .file(log)
    launch.errors = .file(log)
    let child = try ChildProcess(launch)
    let lock = try HubPaths(environment: environment).lock
    let deadline = Deadline.after(.seconds(60))
    while try HubLock.holder(at: lock) != child.pid {
      let hasEnded = child.end.wait(.after(.milliseconds(1)))
      if hasEnded || deadline.isExpired { throw CocoaError(.executableLoad) }
    }
    return child
  }

  /// A new client for the calling thread.
  func client() throws -> BusClient {
    try BusClient(
      HubLocator(
        paths: HubPaths(environment: environment),
        environment: environment,
        start: .never,
        client: PeerDescription(name: "crash", version: "1")
      ),
      // A killed hub has no successor in these tests before its clients have ended.
      successorTimeout: .zero
    )
  }
}
