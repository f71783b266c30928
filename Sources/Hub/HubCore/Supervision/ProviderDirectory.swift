import BusProtocol
import MusicModel

/// The state and the descriptor of each provider, as calls see them.
///
/// It is lent for one function, and never stored.
struct ProviderDirectory: Sendable {
  private let entries: [ProviderID: Provider]

  init(_ entries: [ProviderID: Provider]) { self.entries = entries }

  /// The providers that exist for new calls, in order.
  var providers: [ProviderID] { entries.lazy.filter { !$0.value.isLeaving }.map(\.key).sorted() }

  /// Whether a provider has ended because required settings are missing.
  ///
  /// It is not expected to reply, unless a call names it.
  func lacksConfiguration(_ id: ProviderID) -> Bool {
    if case .stopped(.unconfigured, _) = entries[id]?.state { true } else { false }
  }

  /// Returns the id that a URL or URI of a source, a bar code or an ISRC means.
  func pastedID(_ text: String) -> EntityID? {
    let patterns = entries.sorted { $0.key < $1.key }.flatMap { $0.value.descriptor?.urls ?? [] }
    return EntityID(pasted: text, patterns)
  }

  /// Returns the id of an artist, album or song that a text means: an id, or what ``pastedID(_:)`` knows.
  func id(meantBy text: String) -> EntityID? {
    let id = pastedID(text) ?? EntityID(text)
    return id?.kind == nil ? nil : id
  }

  /// Why a URL may not be known yet: a provider starts that has not said which it knows; `nil` if all have.
  var unknownURLFailure: Failure? {
    let text = "Providers are still starting, so that not all URLs are known."
    return isStarting ? Failure(.busy, text, retryAfterMs: 500) : nil
  }

  /// Whether a provider starts that has not said yet what it is.
  var isStarting: Bool {
    entries.values.contains { provider in
      switch provider.state {
      case .spawning, .awaitingHello: provider.descriptor == nil
      case .ready, .ending, .waiting, .stopped: false
      }
    }
  }

  /// The providers that lack settings, with the sentence about that.
  var unconfigured: [(id: ProviderID, reason: String)] {
    entries.keys.sorted().compactMap { id in
      guard lacksConfiguration(id), let reason = entries[id]?.lastError else { return nil }
      return (id, reason)
    }
  }

  /// The providers that have said which URLs they know.
  var providersWithURLs: [ProviderID] {
    entries.filter { $0.value.descriptor?.urls?.isEmpty == false }.keys.sorted()
  }

  /// Whether any provider understands an id as it stands.
  func understands(_ id: EntityID) -> Bool {
    entries.values.contains { $0.descriptor?.understands(id) == true }
  }

  /// The namespaces whose ids mean that the user has an entity.
  var ownedNamespaces: Set<String> {
    let services = entries.values.flatMap { $0.manifest.services ?? [] }
    return Set(services.filter { $0.owned == true }.flatMap(\.namespaces))
  }

  /// Whether the reports say that there is no network: several sources could not be reached, nothing else is wrong with any, and none
  /// has replied but those of what the user has, which need none. `nil` otherwise.
  func lacksNetwork(_ reports: [SourceReport]) -> Bool? {
    let failed = reports.filter { report in
      report.error.map { ![.notCached, .notInCountry].contains($0.code) }
        ?? report.outcome.isMissing
    }
    // One alone may have problems of its own.
    guard Set(failed.map(\.provider)).count > 1,
      failed.allSatisfy({ $0.error?.code == .upstreamUnreachable })
    else {
      return nil
    }
    let isLocal = reports.allSatisfy { report in
      ![.ok, .empty, .cached].contains(report.outcome) || isOwned(report.provider)
    }
    return isLocal ? true : nil
  }

  /// The providers of what the user has, without those that lack settings.
  var owners: [ProviderID] { providers.filter { isOwned($0) && !lacksConfiguration($0) } }

  /// Whether a provider serves what the user has.
  private func isOwned(_ id: ProviderID) -> Bool {
    entries[id]?.manifest.services?.contains { $0.owned == true } == true
  }

  /// Those of these providers that serve a service, other than what the user has.
  func issuers(among candidates: [ProviderID]) -> LinkIssuers {
    LinkIssuers(
      candidates.sorted().compactMap { id in
        let services = entries[id]?.manifest.services?.filter { $0.owned != true } ?? []
        guard let descriptor = session(of: id), !services.isEmpty else { return nil }
        return (id, descriptor, Set(services.flatMap(\.namespaces)))
      }
    )
  }

  /// The providers that can fetch whole songs of the user.
  var players: Set<ProviderID> { Set(entries.filter { $0.value.serves(.streamGet) }.keys) }

  var all: [ProviderID] { Array(entries.keys) }

  func contains(_ id: ProviderID) -> Bool { entries[id] != nil }

  /// Whether a provider serves a method, by its descriptor or else by its manifest.
  func serves(_ id: ProviderID, _ method: Method) -> Bool { entries[id]?.serves(method) == true }

  /// Whether any provider serves a method.
  func serves(_ method: Method) -> Bool { entries.values.contains { $0.serves(method) } }

  /// The last descriptor of a provider, or `nil` if it never had a session.
  func descriptor(of id: ProviderID) -> Descriptor? { entries[id]?.descriptor }

  /// The freshness lifetime that a provider declares for its replies, in milliseconds.
  func freshMs(of id: ProviderID, _ method: Method) -> Int? {
    entries[id]?.descriptor?.methods[method.rawValue]?.freshMs
  }

  /// The descriptor of a provider that has a session and takes new calls.
  func session(of id: ProviderID) -> Descriptor? { entries[id]?.servingDescriptor }

  /// The time until which a call waits for a provider to start, or `nil` if that is futile.
  func startDeadline(of id: ProviderID, now: Instant, waitMs: Int) -> Instant? {
    entries[id]?.startDeadline(now: now, waitMs: waitMs)
  }

  /// The time at which a provider is restarted, if it waits for that.
  func restart(of id: ProviderID) -> Instant? { entries[id]?.restartDue }

  /// The reason why a provider does not run that was removed, or is being.
  static let removal = "its manifest was removed"

  /// The reason why a provider does not run and is not restarted, or `nil`.
  func stopReason(of id: ProviderID) -> String? {
    guard let provider = entries[id], !provider.isLeaving else { return ProviderDirectory.removal }
    return if case .stopped(_, let reason) = provider.state { reason } else { nil }
  }
}

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
    switch (drain?.goal, state) {
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
