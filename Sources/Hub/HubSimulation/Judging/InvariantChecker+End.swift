import BusProtocol
import HubCore
import MusicModel

/// What must be when all is over.
extension InvariantChecker {
  mutating func expectsQuiet(_ load: InFlightCounts, at time: Int) {
    demand(load.isQuiet, "nothing is left when all is quiet", "\(load) at \(time)")
  }

  mutating func expectsAnswer(to client: ModelClient, at time: Int) {
    guard let sid = client.sid, let last = client.asked.last else { return }
    let view = clients.values.first { $0.sid == sid }
    demand(view?.calls[last.id] == nil, "the last call is answered", "\(last) at \(time)")
  }

  mutating func expectsEnd(isFinished: Bool, _ load: InFlightCounts, at time: Int) {
    demand(isFinished, "it stops when asked", "at \(time)")
    demand(load == InFlightCounts(), "nothing is left at the end", "\(load)")
    for (id, view) in providers {
      if case .running = view.process { complain("no process is left", "\(id)") }
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
