import BusProtocol

/// The state of a provider call, for a waiter whose deadline has expired.
struct PendingProviderCall: Sendable {
  let reason: SourceReport.SourceError
  let isSent: Bool
}
