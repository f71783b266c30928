import ClientKit
import Testing

@Suite("The time until a retry")
struct WaitingTimeTests {
  @Test(
    "is written in a suitable unit",
    arguments: [
      (-5, "1 second"), (1, "1 second"), (41_001, "42 seconds"), (120_000, "120 seconds"),
      (120_001, "3 minutes"), (3_571_000, "60 minutes"), (86_400_000, "24 hours"),
    ]
  )
  func text(_ ms: Int, _ text: String) { #expect(WaitingTime.text(ms: ms) == text) }
}
