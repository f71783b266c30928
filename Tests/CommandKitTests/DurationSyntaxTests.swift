import CommandKit
import Testing

@Suite("A time on the command line")
struct DurationSyntaxTests {
  @Test(
    "is parsed in milliseconds, seconds or minutes",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("3s", .seconds(3)), ("3", .seconds(3)),
      ("1.5s", .milliseconds(1500)), ("1.5", .milliseconds(1500)), ("0.25s", .milliseconds(250)),
      ("0.125", .milliseconds(125)), ("2m", .seconds(120)), ("0", .zero), ("0ms", .zero),
      ("007", .seconds(7)),
    ]
  )
  func accepted(text: String, duration: Duration) throws {
    #expect(try Sample.run("top", "--wait", text).invocation[Sample.wait] == duration)
  }

  @Test(
    "is rejected if it is invalid or out of range",
    arguments: [
      "", "s", "ms", ".5", "1.", "1.2345", "-1", "+1", "1h", "3 s", "1,5", "abc", "１", "121", "3m",
      "9223372036854775807", "9223372036854775807ms", "9223372036854775808", "153722867280912930m",
      "9223372036854775.999", "1e3", "0x10",
    ]
  )
  func refused(text: String) {
    #expect(throws: UsageError.self) { try Sample.run("top", "--wait=\(text)") }
  }
}
