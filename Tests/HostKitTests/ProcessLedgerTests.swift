import Foundation
import HostKit
import TestKit
import Testing

@Suite("The ledger of processes", .timeLimit(.minutes(2)), .serialized)
struct ProcessLedgerTests {
  private let directory: TestDirectory
  private let ledger: ProcessJournal
  private let soon = Deadline.after(.seconds(30))

  init() throws {
    directory = try TestDirectory()
    ledger = ProcessJournal(at: "\(directory.path)/spawned")
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

  @Test("ends a process that ignores the end of its lease and SIGTERM")
  func stubbornProcess() throws {
    let child = try stubborn()
    try awaitProgram("sleep", of: child)
    try ledger.record("slow", pid: child.pid, mark: "other")
    child.closeLifeline()
    child.signal(SIGTERM)
    let swept = ledger.reapOrphans(soon)
    #expect(swept.map(\.pid) == [child.pid])
    #expect(swept.allSatisfy { $0.name == "slow" && $0.hasExited })
    #expect(child.waitForExit(soon) == .killed(signal: SIGKILL))
    #expect(entries().isEmpty)
  }

  @Test("ends what such a process has started, in its group or out of it")
  func descendants() throws {
    let child = try stubborn("setsid /bin/sleep 601 & /bin/sleep 602 &")
    try ledger.record("family", pid: child.pid, mark: "m1")
    #expect(ledger.reapOrphans(soon).count == 3)
    #expect(child.waitForExit(soon) == .killed(signal: SIGKILL))
  }

  @Test("ends what is left of a group whose first process has gone")
  func orphans() throws {
    let child = try stubborn("/bin/sleep 603 &")
    try ledger.record("family", pid: child.pid, mark: "m1")
    // Not reaped, nor its group with it: as after the end of a hub.
    kill(child.pid, SIGKILL)
    #expect(child.end.wait(soon))
    let swept = ledger.reapOrphans(soon)
    #expect(swept.count == 1)
    #expect(swept.first?.pid != child.pid)
    #expect(child.reap() == .killed(signal: SIGKILL))
  }

  @Test(
    "leaves a stranger alone that has got the number of one of ours",
    arguments: ["\"startTicks\":", "\"boot\":\"", "sleep"]
  )
  func recycled(_ member: String) throws {
    let stranger = try stubborn(mark: "its own")
    try awaitProgram("sleep", of: stranger)
    try ledger.record("gone", pid: stranger.pid, mark: "m1")
    let path = "\(directory.path)/spawned/\(stranger.pid).json"
    let entry = try String(contentsOfFile: path, encoding: .utf8).replacing("\\/", with: "/")
    #expect(entry.contains(member), "\(entry)")
    try entry.replacing(member, with: member == "sleep" ? "sloop" : "\(member)7")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(ledger.reapOrphans(soon).isEmpty)
    #expect(stranger.reap() == nil)
    #expect(entries().isEmpty)
  }

  @Test("forgets a process that is struck out, and one that cannot be read")
  func struck() throws {
    let child = try stubborn(mark: "another")
    try ledger.record("one", pid: child.pid, mark: "m1")
    ledger.remove(child.pid)
    try Data("{".utf8).write(to: URL(filePath: "\(directory.path)/spawned/7.json"))
    #expect(ledger.reapOrphans(soon).isEmpty)
    #expect(child.reap() == nil)
    #expect(entries().isEmpty)
  }

  /// A shell becomes the program that it is told to become a moment after it has said so.
  private func awaitProgram(_ name: String, of child: ChildProcess) throws {
    while try #require(ProcessIdentity(of: child.pid)).executable.hasSuffix(name) == false {
      try #require(!soon.isExpired)
    }
  }
}
