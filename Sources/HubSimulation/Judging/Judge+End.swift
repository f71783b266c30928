import BusProtocol
import HubCore
import MusicModel

/// What must be when all is over.
extension Judge {
  mutating func expectsQuiet(_ load: Load, at time: Int) {
    demand(load.isQuiet, "nothing is left when all is quiet", "\(load) at \(time)")
  }

  mutating func expectsAnswer(to client: ModelClient, at time: Int) {
    guard let sid = client.sid, let last = client.asked.last else { return }
    let view = clients.values.first { $0.sid == sid }
    demand(view?.calls[last.id] == nil, "the last call is answered", "\(last) at \(time)")
  }

  mutating func expectsEnd(isFinished: Bool, _ load: Load, at time: Int) {
    demand(isFinished, "it stops when asked", "at \(time)")
    demand(load == Load(), "nothing is left at the end", "\(load)")
    for (id, view) in providers {
      if case .running = view.process { complain("no process is left", "\(id)") }
    }
  }
}

extension Load {
  /// Whether there is nothing but sessions, and those who watch.
  var isQuiet: Bool {
    var quiet = Load()
    (quiet.clients, quiet.watches) = (clients, watches)
    return self == quiet
  }
}
