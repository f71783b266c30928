import BusProtocol

/// A provider as `providers.list` tells it.
extension ProviderSlot {
  var status: ProviderStatus {
    var status = ProviderStatus(
      id: manifest.id,
      state: publicState,
      methods: descriptor?.methods.keys.sorted().map { Method(rawValue: $0) } ?? manifest.methods
    )
    status.name = descriptor?.name
    status.version = descriptor?.version
    status.level = descriptor?.level
    status.credit = descriptor?.credit
    status.configSchema = descriptor?.configSchema
    status.pid = process?.pid
    status.calls = calls
    status.failures = failures
    status.restarts = restarts.count
    status.lastError = lastError
    return status
  }

  private var publicState: ProviderStatus.State {
    switch state {
    case .starting: .starting
    case .ready: .ready
    case .leaving, .waiting: .restarting
    case .stopped: .stopped
    case .quarantined: .quarantined
    }
  }
}
