import BusProtocol
import MusicModel

/// The state and the descriptor of each provider, as calls see them.
///
/// It is lent for one function, and never stored.
struct ProviderDirectory: Sendable {
  private let slots: [ProviderID: ProviderSlot]

  init(_ slots: [ProviderID: ProviderSlot]) { self.slots = slots }

  /// The providers that exist for new calls, in order.
  var providers: [ProviderID] { slots.lazy.filter { !$0.value.isLeaving }.map(\.key).sorted() }

  /// Whether a provider has ended because required settings are missing.
  ///
  /// It is not expected to reply, unless a call names it.
  func lacksConfiguration(_ id: ProviderID) -> Bool {
    if case .stopped(.unconfigured, _) = slots[id]?.state { true } else { false }
  }

  /// Returns the id that a URL or URI of a source, a bar code or an ISRC means.
  func pastedID(_ text: String) -> EntityID? {
    let patterns = slots.sorted { $0.key < $1.key }.flatMap { $0.value.descriptor?.urls ?? [] }
    return EntityID(pasted: text, patterns)
  }

  /// Why a URL may not be known yet: a provider starts that has not said which it knows; `nil` if all have.
  var unknownURLFailure: Failure? {
    let isStarting = slots.values.contains { slot in
      if case .starting = slot.state { slot.descriptor == nil } else { false }
    }
    let text = "Providers are still starting, so that not all URLs are known."
    return isStarting ? Failure(.busy, text, retryAfterMs: 500) : nil
  }

  /// Whether any provider understands an id as it stands.
  func understands(_ id: EntityID) -> Bool {
    slots.values.contains { $0.descriptor?.understands(id) == true }
  }

  /// The namespaces whose ids mean that the user has an entity.
  var ownedNamespaces: Set<String> {
    let services = slots.values.flatMap { $0.manifest.services ?? [] }
    return Set(services.filter { $0.owned == true }.flatMap(\.namespaces))
  }

  /// The providers that can fetch whole songs of the user.
  var players: Set<ProviderID> { Set(slots.filter { $0.value.serves(.streamGet) }.keys) }

  var all: [ProviderID] { Array(slots.keys) }

  func contains(_ id: ProviderID) -> Bool { slots[id] != nil }

  /// Whether a provider serves a method, by its descriptor or else by its manifest.
  func serves(_ id: ProviderID, _ method: Method) -> Bool { slots[id]?.serves(method) == true }

  /// Whether any provider serves a method.
  func serves(_ method: Method) -> Bool { slots.values.contains { $0.serves(method) } }

  /// The last descriptor of a provider, or `nil` if it never had a session.
  func descriptor(of id: ProviderID) -> Descriptor? { slots[id]?.descriptor }

  /// The freshness lifetime that a provider declares for its replies, in milliseconds.
  func freshMs(of id: ProviderID, _ method: Method) -> Int? {
    slots[id]?.descriptor?.methods[method.rawValue]?.freshMs
  }

  /// The descriptor of a provider that has a session and takes new calls.
  func session(of id: ProviderID) -> Descriptor? { slots[id]?.servingDescriptor }

  /// The time until which a call waits for a provider to start, or `nil` if that is futile.
  func startDeadline(of id: ProviderID, now: Instant, waitMs: Int) -> Instant? {
    slots[id]?.startDeadline(now: now, waitMs: waitMs)
  }

  /// The time at which a provider is restarted, if it waits for that.
  func restart(of id: ProviderID) -> Instant? {
    if case .waiting(let until) = slots[id]?.state { until } else { nil }
  }

  /// The reason why a provider does not run and is not restarted, or `nil`.
  func stopReason(of id: ProviderID) -> String? {
    if slots[id]?.isLeaving == true { return "its manifest was removed" }
    return switch slots[id]?.state {
    case .stopped(_, let reason): reason
    case .starting, .ready, .terminating, .waiting, nil: nil
    }
  }
}
