extension Sequence {
  /// Whether the sequence has elements, and all of them satisfy the condition.
  ///
  /// Unlike `allSatisfy`, it is false for an empty sequence: no test may pass on an empty list.
  package func containsOnly(where isWanted: (Element) throws -> Bool) rethrows -> Bool {
    var hasElements = false
    for element in self {
      guard try isWanted(element) else { return false }
      hasElements = true
    }
    return hasElements
  }
}
