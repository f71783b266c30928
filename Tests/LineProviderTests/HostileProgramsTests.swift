import Foundation
import HostKit
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

/// A program that attacks its user, and how that ends.
struct HostileProgram: Sendable, CustomTestStringConvertible {
  let name: String
  /// The statements for a call with the text "bad"; `attempt` returns the name of an error, or "done".
  let statements: String
  /// A part of the note or failure of the call.
  let expected: String

  init(_ name: String, _ expected: String, _ statements: String) {
    (self.name, self.expected, self.statements) = (name, expected, statements)
  }

  var testDescription: String { name }

  /// What the sandbox prevents.
  static let confined: [HostileProgram] = [
    .init(
      "reads a key in the home directory",
      "FileNotFoundError",
      #"tell(open, ANN + "/.ssh/id")"#
    ),
    .init("reads the state of another provider", "FileNotFoundError", "tell(open, OTHER)"),
    .init("lists all home directories", "FileNotFoundError", #"tell(os.listdir, "/home")"#),
    .init("reads the accounts of the machine", "FileNotFoundError", #"tell(open, "/etc/passwd")"#),
    .init("changes its own program", "OSError 30", #"tell(open, "provider.py", "w")"#),
    .init("writes beside its program", "OSError 30", #"tell(open, "new", "w")"#),
    .init("writes to the system", "OSError 30", #"tell(open, "/usr/bin/new", "w")"#),
    .init("writes to the temporary directory", "OSError 30", #"tell(open, "/tmp-new", "w")"#),
    .init("makes a device", "Error", #"tell(os.mknod, "/state/sda", 0o60600, os.makedev(8, 0))"#),
    .init(
      "changes the kernel, as root could",
      "OSError",
      #"tell(open, "/proc/sys/kernel/domainname", "w")"#
    ),
    .init(
      "reads the environment of the process that started it",
      "only its own",
      """
      seen = [open(f"/proc/{p}/environ").read() for p in os.listdir("/proc") if p.isdigit()]
      note("secret" if any("S3CRET" in text for text in seen) else "only its own")
      """
    ),
    .init(
      "connects to a service on this machine",
      "OSError 111",
      "tell(socket.create_connection, ('127.0.0.1', PORT), 2)"
    ),
    .init(
      "connects to an address in the network",
      "OSError 101",
      "tell(socket.create_connection, ('192.0.2.1', 80), 2)"
    ),
    .init("resolves a name", "gaierror", "tell(socket.getaddrinfo, 'musicbus.example', 80)"),
    .init(
      "kills all processes of its user",
      "only its own",
      """
      subprocess.Popen(["sleep", "600"])
      tell(os.kill, -1, 9, fine="only its own")
      """
    ),
    .init(
      "makes a namespace in which it is the administrator",
      "1",
      "note(str(subprocess.run(['unshare', '-r', 'true'], capture_output=True).returncode))"
    ),
  ]

  /// What its limits, and the process that speaks with it, prevent anywhere.
  static let limited: [HostileProgram] = [
    .init("fills the memory by one process", "MemoryError", "tell(bytearray, 1 << 30)"),
    .init(
      "fills the memory by many processes",
      "MB of memory; at most 64 MB are allowed.",
      """
      for _ in range(6):
          if os.fork() == 0:
              filled = b"x" * (30 << 20)
              signal.pause()
      signal.pause()
      """
    ),
    .init(
      "starts more and more processes",
      "started more than 8 processes",
      """
      for _ in range(12):
          try: subprocess.Popen(["sleep", "600"], start_new_session=True)
          except OSError: pass
      signal.pause()
      """
    ),
    .init(
      "fills the disk by one file",
      "OSError 27",
      #"tell(lambda: open(HOME + "/big", "wb").write(bytes(30 << 20)))"#
    ),
    .init(
      "fills the disk by many files",
      "MB of its home directory; at most 8 MB are allowed.",
      """
      for number in range(10):
          with open(f"{HOME}/{number}", "wb") as file: file.write(os.urandom(2 << 20))
      signal.pause()
      """
    ),
    .init(
      "hides what fills the memory in files that have no name",
      "MB of memory; at most 64 MB are allowed.",
      """
      held = [os.memfd_create("x") for _ in range(12)]
      for file in held: os.write(file, bytes(7 << 20))
      signal.pause()
      """
    ),
    .init(
      "fills the disk by files that it has removed",
      "MB of its home directory; at most 8 MB are allowed.",
      """
      held = []
      for number in range(10):
          held.append(open(f"{HOME}/{number}", "wb", 0))
          os.unlink(held[-1].name)
          held[-1].write(os.urandom(2 << 20))
      signal.pause()
      """
    ),
    .init(
      "makes a file for each of a thousand things",
      "more than 100 files in its home directory",
      """
      for number in range(1000): open(f"{HOME}/{number}", "w").close()
      signal.pause()
      """
    ),
    .init(
      "floods its standard error",
      "done",
      #"for _ in range(100): sys.stderr.write("x" * 1000000)"# + "\n" + #"note("done")"#
    ),
    .init(
      "floods its standard output",
      "a line of more than",
      #"while True: sys.stdout.write("x" * 1000000)"#
    ),
    .init(
      "never replies, and ignores all signals",
      "did not end the call in time",
      """
      for number in range(1, 65):
          try: signal.signal(number, signal.SIG_IGN)
          except (OSError, ValueError): pass
      while True: time.sleep(600)
      """
    ),
    .init(
      "leaves a process behind that nobody knows",
      "done",
      """
      subprocess.Popen(["sleep", "600"], start_new_session=True, stdin=subprocess.DEVNULL,
          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      note("done")
      """
    ),
    .init("dies", "killed by signal 11 (SIGSEGV)", "import ctypes; ctypes.string_at(0)"),
    .init("prints garbage", "The program wrote", #"print("\\x00\\xff garbage", flush=True)"#),
    .init(
      "requests a service of this machine",
      "is not one of the provider's hosts",
      #"say(id=line["id"], fetch="http://127.0.0.1:1/admin")"#
    ),
    .init(
      "requests a file",
      "file:///etc/passwd",
      #"say(id=line["id"], fetch="file:///etc/passwd")"#
    ),
    .init(
      "lies about the ids of others",
      "not in the manifest: mbid:artist",
      #"say(id=line["id"], items=[{"id": "mbid:artist:1", "name": "A"}, {"id": "x", "name": "B"}])"#
    ),
  ]
}

@Suite("A hostile program", .timeLimit(.minutes(10)))
struct HostileProgramsTests {
  private static let setUp = """
    import signal, socket, subprocess, time
    HOME = os.environ["HOME"]
    def note(text): say(id=line["id"], items=[], notes=[text])
    def tell(action, *args, fine="done"):
        try: action(*args)
        except OSError as error: return note(type(error).__name__ + f" {error.errno}: OSError {error.errno}")
        except BaseException as error: return note(type(error).__name__)
        note(fine)
    for line in lines:
        if "params" not in line: continue
        if line["params"]["text"] != "bad":
            note("good")
            continue

    """

  private static let limits: ProgramSandbox.Limits = {
    var limits = ProgramSandbox.Limits()
    (limits.memoryBytes, limits.processes) = (64 << 20, 8)
    (limits.stateBytes, limits.stateFiles) = (8 << 20, 100)
    return limits
  }()

  private func fixture(_ program: HostileProgram, _ values: [String: String]) throws -> Fixture {
    let constants = values.map { "\($0) = \($1)\n" }.joined()
    let statements = program.statements.split(separator: "\n").map { "    \($0)\n" }.joined()
    return try Fixture(
      constants + Self.setUp + statements,
      idleTime: .milliseconds(300),
      limits: Self.limits
    )
  }

  /// Runs the program, and checks that it can be called again, and that nothing of it is left at its end.
  private func attack(_ fixture: Fixture, _ program: HostileProgram) async throws {
    let isSilent = program.expected.contains("in time")
    let bad = await fixture.search("bad", timeout: isSilent ? .seconds(1) : .seconds(60))
    let told = bad.notes + [bad.failure?.message ?? ""] + bad.skipped.keys
    #expect(told.joined(separator: "\n").contains(program.expected), "\(told)")
    #expect(await fixture.search("good").notes.first == "good")
  }

  @Test("is confined by its sandbox", arguments: HostileProgram.confined)
  func confined(_ program: HostileProgram) async throws {
    let user = try TestDirectory()
    let (key, other) = ("\(user.path)/.ssh/id", "\(user.path)/other")
    try FileManager.default.createDirectory(
      atPath: "\(user.path)/.ssh",
      withIntermediateDirectories: true
    )
    for path in [key, other] { try Data("S3CRET".utf8).write(to: URL(filePath: path)) }
    let fixture = try fixture(
      program,
      ["ANN": "'\(user.path)'", "OTHER": "'\(other)'", "PORT": "1"]
    )
    guard fixture.descriptor.sandbox?.active == true else {
      // Where there is none, it says so, and the rest cannot be tried.
      return #expect(fixture.descriptor.sandbox?.reason?.isEmpty == false)
    }
    try await attack(fixture, program)
    #expect(FileManager.default.contents(atPath: key) == Data("S3CRET".utf8))
  }

  @Test("is held to its limits, with or without a sandbox", arguments: HostileProgram.limited)
  func limited(_ program: HostileProgram) async throws {
    let fixture = try fixture(program, [:])
    try await attack(fixture, program)
    let used = StateDirectory.usage(of: fixture.state)
    #expect(used.bytes <= Self.limits.stateBytes && used.files <= Self.limits.stateFiles)
    // It is ended soon, without a call.
    try await awaitAsyncCondition("the end of all processes") { fixture.processes.isEmpty }
  }

  @Test("that fills its home directory loses what is there, and nothing to which links lead")
  func links() async throws {
    let user = try TestDirectory()
    let file = "\(user.path)/favorites"
    try Data("precious".utf8).write(to: URL(filePath: file))
    let program = HostileProgram(
      "fills the disk beside a link",
      "of its home directory",
      """
      os.symlink(USER, HOME + "/link")
      for number in range(10):
          with open(f"{HOME}/{number}", "wb") as file: file.write(os.urandom(2 << 20))
      signal.pause()
      """
    )
    let fixture = try fixture(program, ["USER": "'\(user.path)'"])
    try await attack(fixture, program)
    #expect(FileManager.default.contents(atPath: file) == Data("precious".utf8))
    // The mark by which the hub knows it again is all that is left.
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.state)
    #expect(left == [StateDirectory.marker])
  }
}
