import Glibc

/// Time since some moment in the past.
enum Stopwatch {
  static var nowMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// Measures the time of an operation.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = nowMicroseconds
    try body()
    return nowMicroseconds - start
  }
}
