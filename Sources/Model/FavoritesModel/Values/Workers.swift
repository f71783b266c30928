/// Executes independent chunks of work, in sequence or concurrently. The result is the same either way.
package protocol Workers: Sendable {
  /// The number of chunks executed concurrently.
  var count: Int { get }
  /// The results of the chunks, in order.
  func map<Result: Sendable>(_ chunks: Int, _ work: @Sendable (Int) -> Result) -> [Result]
}

/// Executes chunks in sequence.
package struct SerialWorker: Workers {
  package var count: Int { 1 }

  package init() {}

  package func map<Result: Sendable>(
    _ chunks: Int,
    _ work: @Sendable (Int) -> Result
  ) -> [Result] {
    (0..<chunks).map(work)
  }
}

extension Workers {
  /// Splits work into contiguous chunks, and returns their results in order. There are several chunks per
  /// worker, so that a delayed worker does not delay the rest, but none so small that splitting dominates.
  package func inChunks<Result: Sendable>(
    of things: Int,
    _ work: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    if count == 1 { return [work(0..<things)] }
    let chunks = max(1, min(count * 4, things / 128))
    return map(chunks) { work($0 * things / chunks..<($0 + 1) * things / chunks) }
  }
}
