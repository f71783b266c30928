internal import BusProtocol

extension Provider {
  /// Returns the descriptor to send, with budgets and hosts of the upstreams. It is checked against
  /// the implemented methods.
  ///
  /// - Throws: `INTERNAL` if the declared and the implemented methods differ, and
  ///   `PROTOCOL_VIOLATION` if the descriptor is invalid. Both are bugs of the provider.
  func resolvedDescriptor() throws(Failure) -> Descriptor {
    var descriptor = descriptor
    descriptor.declare(endpoints, of: upstreams)
    let implemented = Set(Capability.implemented(by: self).map(\.method.rawValue))
    let declared = Set(descriptor.methods.keys)
    if let method = declared.subtracting(implemented).min() {
      throw Failure(
        .internalError,
        "\(descriptor.id) declares \(method) but does not implement it."
      )
    }
    if let method = implemented.subtracting(declared).min() {
      throw Failure(
        .internalError,
        "\(descriptor.id) implements \(method) but does not declare it."
      )
    }
    for upstream in upstreams {
      let name = upstream.name
      descriptor.budgets[name] = descriptor.budgets[name] ?? upstream.budget
      if !descriptor.hosts.contains(upstream.base.host) {
        descriptor.hosts.append(upstream.base.host)
      }
    }
    descriptor.configSchema = descriptor.configSchema ?? ProviderConfiguration.schema(of: upstreams)
    try descriptor.check()
    return descriptor
  }
}

extension Capability {
  /// Returns the methods that the provider's type implements.
  static func implemented(by provider: any Provider) -> [Capability] {
    all.filter { $0.handler(provider) != nil } + provider.endpoints.map { Capability($0) }
  }
}
