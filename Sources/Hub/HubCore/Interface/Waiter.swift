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
  /// Whether no call needs the reply: it is a picture, or the hub wants it of its own accord.
  let isExtra: Bool
  /// Whether it waited for the end of a cool-down already.
  private(set) var wasRefused = false

  init(
    id: WaiterID,
    client: FairnessKey?,
    deadline: Instant,
    bypassesCache: Bool = false,
    isExtra: Bool = false
  ) {
    self.id = id
    self.client = client
    self.deadline = deadline
    self.bypassesCache = bypassesCache
    self.isExtra = isExtra
  }

  var isDetached: Bool { client == nil }

  /// The waiter for a call that is made again after a cool-down, once.
  var afterRefusal: Waiter {
    var waiter = self
    waiter.wasRefused = true
    return waiter
  }

  /// Its client call ended without the reply, which is still used when it arrives.
  mutating func detach() {
    client = nil
    bypassesCache = false
  }
}
