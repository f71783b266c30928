#if canImport(Glibc)
  import Glibc
#endif

/// The time that something takes: on the clock on the wall, and of the processor, which a busy
/// machine does not lengthen.
struct BestTime {
  private(set) var wall = Double.infinity
  private(set) var processor = Double.infinity

  /// Keeps the shortest time of all samples, in seconds.
  ///
  /// - Returns: the time of this one, of the processor.
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

/// Keeps the optimizer from leaving out what is measured.
@inline(never)
func blackHole<Value>(_ value: Value) {}
