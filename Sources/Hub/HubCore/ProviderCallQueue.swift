import BusProtocol

/// The questions of one provider: those that wait for their turn, those that it works on, and those
/// that were given up and that it has not ended yet.
struct ProviderCallQueue: Sendable {
  /// In the order in which they came.
  private(set) var waiting: [ProviderCallID] = []
  private(set) var sent: Set<ProviderCallID> = []
  /// Given up: nobody waits for them, but they take a place until the provider ends them.
  private var leaving: Set<ProviderCallID> = []

  var count: Int { waiting.count + sent.count + leaving.count }
  /// Places that are taken at the provider.
  var placesTaken: Int { sent.count + leaving.count }
  /// All that the provider was sent and has not ended.
  var inFlight: [ProviderCallID] { sent.union(leaving).sorted() }

  mutating func add(_ key: ProviderCallID) { waiting.append(key) }

  /// One is sent.
  mutating func send(_ key: ProviderCallID) {
    waiting.removeAll { $0 == key }
    sent.insert(key)
  }

  /// Gives one up.
  ///
  /// - Returns: whether the provider works on it and must be told.
  mutating func giveUp(_ key: ProviderCallID) -> Bool {
    guard sent.remove(key) != nil else {
      waiting.removeAll { $0 == key }
      return false
    }
    leaving.insert(key)
    return true
  }

  /// One has ended.
  ///
  /// - Returns: whether it was one of those that were given up.
  mutating func end(_ key: ProviderCallID) -> Bool {
    sent.remove(key)
    return leaving.remove(key) != nil
  }

  func isLeaving(_ key: ProviderCallID) -> Bool { leaving.contains(key) }

  mutating func removeAll() { self = ProviderCallQueue() }
}
