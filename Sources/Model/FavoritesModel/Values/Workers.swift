/// Who does work of which the pieces do not hang on each other: one after the other, or at the same
/// time on several cores. The outcome is the same whoever does it.
package protocol Workers: Sendable {
  /// How many pieces are done at the same time.
  var count: Int { get }
  /// The results of the pieces, in the order of their numbers.
  func map<Result: Sendable>(_ pieces: Int, _ work: @Sendable (Int) -> Result) -> [Result]
}

/// Does one piece after the other.
package struct SerialWorker: Workers {
  package var count: Int { 1 }

  package init() {}

  package func map<Result: Sendable>(
    _ pieces: Int,
    _ work: @Sendable (Int) -> Result
  ) -> [Result] {
    (0..<pieces).map(work)
  }
}

extension Workers {
  /// Does things in pieces of neighbours, and answers the results in their order. Several for each
  /// worker, so that one that is held up does not hold up all; none so small that dividing costs more
  /// than it saves.
  package func inChunks<Result: Sendable>(
    of things: Int,
    _ work: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    if count == 1 { return [work(0..<things)] }
    let pieces = max(1, min(count * 4, things / 128))
    return map(pieces) { work($0 * things / pieces..<($0 + 1) * things / pieces) }
  }
}
