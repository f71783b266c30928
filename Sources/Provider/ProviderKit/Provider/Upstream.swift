public import BusProtocol

/// An HTTP service that a provider uses: its address and its request budget.
public struct Upstream: Hashable, Sendable {
  /// The name of its budget: the original host, even if the configuration redirects it.
  public let name: String
  /// The scheme, host and port to connect to.
  public let base: WebAddress
  /// The request limit of the service, if known.
  public internal(set) var budget: Descriptor.Budget?

  /// The minimum time between two requests; `nil` if the service allows bursts.
  public var interval: Duration?
  /// Whether each method may use it, as for access tokens.
  public var isUsedByAll = false
  /// Whether samples replace it, so that nothing else may be contacted.
  var isSample = false
  /// Whether the user's own setting names its address, so that it may be in the local network.
  var isOwn = false
  /// How the operator of the service can reach the user, from the configuration.
  var contact: String?
  /// The key of the configuration that redirects it, and the original address.
  var key = "baseURL"
  package internal(set) var address = ""

  /// Only ``ProviderConfiguration`` makes upstreams, so that each can be replaced by samples.
  init(name: String, base: WebAddress, budget: Descriptor.Budget? = nil) {
    self.name = name
    self.base = base
    self.budget = budget
  }

  /// Returns the request for a URL at its original address, or `nil` for another one.
  package func request(to url: String) -> HTTPRequest? {
    guard let address = WebAddress(url), WebAddress(self.address)?.origin == address.origin else {
      return nil
    }
    var target = base
    target.target = address.target
    return request(to: target)
  }

  /// Returns a request for a path and query, which are percent-encoded here.
  ///
  /// Query parameters with the value `nil` are omitted.
  public func request(_ path: [String], _ query: [(String, String?)] = []) -> HTTPRequest {
    request(to: base.withTarget(path, query))
  }

  /// Returns the request for an address at its base.
  func request(to address: WebAddress) -> HTTPRequest {
    var request = HTTPRequest(address, upstream: name)
    request.mayBeLocal = isOwn
    return request
  }
}
