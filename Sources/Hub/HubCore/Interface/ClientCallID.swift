/// The hub's number of a client call.
struct ClientCallID: Hashable, Sendable, Comparable {
  let number: Int

  static func < (left: ClientCallID, right: ClientCallID) -> Bool { left.number < right.number }
}
