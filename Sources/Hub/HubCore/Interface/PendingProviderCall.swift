import BusProtocol

/// The state of a provider call, for a waiter whose deadline has expired.
struct PendingProviderCall: Sendable {
  let reason: SourceReport.SourceError
  let isSent: Bool
  /// Whether it waits for a request budget.
  let isDeferred: Bool
  /// Whether it continues in the background: a call that was not sent must not delay others.
  let mayContinue: Bool
}
