import Foundation
import HostKit
import TestKit
import Testing

@Suite("The executable", .timeLimit(.minutes(10)))
struct ExecutableTests {
  @Test(
    "exits with 64 and a message if the command line is invalid",
    arguments: ["--bogus", "--fault=nonsense"]
  )
  func wrongUse(_ argument: String) throws {
    let result = try run(argument)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("musicbus-sample-upstream: "))
  }

  @Test("prints its help")
  func help() throws {
    let result = try run("--help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Serves the APIs of all bundled sources"))
    #expect(result.errors.isEmpty)
  }

  @Test("exits when its standard input ends, even while a response hangs")
  func lease() async throws {
    var launch = Launch(
      Executables.path("musicbus-sample-upstream"),
      ["--lease", "--fault", "hang"],
      environment: Environment.ofTests.allowing(["PATH"])
    )
    launch.input = .lifeline
    launch.output = .pipe
    let child = try ChildProcess(launch)
    let line = try firstLine(of: child)
    #expect(line.hasPrefix("http://127.0.0.1:") && line.hasSuffix("\n"))
    child.closeLifeline()
    #expect(child.waitForExit(.after(.seconds(10))) == .exited(0))
  }

  @Test("exits on a signal", arguments: [SIGTERM, SIGINT])
  func signals(_ signal: Int32) throws {
    var launch = Launch(
      Executables.path("musicbus-sample-upstream"),
      [],
      environment: Environment.ofTests.allowing(["PATH"])
    )
    launch.output = .pipe
    let child = try ChildProcess(launch)
    _ = try firstLine(of: child)
    child.signal(signal)
    #expect(child.waitForExit(.after(.seconds(10))) == .exited(0))
  }

  private func run(_ argument: String) throws -> RunResult {
    try RunResult.of(
      "musicbus-sample-upstream",
      [argument],
      environment: Environment.ofTests.allowing(["PATH"])
    )
  }

  private func firstLine(of child: ChildProcess) throws -> String {
    let deadline = Deadline.after(.seconds(20))
    var text = ""
    while !text.contains("\n"), !deadline.isExpired {
      guard let output = child.output, output.waitUntilReadable(deadline) else { continue }
      guard case .bytes(let bytes) = try output.read() else { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }
}
