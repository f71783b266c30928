import BusProtocol
import HubCore
import MusicModel

/// One provider, as the judge sees it.
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
  /// When it last answered what.
  var repliedAt: [CallSubject: Int] = [:]
  /// When its manifest was taken away, where it is not there.
  var leftAtMs: Int?
  /// The calls that were in flight when its manifest was taken away or moved.
  var owed: Set<String> = []
}

/// One call of the hub in flight at a provider.
struct ObservedProviderCall: Sendable {
  let method: Method
  /// Without what is granted.
  let parameters: CallParameters
  let grant: [String: Int]
  var isCancelled = false

  var subject: CallSubject { CallSubject(method, parameters) }

  init(_ method: Method, _ parameters: CallParameters) {
    self.method = method
    var asked = parameters
    asked.grant = nil
    self.parameters = asked
    grant = parameters.grant ?? [:]
  }
}
