import BusProtocol
import HubCore
import MusicModel

/// Invariants at the end of a schedule.
extension InvariantChecker {
  mutating func checkQuiet(_ load: InFlightCounts, at time: Int) {
    require(load.isQuiet, "nothing is left when all is quiet", "\(load) at \(time)")
  }

  mutating func checkReply(to client: SimulatedClient, at time: Int) {
    guard let sid = client.sid, let last = client.sentCalls.last else { return }
    let view = clients.values.first { $0.sid == sid }
    require(view?.calls[last.id] == nil, "the last call ends", "\(last) at \(time)")
  }

  mutating func checkEnd(isFinished: Bool, _ load: InFlightCounts, at time: Int) {
    require(isFinished, "it stops when requested", "at \(time)")
    require(load == InFlightCounts(), "nothing is left at the end", "\(load)")
    for (id, view) in providers {
      if case .running = view.process { recordViolation("no process is left", "\(id)") }
    }
  }
}

extension InFlightCounts {
  /// Whether there is nothing but sessions, and those who watch.
  var isQuiet: Bool {
    var quiet = InFlightCounts()
    (quiet.clients, quiet.watches) = (clients, watches)
    return self == quiet
  }
}
