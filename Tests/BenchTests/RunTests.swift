import CommandKit
import Testing

@testable import musicbus_bench

@Suite("A run of the benchmark")
struct RunTests {
  @Test("has a valid command table, and a unique name for every measurement")
  func table() {
    #expect(Main.program.problems == [])
    #expect(Set(Measurement.all.map(\.name)).count == Measurement.all.count)
  }

  @Test("includes all measurements, or those that are named")
  func names() throws {
    func chosen(_ arguments: String...) throws -> [String]? {
      guard case .run(_, let invocation) = try Main.program.parse(arguments) else { return nil }
      return invocation[RunCommand.only].map(\.name)
    }
    #expect(try chosen() == [])
    #expect(try chosen("--only", "cached", "--only", "memory") == ["cached", "memory"])
    #expect(throws: UsageError.self) { try chosen("--only", "x") }
  }

  @Test("fails if a measurement fails or a target is missed")
  func status() async throws {
    func run(_ targets: @escaping @Sendable () throws -> [PerformanceTarget]) async throws -> Int32
    {
      try await Run().measure([Measurement(name: "a") { _ in try targets() }])
    }
    #expect(try await run { [PerformanceTarget("a", "A", 1, max: 1)] } == 0)
    #expect(try await run { [PerformanceTarget("a", "A", 2, max: 1)] } == 1)
    #expect(try await run { throw Missing("a hub") } == 1)
  }
}

@Suite("A comparison with an earlier run")
struct EarlierRunTests {
  private static func target(
    _ value: Double,
    _ spread: ClosedRange<Double>? = nil
  ) -> PerformanceTarget {
    var target = PerformanceTarget("cached.p50", "Cached reply", value)
    target.spread = spread
    return target
  }

  @Test(
    "says how much a value has changed",
    arguments: [
      (1.0, "1.00 ×: no change"), (1.25, "1.25 ×: 20 % lower"), (0.8, "0.80 ×: 25 % higher"),
    ]
  )
  func change(_ before: Double, _ text: String) throws {
    let earlier = try EarlierRun(text: EarlierRunTests.target(before).json(), name: "a")
    #expect(earlier.change(of: EarlierRunTests.target(1)) == "before \(text)")
  }

  @Test("does not call a difference within the spread a change")
  func spread() throws {
    let before = EarlierRunTests.target(1.3, 1.2...1.4)
    let earlier = try EarlierRun(text: before.json(), name: "a")
    #expect(
      earlier.change(of: EarlierRunTests.target(1.1, 1.0...1.25))
        == "before 1.30 × (1.20–1.40 ×): no change beyond the spread"
    )
    #expect(
      earlier.change(of: EarlierRunTests.target(1.04, 1.0...1.1))
        == "before 1.30 × (1.20–1.40 ×): 20 % lower"
    )
  }

  @Test("says which targets the earlier run did not measure")
  func missing() throws {
    let earlier = try EarlierRun(text: "", name: "a")
    #expect(earlier.change(of: EarlierRunTests.target(1)) == "before: not measured")
  }

  @Test("rejects a file that is not the output of a run", arguments: ["x", "{}", "[1]"])
  func invalid(_ text: String) {
    #expect(throws: Missing.self) { try EarlierRun(text: text, name: "a") }
  }

  @Test("rejects a file that is missing")
  func unreadable() {
    #expect(throws: Missing.self) { try EarlierRun(path: "/nonexistent/run.json") }
  }
}
