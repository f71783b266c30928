package import BusProtocol
import Foundation
package import HostKit
import MusicModel

/// The state of a hub as `musicbus hub watch` reports it, also while the hub restarts.
package final class HubWatch {
  package private(set) var hub: HubStatus?
  package private(set) var providers: [String: ProviderStatus] = [:]
  private let process: ChildProcess
  private var unread: [UInt8] = []

  package init(_ sandbox: Sandbox) throws {
    var launch = Launch(
      Executables.path("musicbus"),
      ["hub", "watch", "--json"],
      environment: sandbox.environment
    )
    launch.output = .pipe
    launch.errors = .null
    process = try ChildProcess(launch)
  }

  /// Waits until the state meets the condition.
  ///
  /// - Throws: ``TimedOut`` with the last state.
  package func wait(
    for what: String,
    within time: Duration = .seconds(120),
    _ isMet: (HubWatch) throws -> Bool
  ) throws {
    let deadline = Deadline.after(time)
    while try hub == nil || !isMet(self) {
      guard let line = try nextLine(deadline) else {
        throw TimedOut(description: "timed out waiting for \(what): \(providers.values)")
      }
      apply(try JSONCodec.decode(Part.self, from: Array(line)))
    }
  }

  /// Sends Ctrl-C, and waits until the command has ended.
  package func interrupt() -> ChildProcess.Termination? {
    process.signal(SIGINT)
    return process.waitForExit(.after(.seconds(60)))
  }

  private func apply(_ part: Part) {
    // The first part of another hub has all its providers.
    if let new = part.hub, new.pid != hub?.pid { providers = [:] }
    hub = part.hub ?? hub
    for status in part.providers ?? [] { providers[status.id.rawValue] = status }
    for id in part.removed ?? [] { providers[id.rawValue] = nil }
  }

  private func nextLine(_ deadline: Deadline) throws -> [UInt8]? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return Array(unread[..<end])
      }
      guard let output = process.output, output.waitUntilReadable(deadline),
        case .bytes(let bytes) = try output.read()
      else { return nil }
      unread += bytes
    }
  }
}
