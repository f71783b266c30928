import BusProtocol
import HubCore
import MusicModel

/// Invariants of watches: the whole state, and then every change.
extension InvariantChecker {
  mutating func observe(_ part: Part, ofWatch id: String, _ peer: Peer) {
    let problem = clients[peer]?.calls[id]?.watch.takes(part)
    if let problem { recordViolation("parts of a watch describe changes", "\(id): \(problem)") }
  }

  /// Notes the status of the hub.
  mutating func observeStatus(_ done: Done) {
    status = done
    let ids = (done.providers ?? []).map(\.id)
    let unknown = ids.filter { providers[$0] == nil }
    require(unknown.isEmpty && Set(ids).count == ids.count, "providers that there are", "\(ids)")
  }

  /// Those who watch, by the numbers of their clients.
  var watchers: [Int] {
    clients.filter { $0.value.calls.values.contains(where: \.isWatch) }
      .map { Connection($0.key).number }.sorted()
  }

  /// Checks that watchers know the hub's status when it is idle. Exactly the providers with
  /// manifests are listed.
  mutating func checkWatchers() {
    // While something is under way, there is more to come.
    guard let status, status.hub?.inflight == 0,
      status.providers?.allSatisfy({ $0.inflight == 0 }) == true
    else { return }
    for (peer, view) in clients.sorted(by: { $0.value.sid < $1.value.sid }) {
      for call in view.calls.values where call.isWatch {
        let difference = call.watch.difference(from: status)
        if let difference { recordViolation("watchers know the status", "\(peer): \(difference)") }
      }
    }
    let (ids, found) = (status.providers?.map(\.id) ?? [], found.sorted())
    require(ids == found, "providers are those that are found", "\(ids), not \(found)")
  }
}
