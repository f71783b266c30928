internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Records all TCP connections of a provider, also short ones, until it is stopped.
///
/// It stops the processes while it looks, and lets them run for a moment in between.
final class ConnectionWatch: Sendable {
  private static let runMicroseconds = 300

  private let remotes = Mutex<Set<String>>([])
  private let stopped = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(of group: ProcessGroup) {
    DispatchQueue(label: "connections").async { [self] in
      let members = group.members
      var known: Set<UInt64> = []
      repeat {
        for pid in members { kill(pid, SIGSTOP) }
        let found = group.connections(of: members, known: &known)
        for pid in members { kill(pid, SIGCONT) }
        if !found.isEmpty { remotes.withLock { $0.formUnion(found) } }
      } while stopped.wait(timeout: .now() + .microseconds(ConnectionWatch.runMicroseconds))
        == .timedOut
      ended.signal()
    }
  }

  /// Ends the thread, and returns the remote ends of all connections.
  func stop() -> Set<String> {
    stopped.signal()
    ended.wait()
    return remotes.withLock { $0 }
  }
}
