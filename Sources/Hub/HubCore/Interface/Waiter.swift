/// The id of a waiter, given by the machine that waits.
struct WaiterID: Hashable, Sendable, Comparable {
  let number: Int

  /// The waiter of a background revalidation, for which no call waits.
  static let revalidation = WaiterID(number: 0)

  static func < (left: WaiterID, right: WaiterID) -> Bool { left.number < right.number }
}

/// The client for which a waiter waits, as far as fairness needs to know.
struct FairnessKey: Hashable, Sendable {
  private let peer: Peer

  init(_ peer: Peer) { self.peer = peer }
}

/// A caller of a provider call, which may be shared.
struct Waiter: Sendable {
  let id: WaiterID
  /// `nil` for a waiter that is detached.
  private(set) var client: FairnessKey?
  let deadline: Instant
  /// Whether a cached reply does not suffice.
  private(set) var bypassesCache: Bool

  init(id: WaiterID, client: FairnessKey?, deadline: Instant, bypassesCache: Bool = false) {
    self.id = id
    self.client = client
    self.deadline = deadline
    self.bypassesCache = bypassesCache
  }

  var isDetached: Bool { client == nil }

  /// Its client call ended without the reply, which is still used when it arrives.
  mutating func detach() {
    client = nil
    bypassesCache = false
  }
}
