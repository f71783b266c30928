import Glibc
import Testing

@testable import musicbus

@Suite("The screen of browsing")
struct ScreenModeTests {
  @Test("abandons a text that the terminal does not accept in time")
  func paused() {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    #expect(ScreenMode.write("short", to: ends[1], within: .zero))
    let long = String(repeating: "x", count: 1_000_000)
    #expect(!ScreenMode.write(long, to: ends[1], within: .zero))
  }
}
