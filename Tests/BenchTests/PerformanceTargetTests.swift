import Testing

@testable import musicbus_bench

@Suite("A performance target")
struct PerformanceTargetTests {
  private static let bar = PerformanceTarget.ratio(
    "cached.p50",
    "Cached reply",
    .init("hub", 120, .microseconds),
    to: .init("echo", 100, .microseconds),
    .atMost(1.15)
  )

  @Test(
    "is met up to its bound",
    arguments: [
      (PerformanceTarget.Limit.atMost(1.5), 1.5, true), (.atMost(1.5), 1.51, false),
      (.atLeast(0.6), 0.6, true),
      (.atLeast(0.6), 0.59, false),
    ]
  )
  func holds(_ limit: PerformanceTarget.Limit, _ value: Double, _ holds: Bool) {
    #expect(PerformanceTarget("a", "A", value, .times, limit).isMet == holds)
  }

  @Test("is only reported if it has no bound")
  func reported() {
    let bar = PerformanceTarget("a", "A", 12, .count)
    #expect(bar.isMet == nil)
    #expect(bar.text == "        12  A [a]")
  }

  @Test("is the value as a multiple of its baseline, with both values")
  func ratio() {
    #expect(PerformanceTargetTests.bar.value == 1.2)
    #expect(
      PerformanceTargetTests.bar.text == """
        MISSED  1.20 × (≤ 1.15 ×)  Cached reply [cached.p50]
                hub 120 µs, echo 100 µs
        """
    )
  }

  @Test("is missing if the baseline is missing")
  func nothing() {
    let none = PerformanceTarget.Figure("none", 0, .perSecond)
    #expect(PerformanceTarget.ratio("a", "A", none, to: none, nil).value == 0)
  }

  @Test("is one line of JSON for machines")
  func json() throws {
    #expect(
      try PerformanceTargetTests.bar.json()
        == #"{"bound":"atMost","figures":{"echo µs":100,"hub µs":120},"isMet":false,"#
        + #""name":"cached.p50","target":1.15,"title":"Cached reply","unit":"×","value":1.2}"#
    )
  }

  @Test("is a row of the table of targets")
  func markdown() {
    #expect(
      TargetTable.markdown([PerformanceTargetTests.bar]).split(separator: "\n").last
        == "| Cached reply | 1.20 × | ≤ 1.15 × | **no** | hub 120 µs, echo 100 µs |"
    )
  }
}

@Suite("A run")
struct RunTests {
  @Test("includes all measurements, or those that are named")
  func names() throws {
    #expect(try Run([]).names.isEmpty)
    let run = try Run(["--only", "cached", "--json", "--only", "fanout", "--long"])
    #expect(run.names == ["cached", "fanout"])
    #expect(run.isJSON)
    #expect(run.extent.isLong)
  }

  @Test(
    "rejects an invalid command line",
    arguments: [["--only"], ["--only", "x"], ["x"], ["--x"]]
  )
  func refused(_ words: [String]) {
    #expect(throws: UsageError.self) { try Run(words) }
  }

  @Test("fails if a measurement fails or a target is missed")
  func status() throws {
    let run = try Run([])
    func measurement(_ result: @escaping @Sendable () throws -> [PerformanceTarget])
      -> [Measurement]
    {
      [Measurement(name: "a", summary: "A", run: { _ in try result() })]
    }
    #expect(run.run(measurement { [PerformanceTarget("a", "A", 1, .times, .atMost(1))] }) == 0)
    #expect(run.run(measurement { [PerformanceTarget("a", "A", 2, .times, .atMost(1))] }) == 2)
    #expect(run.run(measurement { throw Missing("a hub") }) == 1)
  }

  @Test("skips comparisons with a program that is not installed")
  func leftOut() throws {
    #expect(throws: NotInstalled.self) { try Command.find("no-such-program") }
    let other = Measurement(name: "other", summary: "O", run: { _ in throw NotInstalled("other") })
    #expect(try Run([]).run([other]) == 0)
  }

  @Test("has a unique name for every measurement")
  func unique() {
    #expect(Set(Measurement.all.map(\.name)).count == Measurement.all.count)
  }
}

@Suite("The growth of a cost")
struct GrowthTests {
  @Test("is 1 for n log n, and more for faster growth")
  func growth() {
    let small = FanPoint(records: 4, label: 4, time: 8)
    #expect(FanPoint(records: 16, label: 16, time: 64).growth(from: small) == 1)
    #expect(FanPoint(records: 16, label: 16, time: 128).growth(from: small) == 2)
  }
}
