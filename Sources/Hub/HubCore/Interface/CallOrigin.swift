import BusProtocol

/// The client call to which a reply belongs.
struct CallOrigin: Hashable, Sendable {
  let client: Peer
  /// The client's id of the call.
  let id: String
  let method: Method
  let received: Instant
}
