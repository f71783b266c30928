import FoundationEssentials
import HostKit

/// The number of allocations of the hub, counted by valgrind.
extension Measurement {
  static let allocations = Measurement(
    name: "allocations",
    summary: "allocations of the hub's core for a cached call and a fan-out, counted by valgrind",
    run: { _ in
      let cached = try allocations(of: "cached", beyond: "unsent-cached", calls: 200)
      let fanOut = try allocations(of: "fanout", beyond: "unsent-fanout", calls: 8)
      let reading = try allocations(of: "read-fanout", beyond: "unsent-fanout", calls: 8)
      return [
        PerformanceTarget(
          "allocations.cached",
          "Allocations for a cached call, without libzmq's",
          cached,
          .count,
          .atMost(20)
        ),
        PerformanceTarget(
          "allocations.fanout",
          "Allocations for a fan-out to 3 providers with 25 albums each, without libzmq's",
          fanOut,
          .count,
          .atMost(1_500),
          [.init("of them reading the 75 records", reading, .count)]
        ),
      ]
    }
  )

  /// Those of a kind of work for each call, without those of another.
  private static func allocations(
    of kind: String,
    beyond other: String,
    calls: Int
  ) throws -> Double {
    Double(try count(kind, calls) - count(other, calls)) / Double(calls)
  }

  /// All allocations of a process that does this, its start and end included.
  private static func count(_ kind: String, _ calls: Int) throws -> Int {
    let report = try BenchHome()
    let path = "\(report.path)/valgrind.txt"
    // Without the information for debuggers, of which valgrind does not understand all.
    let program = "\(report.path)/program"
    let strip = ["--strip-debug", "-o", program, try ExecutableSearch.thisExecutable()]
    _ = try Command(Command.find("strip"), strip).time()
    let arguments = [
      "--leak-check=no", "--undef-value-errors=no", "--log-file=\(path)",
      program, "model-hub", "\(kind):\(calls)",
    ]
    _ = try Command(Command.find("valgrind"), arguments).time()
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    guard let end = text.firstRange(of: " allocs,")?.lowerBound,
      let start = text.firstRange(of: "total heap usage: ")?.upperBound,
      let count = Int(text[start..<end].filter(\.isNumber))
    else { throw Missing("valgrind's count of allocations") }
    return count
  }
}
