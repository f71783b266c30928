import BusProtocol

/// The upstreams that a call of one method needs, and the maximum number of requests to each.
struct CallCost: Hashable, Sendable {
  /// The maximum cost of a call at one upstream; higher costs are reduced to it.
  private static let maxRequests = 1_000

  let requests: [String: Int]
  /// Whether half of each budget is kept from it.
  var isExtra: Bool

  init(_ declared: Descriptor.MethodDeclaration?, isExtra: Bool = false) {
    self.isExtra = isExtra
    requests = (declared?.cost ?? [:]).mapValues { $0.clamped(to: 0...CallCost.maxRequests) }
  }

  var upstreams: [String] { requests.keys.sorted() }
}
