import BusProtocol

/// The client call to which a reply belongs.
struct CallOrigin: Hashable, Sendable {
  let client: Peer
  /// The client's id of the call.
  let id: String
  let method: Method
  let received: Instant
}

extension CallOrigin {
  /// The origin of a call that no client waits for.
  init(of call: ClientCallID, method: Method, received: Instant) {
    self.init(client: .hub, id: "\(call.number)", method: method, received: received)
  }
}
