public import BusProtocol

/// A source that a provider asks: under which name its limits are known, and where it is.
public struct Upstream: Hashable, Sendable {
  /// The name of its budget: the real host, also where the configuration puts it somewhere else.
  public let name: String
  /// Scheme, host and port to ask; the paths stay the source's own.
  public let base: WebAddress
  /// How many requests it allows, where that is known.
  public let budget: Descriptor.Budget?

  public init(name: String, base: WebAddress, budget: Descriptor.Budget? = nil) {
    self.name = name
    self.base = base
    self.budget = budget
  }

  /// A request to it, of the segments of a path and the parameters of a query. Both are encoded
  /// here; parameters without a value are left out.
  public func request(_ path: [String], _ query: [(String, String?)] = []) -> HTTPRequest {
    HTTPRequest(base.at(path, query), upstream: name)
  }
}
