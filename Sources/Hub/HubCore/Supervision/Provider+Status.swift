import BusProtocol
import MusicModel

extension Provider {
  /// The status in `providers.list`, without figures about calls.
  var status: ProviderStatus {
    var status = ProviderStatus(
      id: manifest.id,
      state: publicState,
      methods: descriptor?.methods.keys.sorted().map { Method(rawValue: $0) } ?? manifest.methods
    )
    status.name = descriptor?.name
    status.version = descriptor?.version
    status.level = descriptor?.level
    status.attribution = descriptor?.attribution
    status.urls = descriptor?.urls
    status.services = manifest.services
    // A version that has not run yet may need other settings than the one before, which said hello.
    let schemas = [descriptor?.configSchema, manifest.configSchema].compactMap(\.self)
    status.configSchema = status.state == .unconfigured ? schemas.last : schemas.first
    status.sandbox = descriptor?.sandbox
    let unapproved = descriptor?.budgets.filter { !found.trust.covers($0.key) } ?? [:]
    status.unapprovedBudgets = unapproved.isEmpty ? nil : unapproved
    status.pid = process?.pid
    status.restarts = restarts.count
    status.lastError = lastError
    status.manifest = found.path.isEmpty ? nil : found.path
    return status
  }

  private var publicState: ProviderStatus.State {
    switch (drain?.aim, state) {
    case (.removal, _): .draining
    case (.renewal, _), (nil, .ending), (nil, .waiting): .restarting
    case (nil, .spawning), (nil, .awaitingHello): .starting
    case (nil, .ready): .ready
    case (nil, .stopped(.final, _)), (nil, .stopped(.misconfigured, _)): .stopped
    case (nil, .stopped(.unconfigured, _)): .unconfigured
    case (nil, .stopped(.quarantined, _)): .quarantined
    }
  }
}
