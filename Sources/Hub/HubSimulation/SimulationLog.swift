import HubCore

/// A digest and a trace of a simulated hub, if they are wanted.
struct SimulationLog: Sendable {
  private var digest: ActionDigest?
  /// All events and actions, one per line.
  private(set) var trace: [String]?

  init(takesDigest: Bool, recordsTrace: Bool) {
    digest = takesDigest ? ActionDigest() : nil
    trace = recordsTrace ? [] : nil
  }

  /// A digest of all actions of all hubs; equal runs have equal digests.
  var fingerprint: UInt64? { digest?.value }

  mutating func add(_ event: Event, _ actions: [Action], at now: Int) {
    digest?.add(actions)
    guard trace != nil else { return }
    if case .tick = event, actions.isEmpty { return }
    trace?.append("\(now) \(TraceFormatter.line(of: event))")
    for action in actions { trace?.append("    \(TraceFormatter.line(of: action))") }
  }
}
