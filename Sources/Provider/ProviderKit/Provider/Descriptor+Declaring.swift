public import BusProtocol
internal import MusicModel

/// What the author of a provider writes into a descriptor, in short.
extension Descriptor {
  /// A descriptor that still misses methods and namespaces.
  ///
  /// The id is written in the source, so that a wrong one is the author's mistake: it ends the
  /// program at its first start.
  public init(_ id: StaticString, name: String, version: String, attribution: Attribution) {
    guard let id = ProviderID(rawValue: "\(id)") else {
      preconditionFailure("\"\(id)\" is no id of a provider: small letters, digits, - and . only")
    }
    self.init(id: id, name: name, version: version, attribution: attribution)
  }

  /// Sets the terms of a method: how many requests it may take, by upstream, and for how many
  /// hours its answer stays fresh. A request more than it needs lets the kit make a failure good.
  public mutating func serve(_ method: Method, cost: [String: Int], freshFor hours: Int) {
    methods[method.rawValue] = MethodDeclaration(cost: cost, freshMs: hours * 60 * 60 * 1000)
  }

  /// Adds a call that finds something at the real source.
  public mutating func sample(_ method: Method, _ set: (inout CallParameters) -> Void) {
    var parameters = CallParameters()
    set(&parameters)
    samples.append(ExampleCall(method: method, params: parameters))
  }
}
