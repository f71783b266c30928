import Foundation
import HostKit
import TestKit
import Testing

@Suite("The hub's lock", .timeLimit(.minutes(10)))
struct HubLockTests {
  let directory: TestDirectory
  var path: String { directory.path + "/hub.lock" }

  init() throws { directory = try TestDirectory() }

  /// Another process that holds the lock until its standard input ends.
  private func holder() throws -> ChildProcess {
    let script = """
      import fcntl, sys
      file = open(sys.argv[1], "a+")
      fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
      print("held", flush=True)
      sys.stdin.read()
      """
    var launch = Launch("/usr/bin/env", ["python3", "-c", script, path], environment: .ofTests)
    launch.input = .lifeline
    launch.output = .pipe
    let child = try ChildProcess(launch)
    #expect(try child.output?.readLine(.after(.seconds(20))) == "held")
    return child
  }

  @Test("is free if it was never taken")
  func neverTaken() throws {
    #expect(try HubLock.holder(at: path) == nil)
    #expect(try HubLock.waitUntilFree(at: path, .after(.seconds(60))))
  }

  @Test(
    "contains the pid of its holder, refuses a second one, and is released when the holder exits",
    .enabled(if: hasPython)
  )
  func held() throws {
    let child = try holder()
    #expect(try HubLock.holder(at: path) == child.pid)
    #expect(throws: HubLockError.held(by: child.pid)) { _ = try HubLock(at: path) }
    #expect(try !HubLock.waitUntilFree(at: path, .after(.milliseconds(20))))
    child.signal(SIGKILL)
    #expect(try HubLock.waitUntilFree(at: path, .after(.seconds(20))))
    #expect(child.waitForExit(.after(.seconds(20))) == .killed(signal: SIGKILL))
    _ = try HubLock(at: path)
  }

  @Test("can be taken again after a release")
  func again() throws {
    do { _ = try HubLock(at: path) }
    _ = try HubLock(at: path)
  }

  @Test("reports why its file is unusable")
  func unusable() throws {
    let error = #expect(throws: HubLockError.self) { _ = try HubLock(at: directory.path) }
    guard case .unusable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.code == EISDIR)
    #expect(reason.message == "Could not open \(directory.path).")
  }

  static let hasPython =
    ExecutableSearch.find("python3", path: Environment.current["PATH"]) != nil
}
