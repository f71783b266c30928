import HubCore

/// A trace of a simulated hub, if it is wanted.
struct SimulationLog: Sendable {
  /// All events and actions, one per line.
  private(set) var trace: [String]?

  init(recordsTrace: Bool) { trace = recordsTrace ? [] : nil }

  mutating func add(_ event: Event, _ actions: [Action], at now: Int) {
    guard trace != nil else { return }
    if case .tick = event, actions.isEmpty { return }
    trace?.append("\(now) \(TraceFormatter.line(of: event))")
    for action in actions { trace?.append("    \(TraceFormatter.line(of: action))") }
  }
}
