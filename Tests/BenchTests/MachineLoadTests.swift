import Testing

@testable import musicbus_bench

@Suite("The load of the machine")
struct MachineLoadTests {
  @Test("counts the time for which processors wait as idle, and time stolen by others as used")
  func line() throws {
    let times = try #require(MachineLoad.Times("cpu  10 1 5 100 4 1 2 7 3 0\ncpu0 1 2 3"))
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

  @Test("marks the targets that were measured on a busy machine")
  func marked() throws {
    var target = PerformanceTarget("a", "A", 12, .count)
    target.busyPercent = 62.5
    #expect(
      target.text
        == "        12  A [a]\n        Measured while other processes used 63 % of the processors."
    )
    #expect(try target.json().contains(#""busyPercent":62.5"#))
  }
}
