internal import BusProtocol

/// What a provider promises, made equal to what its code can do.
extension Provider {
  /// The descriptor as it is sent: with methods read from the code, budgets and hosts from the
  /// upstreams.
  ///
  /// - Throws: `INTERNAL` where terms are given for a method that no code serves, or none for one
  ///   that is served, and `PROTOCOL_VIOLATION` where a rule of descriptors is broken: all three are
  ///   mistakes of the author.
  func promise() throws(Failure) -> Descriptor {
    var promise = descriptor
    let served = Set(Capability.served(by: self).map(\.method.rawValue))
    let promised = Set(promise.methods.keys)
    if let method = promised.subtracting(served).min() {
      throw Failure(
        .internalError,
        "\(promise.id) promises \(method), which its code does not serve."
      )
    }
    if let method = served.subtracting(promised).min() {
      throw Failure(.internalError, "\(promise.id) serves \(method) without telling its terms.")
    }
    for upstream in upstreams {
      promise.budgets[upstream.name] = promise.budgets[upstream.name] ?? upstream.budget
      if !promise.hosts.contains(upstream.base.host) { promise.hosts.append(upstream.base.host) }
    }
    try promise.check()
    return promise
  }
}

extension Capability {
  /// The methods that the provider's type has code for.
  static func served(by provider: any Provider) -> [Capability] {
    all.filter { $0.handler(provider) != nil }
  }
}
