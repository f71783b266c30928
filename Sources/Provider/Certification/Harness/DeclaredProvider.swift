internal import BusProtocol
internal import MusicModel

/// The descriptor of a provider, read leniently; `wire.descriptor` checks its form.
struct DeclaredProvider: Sendable {
  let name: String
  let version: String
  let level: Check.Level
  let inflight: Int
  let samples: [ExampleCall]
  /// The kinds of ids that it understands, as `namespace:type`.
  let namespaces: Set<String>
  /// The members that its items never have, by kind.
  let lacks: [String: [String]]
  private let methods: [String: JSONValue]
  private let budgets: [String: JSONValue]

  /// A call that has results.
  struct ExampleCall: Hashable, Sendable {
    var method: String
    var params: [String: JSONValue]

    /// `artists.search text=Nina Simone`
    var title: String {
      let words = params.sorted { $0.key < $1.key }.map {
        "\($0.key)=\($0.value.text ?? $0.value.prettyPrinted)"
      }
      return ([method] + words).joined(separator: " ")
    }
  }

  init(_ descriptor: JSONValue) {
    let methods = descriptor["methods"]?.members ?? [:]
    self.methods = methods
    budgets = descriptor["budgets"]?.members ?? [:]
    name = descriptor["id"]?.text ?? "a provider without an id"
    version = descriptor["version"]?.text ?? ""
    level = descriptor["level"]?.text.flatMap(Check.Level.init) ?? .core
    inflight = max(1, descriptor["inflight"]?.integer ?? 1)
    let samples = (descriptor["samples"]?.elements ?? []).compactMap { sample -> ExampleCall? in
      guard let method = sample["method"]?.text else { return nil }
      return ExampleCall(method: method, params: sample["params"]?.members ?? [:])
    }
    self.samples = samples
    lacks = (descriptor["lacks"]?.members ?? [:]).mapValues {
      ($0.elements ?? []).compactMap(\.text)
    }
    namespaces = Set((descriptor["namespaces"]?.elements ?? []).compactMap(\.text))
  }

  var methodNames: [String] { methods.keys.sorted() }

  /// What to tell its author about methods that will go.
  var deprecations: [String] {
    methodNames.compactMap { name in
      let method = Method(rawValue: name)
      return Methods[method]?.deprecation?.notice(of: method)
    }
  }

  func serves(_ method: String) -> Bool { methods[method] != nil }

  /// Whether it declares that the records in its lists have all that a method returns.
  func listsWhole(_ method: String) -> Bool { methods[method]?["listed"] == .bool(true) }

  /// What the hub grants a call of a method: its cost, at each upstream at most the budget; `nil` without a cost.
  func grant(for method: String) -> JSONValue? {
    let cost = methods[method]?["cost"]?.members ?? [:]
    guard !cost.isEmpty else { return nil }
    return .object(
      Dictionary(
        uniqueKeysWithValues: cost.map { upstream, count in
          let most = budgets[upstream]?["requests"]?.integer ?? DeclaredProvider.maxGrant
          return (upstream, .integer(min(count.integer ?? 0, most, DeclaredProvider.maxGrant)))
        }
      )
    )
  }

  private static let maxGrant = 1_000

  /// Returns the upstreams with a declared cost for a method.
  func upstreams(of method: String) -> [String] {
    (methods[method]?["cost"]?.members ?? [:]).filter { $0.value != .integer(0) }.keys.sorted()
  }

  /// The samples, those that need upstream requests first.
  var samplesWithRequestsFirst: [ExampleCall] {
    samples.filter { !upstreams(of: $0.method).isEmpty }
      + samples.filter { upstreams(of: $0.method).isEmpty }
  }
}
