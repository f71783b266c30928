import BusProtocol

/// Methods that the hub answers by itself.
extension Hub {
  /// - Returns: whether the method is one of them; it is answered then.
  mutating func answeredByHub(_ method: Method, id: String, _ peer: Peer) -> Bool {
    var done = Done()
    switch method {
    case .listProviders:
      done.providers = providerStatuses
      if !supervisor.manifestProblems.isEmpty {
        done.notes = supervisor.manifestProblems.map(\.sentence)
      }
    case .hubStatus:
      done.hub = status
      done.providers = providerStatuses
    case .hubMetrics: done.metrics = metrics
    case .watchHub:
      beginWatch(as: id, peer)
      return true
    case .stopHub: break
    default: return false
    }
    let sid = sessions.sid(of: peer)
    if !send(Header(type: .done, re: id, sid: sid), done, to: peer) {
      let failure = Failure(.tooLarge, "What there is to tell is too large for one message.")
      send(Header(type: .error, re: id, sid: sid), failure, to: peer)
    }
    if method == .stopHub { stop(because: "a client asked for it") }
    return true
  }

  var providerStatuses: [ProviderStatus] {
    supervisor.slots.keys.sorted().compactMap { status(of: $0) }
  }

  var status: HubStatus {
    HubStatus(
      version: settings.version,
      pid: settings.pid,
      uptimeMs: turn.now - started,
      clients: sessions.clients.count,
      inflight: clientCalls.count,
      calls: watchers.counters.calls
    )
  }
}
