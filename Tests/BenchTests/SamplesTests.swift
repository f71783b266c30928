import Testing

@testable import musicbus_bench

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
