import Glibc
import HubCore
import Testing

@testable import HubRuntime

@Suite("The log of the hub")
struct HubLogTests {
  @Test(
    "has the lines of its level and of those above",
    arguments: [
      (LogLevel.debug, ["debug", "info", "warning", "error"]),
      (.info, ["info", "warning", "error"]),
      (.warning, ["warning", "error"]), (.error, ["error"]),
    ]
  )
  func levels(_ level: LogLevel, _ expected: [String]) throws {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    let log = HubLog(level: level, to: ends[1])
    for one in [LogLevel.debug, .info, .warning, .error] { log.write(one, "a line of \(one)") }
    log.flush()
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    close(ends[0])
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let words = text.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(words.map(String.init) == expected)
  }
}
