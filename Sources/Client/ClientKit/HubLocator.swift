package import BusProtocol
package import HostKit

/// The location of a client's hub, and the policy for starting it.
package struct HubLocator {
  package var paths: HubPaths
  package var environment: Environment
  package var start: StartPolicy
  /// The description that this client sends in `hello`.
  package var client: PeerDescription
  /// Receives one sentence for standard error after a hub was started.
  package var note: (String) -> Void = { _ in }

  package init(
    paths: HubPaths,
    environment: Environment,
    start: StartPolicy,
    client: PeerDescription
  ) {
    self.paths = paths
    self.environment = environment
    self.start = start
    self.client = client
  }
}

/// The policy if no hub is running.
package enum StartPolicy {
  case never
  /// Starts the executable of this name or path, found next to this program or in PATH.
  case ifNone(executable: String = "musicbus-hub")
  /// Waits for this process to become the hub. With `restarts`, another hub is started after its end.
  case expected(ChildProcess, restarts: Bool = false)

  /// The executable of hubs that clients start; `nil` if they start none.
  package var executable: String? {
    switch self {
    case .never, .expected(_, restarts: false): nil
    case .ifNone(let executable): executable
    case .expected(_, restarts: true): "musicbus-hub"
    }
  }
}
