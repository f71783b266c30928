import MusicModel

/// The rules of a descriptor that the types of its members do not tell (specification, chapter
/// "Descriptor").
extension Descriptor {
  /// How many calls at once a provider may say that it takes.
  public static let inflightAllowed = 1...64

  /// Refuses a descriptor by which the provider cannot be served.
  ///
  /// - Throws: `PROTOCOL_VIOLATION`, with the first thing that is wrong.
  public func check() throws(Failure) {
    try demand(
      Descriptor.inflightAllowed.contains(inflight),
      "\"inflight\" must be 1 to \(Descriptor.inflightAllowed.upperBound), not \(inflight)"
    )
    try demand(level == .full || inflight == 1, "\"inflight\" of a Core provider must be 1")
    try demand(!methods.isEmpty, "\"methods\" must name at least one")
    for name in namespaces {
      let isPair = EntityID("\(name):1")?.value == "1"
      try demand(isPair, "\"\(name)\" in \"namespaces\" is not of the form namespace:type")
    }
    for (name, budget) in budgets.sorted(by: { $0.key < $1.key }) {
      try demand(
        budget.requests > 0 && budget.perMs > 0,
        "the budget of \"\(name)\" must be positive"
      )
    }
    for (name, terms) in methods.sorted(by: { $0.key < $1.key }) {
      try demand(
        terms.freshMs >= 0 && terms.cost.values.allSatisfy { $0 >= 0 },
        "the terms of \"\(name)\" must not be negative"
      )
    }
  }

  private func demand(_ kept: Bool, _ rule: @autoclosure () -> String) throws(Failure) {
    guard !kept else { return }
    throw Failure(.protocolViolation, "The descriptor is refused: \(rule()).")
  }
}
