import MusicModel

/// The rules of a descriptor beyond the types of its members (Protocol/provider.md, "Descriptor").
extension Descriptor {
  /// The numbers of calls in flight that a provider may declare.
  public static let inflightAllowed = 1...64

  /// The largest number of requests that a provider may declare.
  public static let maxRequests = 1_000_000
  /// The longest duration that a provider may declare, a year, in milliseconds.
  public static let maxMs = 31_536_000_000

  /// Rejects a descriptor with which the provider cannot be called.
  ///
  /// - Throws: `PROTOCOL_VIOLATION`, with the first thing that is wrong.
  public func check() throws(Failure) {
    try require(
      Descriptor.inflightAllowed.contains(inflight),
      "\"inflight\" must be 1 to \(Descriptor.inflightAllowed.upperBound), not \(inflight)"
    )
    try require(level == .full || inflight == 1, "\"inflight\" of a Core provider must be 1")
    try require(!methods.isEmpty, "\"methods\" must name at least one")
    for name in namespaces {
      let isPair = EntityID("\(name):1")?.value == "1"
      try require(isPair, "\"\(name)\" in \"namespaces\" is not of the form namespace:type")
    }
    try checkPatterns()
    try require(
      budgets.count <= Descriptor.maxBudgets,
      "\"budgets\" has more than \(Descriptor.maxBudgets) upstreams"
    )
    for (name, budget) in budgets.sorted(by: { $0.key < $1.key }) {
      let isAllowed =
        (1...Descriptor.maxRequests).contains(budget.requests)
        && (1...Descriptor.maxMs).contains(budget.perMs)
        && (1...Descriptor.maxMs).contains(budget.intervalMs ?? 1)
      try require(isAllowed, "the budget of \"\(name)\" must be positive, and of at most a year")
    }
    for (name, terms) in methods.sorted(by: { $0.key < $1.key }) {
      let isAllowed =
        (0...Descriptor.maxMs).contains(terms.freshMs)
        && terms.cost.values.allSatisfy { (0...Descriptor.maxRequests).contains($0) }
      try require(isAllowed, "the terms of \"\(name)\" are negative or too large")
    }
  }

  /// The maximum number of upstreams for which a provider may declare budgets.
  public static let maxBudgets = 50
  /// The maximum number of patterns that a provider may declare.
  public static let maxPatterns = 50

  private func checkPatterns() throws(Failure) {
    let patterns = urls ?? []
    try require(
      patterns.count <= Descriptor.maxPatterns,
      "\"urls\" may have \(Descriptor.maxPatterns) elements, not \(patterns.count)"
    )
    for pattern in patterns {
      let problem = pattern.problem(namespaces: namespaces)
      try require(problem == nil, problem ?? "")
    }
  }

  private func require(_ isMet: Bool, _ rule: @autoclosure () -> String) throws(Failure) {
    guard !isMet else { return }
    throw Failure(.protocolViolation, "The descriptor is refused: \(rule()).")
  }
}
