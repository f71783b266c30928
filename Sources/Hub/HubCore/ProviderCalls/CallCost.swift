import BusProtocol

/// The upstreams that a call of one method needs, and the maximum number of requests to each.
struct CallCost: Hashable, Sendable {
  /// The maximum cost of a call at one upstream; higher costs are reduced to it.
  private static let maxRequests = 1_000

  let requests: [String: Int]
  /// Whether only a share of each budget is open to it.
  var isExtra: Bool
  /// Upstreams that a call can do without, as long as another one is available.
  private let fallback: Set<String>

  init(_ declared: Descriptor.MethodDeclaration?, isExtra: Bool = false) {
    self.isExtra = isExtra
    requests = (declared?.cost ?? [:]).mapValues { $0.clamped(to: 0...CallCost.maxRequests) }
    fallback = Set(declared?.fallback ?? [])
  }

  private init(_ requests: [String: Int], isExtra: Bool, fallback: Set<String>) {
    self.requests = requests
    self.isExtra = isExtra
    self.fallback = fallback
  }

  /// The cost at some of the upstreams.
  func only(_ isIncluded: (String) -> Bool) -> CallCost {
    CallCost(requests.filter { isIncluded($0.key) }, isExtra: isExtra, fallback: fallback)
  }

  var upstreams: [String] { requests.keys.sorted() }

  /// The upstreams without which no call can be made.
  var required: [String: Int] { requests.filter { !fallback.contains($0.key) } }

  /// The requests at the other upstreams; `nil` if a call cannot be made without these.
  func requests(without refusing: Set<String>) -> [String: Int]? {
    guard refusing.isDisjoint(with: required.keys) else { return nil }
    let left = requests.filter { !refusing.contains($0.key) }
    return left.isEmpty && !requests.isEmpty ? nil : left
  }
}

extension Descriptor {
  func cost(of method: Method, isExtra: Bool = false) -> CallCost {
    CallCost(methods[method.rawValue], isExtra: isExtra)
  }

  func cost(of call: ProviderCall) -> CallCost {
    cost(of: call.query.method, isExtra: call.isExtra)
  }
}
