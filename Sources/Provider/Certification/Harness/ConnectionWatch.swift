internal import Foundation
internal import Glibc
internal import Synchronization

/// Records all connections of a provider, also short ones, until it is stopped.
///
/// It stops the processes while it looks, and lets them run for a moment in between.
final class ConnectionWatch: Sendable {
  private static let runMicroseconds: UInt32 = 300

  private let state = Mutex<(remotes: Set<String>, isStopped: Bool)>(([], false))
  private let ended = DispatchSemaphore(value: 0)

  init(of group: ProcessGroup) {
    Thread.detachNewThread { [self] in
      let members = group.members
      var isStopped = false
      while !isStopped {
        for pid in members { kill(pid, SIGSTOP) }
        let remotes = group.connections(of: members)
        for pid in members { kill(pid, SIGCONT) }
        isStopped = state.withLock { state in
          state.remotes.formUnion(remotes)
          return state.isStopped
        }
        usleep(ConnectionWatch.runMicroseconds)
      }
      ended.signal()
    }
  }

  /// Ends the thread, and returns the remote ends of all connections.
  func stop() -> Set<String> {
    state.withLock { $0.isStopped = true }
    ended.wait()
    return state.withLock { $0.remotes }
  }
}
