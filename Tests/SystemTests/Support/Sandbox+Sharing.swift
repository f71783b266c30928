import Foundation
import Glibc
import Synchronization
import TestKit

extension Sandbox {
  @MainActor private static var readers: Sandbox?

  /// The sandbox of all tests that only read: they change neither its configuration nor its sources or
  /// favourites, and expect nothing of its caches. It ends with the process.
  @MainActor
  static func shared() throws -> Sandbox {
    if let readers { return readers }
    let sandbox = try Sandbox()
    readers = sandbox
    leftovers.withLock { $0 = (sandbox.hubPid, sandbox.home.path) }
    endAtExit()
    return sandbox
  }
}

/// The hub and the directory of the shared sandbox.
private let leftovers = Mutex<(hub: Int32?, home: String)?>(nil)

/// Ends the hub and removes the directory, as objects of a process that ends are not released.
private func endAtExit() {
  atexit {
    guard let (hub, home) = leftovers.withLock({ $0 }) else { return }
    if let hub {
      kill(hub, SIGTERM)
      waitpid(hub, nil, 0)
    }
    try? FileManager.default.removeItem(atPath: home)
  }
}
