import Testing

@testable import musicbus_bench

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
    let target = PerformanceTarget.ratio("a", "A", "hub", to: "echo", .count, in: rounds, nil)
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
