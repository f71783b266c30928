#if canImport(Glibc)
  import Glibc
#endif

/// The time of an operation: elapsed time and processor time. Other work of the machine does not
/// affect the latter.
struct BestTime {
  private(set) var wall = Double.infinity
  private(set) var processor = Double.infinity

  /// Records a sample, of which the shortest counts, in seconds.
  ///
  /// - Returns: the processor time of this sample.
  @discardableResult
  mutating func sample(_ body: () throws -> Void) rethrows -> Double {
    let (wallStart, processorStart) = (
      Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID)
    )
    try body()
    wall = min(wall, Self.now(CLOCK_MONOTONIC) - wallStart)
    let taken = Self.now(CLOCK_PROCESS_CPUTIME_ID) - processorStart
    processor = min(processor, taken)
    return taken
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Prevents the optimizer from removing the measured code.
@inline(never)
func blackHole<Value>(_ value: Value) {}
