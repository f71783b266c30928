import BusProtocol

/// Methods that the hub answers by itself.
extension Hub {
  /// - Returns: whether the method is one of them; it is answered then.
  mutating func answeredByHub(
    _ method: Method,
    id: String,
    _ peer: Peer
  ) throws(Failure) -> Bool {
    var done = Done()
    switch method {
    case .listProviders: done.providers = providerStatuses
    case .hubStatus:
      done.hub = status
      done.providers = providerStatuses
    case .stopHub: break
    default: return false
    }
    send(Header(type: .done, re: id, sid: clients[peer]?.sid), done, to: peer)
    if method == .stopHub { stop(because: "a client asked for it") }
    return true
  }

  private var providerStatuses: [ProviderStatus] {
    providers.sorted { $0.key < $1.key }.map(\.value.status)
  }

  private var status: HubStatus {
    HubStatus(
      version: settings.version,
      pid: settings.pid,
      uptimeMs: now - started,
      clients: clients.count,
      inflight: calls.count,
      calls: counters.calls
    )
  }
}
