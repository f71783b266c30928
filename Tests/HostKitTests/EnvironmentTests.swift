import Foundation
import HostKit
import TestKit
import Testing

@Suite("The environment")
struct EnvironmentTests {
  @Test("contains all variables of this process")
  func current() {
    #expect(Environment.current == ProcessInfo.processInfo.environment)
  }

  @Test("can be limited to names and prefixes")
  func allowing() {
    let all = [
      "PATH": "p", "LC_ALL": "C", "LC_TIME": "C", "LANG": "C", "SECRET": "s", "PATHS": "x",
    ]
    #expect(all.allowing(["PATH", "LC_*"]) == ["PATH": "p", "LC_ALL": "C", "LC_TIME": "C"])
  }
}

@Suite("Finding executables")
struct ExecutableSearchTests {
  @Test("searches the directories first and then PATH, and skips files that are not executable")
  func find() throws {
    let directory = try TestDirectory()
    _ = try directory.write("", to: "sh")
    #expect(ExecutableSearch.find("sh", in: [directory.path], path: "/nowhere:/bin") == "/bin/sh")
    #expect(ExecutableSearch.find("sh", in: ["/usr/bin"], path: "/bin") == "/usr/bin/sh")
    #expect(ExecutableSearch.find("/bin/sh") == "/bin/sh")
    #expect(ExecutableSearch.find("no-such-thing", path: "/bin") == nil)
    #expect(ExecutableSearch.find("bin", in: ["/"]) == nil)
  }

  @Test("finds the running executable")
  func this() throws {
    let path = try ExecutableSearch.thisExecutable()
    #expect(FileManager.default.isExecutableFile(atPath: path))
  }
}

@Suite("Deadlines")
struct DeadlineTests {
  @Test(
    "count whole milliseconds of a duration",
    arguments: [
      (Duration.seconds(2), 2000), (.milliseconds(1), 1), (.microseconds(1999), 1),
      (.seconds(Int64.max), Int.max),
    ]
  )
  func milliseconds(duration: Duration, expected: Int) {
    #expect(duration.milliseconds == expected)
  }

  @Test("expire immediately for a duration of zero")
  func over() {
    #expect(Deadline.after(.zero).isExpired)
    #expect(Deadline.after(.seconds(-1)).isExpired)
    #expect(!Deadline.after(.seconds(100)).isExpired)
  }
}
