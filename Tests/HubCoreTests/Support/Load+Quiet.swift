import HubCore

extension InFlightCounts {
  /// Whether nothing is left of any call.
  var isQuiet: Bool {
    calls == 0 && questions == 0 && queued == 0 && reservations == 0 && timers == 0
  }
}
