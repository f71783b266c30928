import BusProtocol
import MusicModel

/// The methods by which providers are added, removed, started anew and given another chance.
extension Hub {
  /// - Returns: whether the method is one of them; it is answered then, or will be.
  mutating func answeredBySupervision(
    _ method: Method,
    _ parameters: CallParameters,
    of header: Header,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    guard Hub.supervising.contains(method) else { return false }
    try parameters.check(for: method, receiver: .hub)
    guard supervision.orders.count < ManifestCommandQueue.ordersMax else {
      throw Failure(.busy, "Too many changes are being made.", retryAfterMs: 100)
    }
    let named = parameters.providers
    for id in named ?? [] { try checkIsThere(id) }
    let order = ManifestCommandQueue.Order(
      ticket: try ticket(for: header, parameters, of: session),
      method: method,
      providers: named
    )
    switch method {
    case .addProvider: have(.add(path: parameters.path ?? ""), madeFor: order)
    case .removeProviders: have(.remove(named ?? []), madeFor: order)
    case .reloadProviders: have(.look, madeFor: order)
    default:
      reset(named ?? [])
      tell(about: named ?? [], to: order.ticket)
    }
    return true
  }

  private static let supervising: Set<Method> = [
    .addProvider, .removeProviders, .reloadProviders, .resetProviders,
  ]

  private func checkIsThere(_ id: ProviderID) throws(Failure) {
    if let slot = providers[id], slot.departure?.aim != .removal { return }
    let known = providers.keys.sorted().map(\.rawValue).joined(separator: ", ")
    throw Failure(
      .notFound,
      "There is no provider \"\(id)\"; there are: \(known.isEmpty ? "none" : known)."
    )
  }

  private mutating func have(_ change: ManifestChange, madeFor order: ManifestCommandQueue.Order) {
    let ticket = nextNumber()
    supervision.orders[ticket] = order
    act(.changeManifests(change, ticket: ticket))
  }

  /// The files are as a client wanted them, and the hub knows it; or they could not be made so.
  mutating func manifestsChanged(_ ticket: Int, _ result: ManifestChangeResult) {
    guard let order = supervision.orders.removeValue(forKey: ticket) else { return }
    switch result {
    case .refused(let failure): reply(failure, to: order.ticket)
    case .made(let ids):
      let isReload = order.method == .reloadProviders
      tell(about: isReload ? reload(order.providers) : ids, to: order.ticket)
    }
  }

  private mutating func tell(about ids: [ProviderID], to ticket: PendingReply) {
    var done = Done()
    done.providers = ids.sorted().compactMap { status(of: $0) }
    reply(done, to: ticket)
  }

  /// The hub stops: whatever becomes of the files, nobody will serve them.
  mutating func refuseSupervision(_ failure: Failure) {
    for (_, order) in supervision.orders.sorted(by: { $0.key < $1.key }) {
      reply(failure, to: order.ticket)
    }
    supervision.orders = [:]
  }
}
