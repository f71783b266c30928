import Foundation
import HostKit
import TestKit
import Testing

@Suite("A child process", .timeLimit(.minutes(10)), .serialized)
struct ChildProcessTests {
  private let soon = Deadline.after(.seconds(30))

  private func shell(
    _ script: String,
    environment: Environment = ["PATH": "/usr/bin:/bin"],
    _ change: (inout Launch) -> Void = { _ in }
  ) throws -> ChildProcess {
    var launch = Launch("/bin/sh", ["-c", script], environment: environment)
    launch.output = .pipe
    change(&launch)
    return try ChildProcess(launch)
  }

  @Test("gets its arguments and exactly its environment, and returns its exit status")
  func run() throws {
    let child = try shell(
      "env | grep -v '^_=\\|^PWD=\\|^SHLVL='; exit 3",
      environment: ["PATH": "/bin", "A": "b c"]
    )
    #expect(try child.output?.readText(soon) == "A=b c\nPATH=/bin\n")
    #expect(child.waitForExit(soon) == .exited(3))
    #expect(child.reap() == .exited(3))
  }

  @Test("cannot be started from a file that is not executable")
  func missing() {
    let error = #expect(throws: SystemError.self) {
      _ = try ChildProcess(Launch("/no/such/file", environment: [:]))
    }
    #expect(error?.code == ENOENT)
    #expect(
      error?.description
        == "Could not start /no/such/file. The file or directory does not exist."
    )
  }

  @Test("has the three streams and no other descriptor")
  func descriptors() throws {
    let leaky = open("/dev/null", O_RDONLY)  // Without O_CLOEXEC, as careless code does.
    defer { close(leaky) }
    let child = try shell("exec ls /proc/self/fd") { $0.input = .lifeline }
    // The fourth is the directory that `ls` itself reads.
    #expect(try child.output?.readText(soon) == "0\n1\n2\n3\n")
    #expect(child.waitForExit(soon) == .exited(0))
  }

  @Test("leads its own group, with no signal blocked or ignored")
  func group() throws {
    let before = Glibc.signal(SIGPIPE, SIG_IGN)
    defer { Glibc.signal(SIGPIPE, before) }
    let child = try shell(
      "cut -d' ' -f5 /proc/$$/stat; exec grep -E 'Sig(Blk|Ign)' /proc/self/status"
    )
    let lines = try #require(try child.output?.readText(soon)).split(separator: "\n").map(
      String.init
    )
    #expect(lines.count == 3)
    #expect(lines.first == String(child.pid))
    #expect(lines.contains("SigBlk:\t0000000000000000"))
    // glibc reserves two real-time signals, 32 and 33.
    let ignored = lines.last.flatMap { UInt64($0.suffix(16), radix: 16) }
    #expect(ignored.map { $0 & ~0x1_8000_0000 } == 0)
    #expect(child.waitForExit(soon) == .exited(0))
  }

  @Test("has its own limits, and none of ours")
  func limits() throws {
    // The limits are set after its start, before the first line of input.
    let child = try shell("read line; ulimit -n; ulimit -c; ulimit -v; ulimit -t") {
      $0.input = .lifeline
      $0.limits.openFiles = 77
      $0.limits.coreBytes = 0
      $0.limits.memoryBytes = 2 << 30
    }
    try child.input?.write(Array("start\n".utf8))
    #expect(try child.output?.readText(soon) == "77\n0\n2097152\nunlimited\n")
    #expect(child.waitForExit(soon) == .exited(0))
  }

  @Test("sees the end of its lifeline")
  func lease() throws {
    let child = try shell("read line; echo \"got $line\"; cat >/dev/null; echo end") {
      $0.input = .lifeline
    }
    try child.input?.write(Array("hello\n".utf8))
    #expect(try child.output?.readLine(soon) == "got hello")
    #expect(child.reap() == nil)
    child.closeLifeline()
    #expect(try child.output?.readLine(soon) == "end")
    #expect(child.waitForExit(soon) == .exited(0))
  }

  @Test("ends its descendants when it is stopped")
  func grandchildren() throws {
    let child = try shell("sleep 1000 & echo $!; exit 0")
    let line = try #require(try child.output?.readLine(soon))
    let grandchild = try #require(pid_t(line))
    let end = try ProcessExitWatch(of: grandchild)
    #expect(child.waitForExit(soon) == .exited(0))
    #expect(end.wait(soon))
  }

  @Test("is killed if it ignores SIGTERM")
  func stubborn() throws {
    let child = try shell("trap '' TERM; echo ready; while :; do sleep 1000; done") {
      $0.input = .lifeline
    }
    #expect(try child.output?.readLine(soon) == "ready")
    #expect(child.stop(timeout: .milliseconds(20)) == .killed(signal: SIGKILL))
  }

  @Test("is killed and reaped when its handle is released")
  func dropped() throws {
    var end: ProcessExitWatch?
    var pid: pid_t = 0
    do {
      let child = try shell("exec sleep 1000")
      (end, pid) = (child.end, child.pid)
    }
    #expect(end?.wait(soon) == true)
    #expect(kill(pid, 0) == -1)
  }

  @Test("survives in a separate session if it is started detached")
  func session() throws {
    var end: ProcessExitWatch?
    var pid: pid_t = 0
    do {
      let child = try shell("cut -d' ' -f6 /proc/$$/stat; exec sleep 1000") {
        $0.groupRole = .newSession
      }
      #expect(try child.output?.readLine(soon) == String(child.pid))
      (end, pid) = (child.end, child.pid)
    }
    #expect(kill(pid, 0) == 0)
    kill(-pid, SIGKILL)
    #expect(end?.wait(soon) == true)
    // The next process that is started reaps it.
    #expect(try shell("exit 0").waitForExit(soon) == .exited(0))
    #expect(kill(pid, 0) == -1)
  }

  @Test("appends to a file, readable by the owner only")
  func file() throws {
    let directory = try TestDirectory()
    let log = directory.path + "/log"
    for line in ["one", "two"] {
      let child = try shell("echo \(line); echo bad >&2") {
        $0.output = .file(log)
        $0.errors = .null
      }
      #expect(child.waitForExit(soon) == .exited(0))
    }
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "one\ntwo\n")
    let mode = try FileManager.default.attributesOfItem(atPath: log)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("leaves no descriptor and no zombie, two hundred times")
  func leaks() throws {
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try openDescriptors()
    var pids: [pid_t] = []
    for _ in 0..<200 {
      let child = try shell("exit 0") {
        $0.input = .lifeline
        $0.errors = .pipe
      }
      pids.append(child.pid)
      #expect(child.waitForExit(soon) == .exited(0))
    }
    // Other suites run concurrently and open a few files.
    #expect(try openDescriptors() < before + 40)
    #expect(pids.containsOnly { waitpid($0, nil, WNOHANG) == -1 })
  }
}
