import Foundation
import HostKit
import TestKit
import Testing

@Suite("The process journal", .timeLimit(.minutes(10)), .serialized)
struct ProcessJournalTests {
  private let directory: TestDirectory
  private let journal: ProcessJournal
  private let soon = Deadline.after(.seconds(30))

  init() throws {
    directory = try TestDirectory()
    journal = ProcessJournal(at: "\(directory.path)/spawned")
  }

  /// A process that heeds neither the end of its input nor a polite signal.
  private func stubborn(mark: String = "m1", _ script: String = "") throws -> ChildProcess {
    var launch = Launch(
      "/bin/sh",
      ["-c", "trap '' TERM HUP INT; \(script) echo ready; exec /bin/sleep 600"],
      environment: ["PATH": "/usr/bin:/bin", ProcessJournal.variable: mark]
    )
    launch.input = .lifeline
    launch.output = .pipe
    let child = try ChildProcess(launch)
    #expect(try child.output?.readLine(soon) == "ready")
    return child
  }

  private func entries() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/spawned")) ?? []
  }

  @Test("reaps a process that ignores the end of its lifeline and SIGTERM")
  func stubbornProcess() throws {
    let child = try stubborn()
    try awaitProgram("sleep", of: child)
    try journal.record("slow", pid: child.pid, mark: "other")
    child.closeLifeline()
    child.signal(SIGTERM)
    let swept = journal.reapOrphans(soon)
    #expect(swept.map(\.pid) == [child.pid])
    #expect(swept.containsOnly { $0.name == "slow" && $0.hasExited })
    #expect(child.waitForExit(soon) == .killed(signal: SIGKILL))
    #expect(entries().isEmpty)
  }

  @Test("reaps a process that was announced, but not recorded before the hub was killed")
  func announced() throws {
    try journal.announce("early", mark: "m1")
    let child = try stubborn()
    #expect(journal.reapOrphans(soon).map(\.name) == ["early"])
    #expect(child.waitForExit(soon) == .killed(signal: SIGKILL))
    try journal.announce("early", mark: "m2")
    journal.remove(mark: "m2")
    #expect(entries().isEmpty)
  }

  @Test("reaps the descendants of an orphan, in its process group or not, with its mark or not")
  func descendants() throws {
    let child = try stubborn(
      "setsid /bin/sleep 601 & /bin/sleep 602 & env -i setsid /bin/sleep 603 &"
    )
    try journal.record("family", pid: child.pid, mark: "m1")
    let reaped = journal.reapOrphans(soon)
    #expect(reaped.count == 4, "\(reaped)")
    #expect(reaped.containsOnly { $0.name == "family" && $0.hasExited })
    #expect(child.waitForExit(soon) == .killed(signal: SIGKILL))
  }

  @Test("reaps the rest of a process group whose leader has exited")
  func orphans() throws {
    let child = try stubborn("/bin/sleep 603 &")
    try journal.record("family", pid: child.pid, mark: "m1")
    // Not reaped, nor its group with it: as after the end of a hub.
    kill(child.pid, SIGKILL)
    #expect(child.end.wait(soon))
    let swept = journal.reapOrphans(soon)
    #expect(swept.count == 1)
    #expect(swept.first?.pid != child.pid)
    #expect(child.reap() == .killed(signal: SIGKILL))
  }

  @Test(
    "does not end a foreign process with a reused pid",
    arguments: ["\"startTicks\":", "\"boot\":\"", "sleep"]
  )
  func recycled(_ member: String) throws {
    let foreign = try stubborn(mark: "its own")
    try awaitProgram("sleep", of: foreign)
    try journal.record("gone", pid: foreign.pid, mark: "m1")
    let path = "\(directory.path)/spawned/m1.json"
    let entry = try String(contentsOfFile: path, encoding: .utf8).replacing("\\/", with: "/")
    #expect(entry.contains(member), "\(entry)")
    try entry.replacing(member, with: member == "sleep" ? "sloop" : "\(member)7")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(journal.reapOrphans(soon).isEmpty)
    #expect(foreign.reap() == nil)
    #expect(entries().isEmpty)
  }

  @Test("ignores removed and unreadable entries")
  func struck() throws {
    let child = try stubborn(mark: "another")
    try journal.record("one", pid: child.pid, mark: "m1")
    journal.remove(mark: "m1")
    try Data("{".utf8).write(to: URL(filePath: "\(directory.path)/spawned/7.json"))
    #expect(journal.reapOrphans(soon).isEmpty)
    #expect(child.reap() == nil)
    #expect(entries().isEmpty)
  }

  /// A shell becomes the program shortly after it has reported so.
  private func awaitProgram(_ name: String, of child: ChildProcess) throws {
    while try #require(ProcessIdentity(of: child.pid)).executable.hasSuffix(name) == false {
      try #require(!soon.isExpired)
    }
  }
}
