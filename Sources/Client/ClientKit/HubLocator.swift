package import BusProtocol
package import HostKit

/// Which hub a client talks to, and what may be done so that there is one.
package struct HubLocator {
  package var places: HubPaths
  package var environment: Environment
  package var start: StartPolicy
  /// How this client calls itself.
  package var client: PeerDescription
  /// Told when a hub was started: one sentence for stderr.
  package var note: (String) -> Void = { _ in }

  package init(
    places: HubPaths,
    environment: Environment,
    start: StartPolicy,
    client: PeerDescription
  ) {
    self.places = places
    self.environment = environment
    self.start = start
    self.client = client
  }
}

/// What a client does when no hub runs.
package enum StartPolicy {
  case never
  /// Starts the executable of this name or path, found beside this program or in PATH.
  case ifNone(executable: String = "musicbus-hub")
  /// Waits for this process to become the hub.
  case expected(ChildProcess)
}
