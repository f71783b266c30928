import BusProtocol
import MusicModel

/// A provider as `providers.list` tells it.
extension Hub {
  func status(of id: ProviderID) -> ProviderStatus? {
    guard let slot = providers[id] else { return nil }
    var status = slot.status
    let statistics = providerCalls.statistics(of: id)
    status.inflight = providerCalls.inFlightCount(at: id)
    status.calls = statistics.calls
    status.failures = statistics.failures
    status.latency = statistics.latency.status
    for name in slot.descriptor?.budgets.keys.sorted() ?? [] {
      status.budgets = (status.budgets ?? [:])
      status.budgets?[name] = providerCalls.budgets.status(of: name, at: turn.now)
    }
    return status
  }
}

extension ProviderSlot {
  fileprivate var status: ProviderStatus {
    var status = ProviderStatus(
      id: manifest.id,
      state: publicState,
      methods: descriptor?.methods.keys.sorted().map { Method(rawValue: $0) } ?? manifest.methods
    )
    status.name = descriptor?.name
    status.version = descriptor?.version
    status.level = descriptor?.level
    status.attribution = descriptor?.attribution
    status.configSchema = descriptor?.configSchema
    status.pid = process?.pid
    status.restarts = restarts.count
    status.lastError = lastError
    status.manifest = found.path.isEmpty ? nil : found.path
    return status
  }

  private var publicState: ProviderStatus.State {
    switch (departure?.aim, state) {
    case (.removal, _): .draining
    case (.renewal, _), (nil, .leaving), (nil, .waiting): .restarting
    case (nil, .starting): .starting
    case (nil, .ready): .ready
    case (nil, .stopped): .stopped
    case (nil, .quarantined): .quarantined
    }
  }
}
