import Foundation
import HostKit
import TestKit
import Testing

@Suite("The demo", .timeLimit(.minutes(10)))
struct DemoInterruptionTests {
  @Test(
    "removes its files if it is interrupted, even twice",
    arguments: [[SIGINT], [SIGTERM], [SIGINT, SIGINT]]
  )
  func interrupted(by signals: [Int32]) throws {
    var launch = Launch(
      Executables.path("musicbus"),
      ["demo"],
      environment: Environment.ofTests.allowing(["PATH"]).merging(["HOME": "/"]) { $1 }
    )
    launch.output = .pipe
    launch.errors = .null
    let demo = try ChildProcess(launch)
    let directory = try directory(printedBy: demo)
    #expect(FileManager.default.fileExists(atPath: directory))
    for signal in signals { demo.signal(signal) }
    #expect(demo.waitForExit(.after(.seconds(30))) == .killed(signal: signals[0]))
    #expect(!FileManager.default.fileExists(atPath: directory))
    #expect(processes(knowing: directory).isEmpty)
  }

  @Test("says that it needs Python, if that is missing")
  func withoutPython() throws {
    let empty = try TestDirectory()
    var environment = Environment.ofTests
    (environment["PATH"], environment["HOME"]) = (empty.path, "/")
    let demo = try RunResult.of("musicbus", ["demo"], environment: environment)
    #expect(demo.status == 69, "\(demo)")
    #expect(demo.errors.contains("Could not find python3, which the demo needs."), "\(demo)")
    #expect(demo.errors.contains("Install Python 3.11 or later"), "\(demo)")
  }

  /// The directory from the first line of output.
  private func directory(printedBy demo: ChildProcess) throws -> String {
    let output = try #require(demo.output)
    let deadline = Deadline.after(.seconds(30))
    var text = ""
    while !text.contains("\n"), !deadline.isExpired, output.waitUntilReadable(deadline) {
      guard case .bytes(let bytes) = try output.read() else { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    let line = try #require(text.split(separator: "\n").first)
    let start = try #require(line.range(of: "/tmp/")).lowerBound
    return String(line[start...].dropLast())
  }

  /// The processes with the directory in their environment.
  private func processes(knowing directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ")
      return environment?.range(of: Data(directory.utf8)) != nil
    }
  }
}
