import BusProtocol
import HubCore
import MusicModel

/// An observed provider.
struct ObservedProvider: Sendable {
  enum Process: Sendable {
    case none
    /// The hub wants it.
    case pendingRequests
    case running
    /// The hub wants it to be gone.
    case leaving
  }

  struct Session: Sendable {
    let peer: Peer
    let sid: String
    /// The calls in flight, by the hub's ids.
    var calls: [String: ObservedProviderCall] = [:]
  }

  var process = Process.none
  var session: Session?
  /// The times of its last replies.
  var repliedAt: [CallSubject: Int] = [:]
  /// The time at which its manifest was removed, if it is missing.
  var leftAtMs: Int?
  /// The calls that were in flight when its manifest was taken away or moved.
  var owed: Set<String> = []
}

/// One call of the hub in flight at a provider.
struct ObservedProviderCall: Sendable {
  let method: Method
  /// The parameters without the grant.
  let parameters: CallParameters
  let grant: [String: Int]
  var isCancelled = false

  var subject: CallSubject { CallSubject(method, parameters) }

  init(_ method: Method, _ parameters: CallParameters) {
    self.method = method
    var queried = parameters
    queried.grant = nil
    self.parameters = queried
    grant = parameters.grant ?? [:]
  }
}
