import BusProtocol
import HubCore
import MusicModel

/// What must be when all is over.
extension Judge {
  mutating func expectsQuiet(_ load: Load, at time: Int) {
    var quiet = Load()
    quiet.clients = load.clients
    demand(load == quiet, "nothing is left when all is quiet", "\(load) at \(time)")
  }

  mutating func expectsAnswer(to client: ModelClient, _ models: [ModelProvider], at time: Int) {
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
