import BusProtocol

/// Couplings between the machines of the hub. The simulator checks them after each turn.
extension Hub {
  /// Returns the first broken coupling, or `nil`.
  package func checkInvariants() -> String? {
    if !turn.isIdle { return "Effects were not delivered." }
    return sessions.checkInvariants() ?? supervisor.checkInvariants(turn) ?? brokenSession
      ?? providerCalls.checkInvariants(turn) ?? clientCalls.checkInvariants(turn.timers)
      ?? brokenWaiter
  }

  /// A session that only one of the two machines knows, if there is one.
  private var brokenSession: String? {
    for id in sessions.providers.keys where supervisor.slots[id]?.isReady != true {
      return "Provider \(id) has a session and is not ready."
    }
    for (id, slot) in supervisor.slots where slot.isReady && sessions.providers[id] == nil {
      return "Provider \(id) is ready without a session."
    }
    return nil
  }

  /// A waiter that only one of the two machines knows, if there is one.
  private var brokenWaiter: String? {
    for id in clientCalls.waiters.keys where providerCalls.callOfWaiter[id] == nil {
      return "Waiter \(id.number) waits for no call to a provider."
    }
    for id in providerCalls.callOfWaiter.keys where clientCalls.waiters[id] == nil {
      return "A call to a provider has the unknown waiter \(id.number)."
    }
    return nil
  }
}
