import Testing

@testable import musicbus_bench

@Suite("A performance target")
struct PerformanceTargetTests {
  private static let target = PerformanceTarget(
    "cached.p50",
    "Cached reply",
    1.7,
    max: 1.6,
    [.init("hub", 170, .microseconds), .init("echo", 100, .microseconds)]
  )

  @Test("is met up to its maximum")
  func maximum() {
    #expect(PerformanceTarget("a", "A", 1.6, max: 1.6).isMet == true)
    #expect(PerformanceTarget("a", "A", 1.61, max: 1.6).isMet == false)
  }

  @Test("is shown with its maximum and its figures")
  func text() {
    #expect(
      PerformanceTargetTests.target.text == """
        MISSED  1.70 × (≤ 1.60 ×)  Cached reply [cached.p50]
                hub 170 µs, echo 100 µs
        """
    )
  }

  @Test("is only reported if it has no maximum")
  func reported() {
    let target = PerformanceTarget("a", "A", 12, .count)
    #expect(target.isMet == nil)
    #expect(target.text == "        12  A [a]")
  }

  @Test("is one line of JSON for machines")
  func json() throws {
    let text = try PerformanceTargetTests.target.json()
    #expect(text.hasPrefix(#"{"figures":[{"name":"hub","unit":"µs","value":170},"#), "\(text)")
    #expect(text.contains(#""max":1.6,"name":"cached.p50""#))
    #expect(!text.contains("\n"))
  }

  @Test("is marked if it was measured on a busy machine")
  func busy() {
    var target = PerformanceTarget("a", "A", 12, .count)
    target.busyPercent = 62.5
    #expect(
      target.text
        == "        12  A [a]\n        Measured while other processes used 63 % of the processors."
    )
  }
}

@Suite("Samples")
struct SamplesTests {
  @Test(
    "have percentiles that are among their values",
    arguments: [(0.0, 1.0), (0.25, 1), (0.5, 2), (0.51, 3), (0.75, 3), (0.99, 4), (1, 4)]
  )
  func percentiles(_ share: Double, _ value: Double) {
    #expect(Samples([4, 2, 3, 1]).percentile(share) == value)
  }

  @Test("have the one in the middle as their median")
  func median() {
    #expect(Samples([9, 1, 5]).median == 5)
    #expect(Samples().median == 0)
  }
}

@Suite("Alternating rounds")
struct AlternatingRoundsTests {
  @Test("compare each round with its own baseline, so that a slow phase does not count")
  func slowPhase() {
    var rounds = AlternatingRounds()
    for slowness in [1.0, 1, 10, 10, 10] { rounds.add(12 * slowness, baseline: 10 * slowness) }
    #expect(rounds.ratio == 1.2)
    #expect(rounds.spread == 1.2...1.2)
  }

  @Test("have a spread, the middle half of their ratios, from four rounds on")
  func spread() {
    var rounds = AlternatingRounds()
    for value in [1.0, 2, 3] { rounds.add(value, baseline: 1) }
    #expect(rounds.spread == nil)
    rounds.add(4, baseline: 1)
    #expect(rounds.spread == 1...3)
    let target = PerformanceTarget("a", "A", "hub", to: "echo", .count, in: rounds)
    #expect(
      target.text == "        2.00 ×  A [a]\n        half of the rounds 1.00–3.00 ×, hub 2, echo 1"
    )
  }

  @Test("ignore a round without a baseline")
  func noBaseline() {
    var rounds = AlternatingRounds()
    rounds.add(5, baseline: 0)
    #expect(rounds.ratio == 0)
  }
}

@Suite("The load of the machine")
struct MachineLoadTests {
  @Test("counts the time for which processors wait as idle, and time stolen by others as used")
  func line() throws {
    let times = try #require(MachineLoad.Times("cpu  10 1 5 100 4 1 2 7 3 0"))
    #expect(times.idle == 104)
    #expect(times.total == 130)
  }

  @Test(
    "is unknown if the kernel's text is different",
    arguments: ["", "cpu0 1 2 3 4 5", "cpu 1 2"]
  )
  func unknown(_ text: String) {
    #expect(MachineLoad.Times(text) == nil)
  }

  @Test("is a share")
  func share() {
    #expect((0...100).contains(MachineLoad.percent(overMs: 1)))
  }
}
