import BusProtocol
import MusicModel

/// The records of all provider calls, found by id, query or waiter.
struct ProviderCallTable: Sendable {
  private(set) var calls: [ProviderCallID: ProviderCall] = [:]
  /// Calls that an equal query joins.
  private var byQuery: [ProviderQuery: ProviderCallID] = [:]
  /// The call of each waiter.
  private var byWaiter: [WaiterID: ProviderCallID] = [:]

  subscript(id: ProviderCallID) -> ProviderCall? { calls[id] }
  subscript(query: ProviderQuery) -> ProviderCallID? { byQuery[query] }
  subscript(waiter: WaiterID) -> ProviderCallID? { byWaiter[waiter] }

  var ids: [ProviderCallID] { calls.keys.sorted() }
  var waiters: Dictionary<WaiterID, ProviderCallID>.Keys { byWaiter.keys }

  func ids(at provider: ProviderID) -> [ProviderCallID] {
    calls.filter { $0.value.provider == provider }.keys.sorted()
  }

  mutating func update(_ id: ProviderCallID, _ change: (inout ProviderCall) -> Void) {
    calls.update(id, change)
  }

  mutating func insert(_ call: ProviderCall, _ id: ProviderCallID) {
    calls[id] = call
    byQuery[call.query] = id
    for waiter in call.waiters where waiter.id != .revalidation { byWaiter[waiter.id] = id }
  }

  mutating func remove(_ id: ProviderCallID) -> ProviderCall? {
    removeReferences(to: id)
    return calls.removeValue(forKey: id)
  }

  /// Removes the waiters of a call that occupies its provider.
  mutating func abandon(_ id: ProviderCallID) {
    removeReferences(to: id)
    calls[id]?.abandon()
  }

  private mutating func removeReferences(to id: ProviderCallID) {
    guard let call = calls[id] else { return }
    if byQuery[call.query] == id { byQuery[call.query] = nil }
    for waiter in call.waiters where byWaiter[waiter.id] == id { byWaiter[waiter.id] = nil }
  }

  mutating func add(_ waiter: Waiter, to id: ProviderCallID) {
    calls[id]?.add(waiter)
    if waiter.id != .revalidation { byWaiter[waiter.id] = id }
  }

  /// Removes a waiter; returns its call.
  mutating func remove(_ waiter: WaiterID) -> ProviderCallID? {
    guard let id = byWaiter.removeValue(forKey: waiter) else { return nil }
    calls[id]?.remove(waiter)
    return id
  }

  /// Detaches a waiter that no longer waits; returns its call, which continues.
  mutating func detach(_ waiter: WaiterID) -> ProviderCallID? {
    guard let id = byWaiter[waiter] else { return nil }
    calls[id]?.detach(waiter)
    return id
  }
}

/// Read-only views for other machines, status, metrics and tests.
extension ProviderCallTable {
  /// The number of calls that have neither ended nor been abandoned.
  var activeCount: Int { calls.values.count { !$0.isAbandoned } }

  /// The calls that a provider works on, or `nil`.
  func work(at provider: ProviderID) -> ProviderWork? {
    var work: ProviderWork?
    for call in calls.values where call.provider == provider {
      guard let sentAt = call.sentAt else { continue }
      work = ProviderWork(
        begun: min(work?.begun ?? sentAt, sentAt),
        until: max(work?.until ?? call.deadline, call.deadline)
      )
    }
    return work
  }

  /// Whether a call to a provider has neither ended nor been abandoned.
  func hasActive(at provider: ProviderID) -> Bool {
    calls.values.contains { $0.provider == provider && !$0.isAbandoned }
  }

  func addCounts(to counts: inout InFlightCounts) {
    counts.lookups = calls.values.count(where: \.isLookingUp)
    counts.providerCalls = activeCount - counts.lookups
    counts.queued = calls.values.count(where: \.isInQueue)
    counts.reservations = calls.values.count { $0.sentAt != nil || $0.isAbandoned }
  }

  /// Returns the first broken coupling between calls, queries and waiters, or `nil`.
  func checkInvariants() -> String? {
    for (id, call) in calls {
      guard call.waiters.isEmpty == call.isAbandoned else {
        return "\(id.text) is \(call.state) and has \(call.waiters.count) waiters."
      }
      guard call.isAbandoned || byQuery[call.query] == id else {
        return "\(id.text) cannot be found by its query."
      }
    }
    for (query, id) in byQuery where calls[id]?.query != query {
      return "A query leads to \(id.text), which is another."
    }
    for (waiter, id) in byWaiter
    where calls[id]?.waiters.contains(where: { $0.id == waiter }) != true {
      return "Waiter \(waiter.number) is not one of \(id.text)."
    }
    return nil
  }
}
