import HubCore

extension InFlightCounts {
  /// Whether no call, reservation or timer is left.
  var isQuiet: Bool {
    calls == 0 && ownCalls == 0 && providerCalls == 0 && queued == 0 && reservations == 0
      && timers == 0
  }
}
