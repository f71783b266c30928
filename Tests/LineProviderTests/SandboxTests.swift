import BusProtocol
import Foundation
import HostKit
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

/// A user's home directory with a tool and a token in it.
private struct Home {
  let directory: TestDirectory
  var path: String { directory.path }
  var token: String { "\(path)/tools/token" }

  init() throws {
    directory = try TestDirectory()
    try FileManager.default.createDirectory(
      atPath: "\(path)/tools/bin",
      withIntermediateDirectories: true
    )
    try "S3CRET".write(toFile: token, atomically: true, encoding: .utf8)
  }
}

@Suite("The sandbox of a program", .timeLimit(.minutes(10)))
struct SandboxTests {
  /// Defines what a program can see of a file.
  private static let seen = """
    def seen(path):
        try: return open(path).read()
        except OSError as error: return type(error).__name__

    """

  /// Tells what it can see of a file, and of the network.
  private static let curious = """
    import socket
    \(seen)
    def network():
        try: socket.create_connection(("192.0.2.1", 80), 2)
        except OSError as error: return f"OSError {error.errno}"
    for line in lines:
        say(id=line["id"], items=[], notes=[seen(TOKEN), network(), sys.executable])
    """

  /// Fills its home directory with more files than ``fewFiles``.
  private static let filling = """
    import signal
    for line in lines:
        for number in range(300): open(f"{os.environ['HOME']}/{number}", "w").close()
        signal.pause()
    """

  private static let fewFiles = {
    var limits = ProgramSandbox.Limits()
    limits.stateFiles = 100
    return limits
  }()

  /// Makes a provider whose program begins with another first line than usual.
  private func fixture(_ firstLine: String, _ home: Home) throws -> Fixture {
    try Fixture(
      "TOKEN = '\(home.token)'\n" + Self.curious,
      firstLine: firstLine,
      variables: ["PATH": "/nowhere"]
    )
  }

  @Test(
    "cannot be escaped by the first line of the program",
    arguments: [
      "#!/usr/bin/python3", "#! /usr/bin/python3 -u", "#!/./usr/bin/python3",
      "#!//usr//bin/python3",
      "#!/dev/../usr/bin/python3", "#!/proc/self/root/usr/bin/python3", "#!/usr/bin/../bin/python3",
      "#!/usr/bin/env -S -u LANG python3", "#!/usr/bin/env -S A=b python3 -B",
      "#!/etc/../usr/bin/env python3", "#!/bin/python3", "#!/tmp/../usr/bin/python3",
      "#!/usr/bin/env -S /usr/../usr/bin/python3", "#!/srv/../usr/bin/python3",
    ]
  )
  func firstLines(_ line: String) async throws {
    let home = try Home()
    let fixture: Fixture
    do {
      fixture = try self.fixture(line, home)
    } catch let failure as Failure {
      // What has no place in a sandbox does not run.
      return #expect(failure.message.contains("sandbox"), "\(failure)")
    }
    guard fixture.descriptor.sandbox?.active == true else {
      return #expect(fixture.descriptor.sandbox?.reason?.isEmpty == false)
    }
    let outcome = await fixture.search()
    #expect(!outcome.notes.contains("S3CRET"))
    // There is no such directory in the sandbox.
    let isHidden = line.contains("/srv/")
    #expect((outcome.failure != nil) == isHidden, "\(outcome)")
    if !isHidden {
      #expect(Array(outcome.notes.prefix(2)) == ["FileNotFoundError", "OSError 101"])
    }
  }

  @Test(
    "shows no interpreter below the home directory, and nothing beside it",
    arguments: ["#!HOME/tools/bin/python3", "#!/usr/bin/env -S HOME/tools/bin/python3 -u"]
  )
  func interpreterAtHome(_ line: String) throws {
    let home = try Home()
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/tools/bin/python3",
      withDestinationPath: "/usr/bin/python3"
    )
    let outcome = Result { try fixture(line.replacing("HOME", with: home.path), home) }
    if case .success(let fixture) = outcome {
      return #expect(fixture.descriptor.sandbox?.active == false)
    }
    let failure = #expect(throws: Failure.self) { try outcome.get() }
    #expect(
      failure?.message
        == "The program cannot run in a sandbox: "
        + "\"\(home.path)/tools/bin/python3\" is outside /usr and the provider's directory. "
        + "Use /usr/bin/python3, or a virtual environment in that directory."
    )
  }

  @Test(
    "shows the installation to which a virtual environment leads by links, and nothing beside it"
  )
  func virtualEnvironment() async throws {
    let home = try Home()
    // As uv makes it: a link per minor version to the installation, and an environment that leads there.
    let store = "\(home.path)/share/uv/python"
    let installation = "\(store)/cpython-3-full"
    let python = try #require(realPath("/usr/bin/python3"))
    let name = String(python.split(separator: "/").last ?? "")
    let files = FileManager.default
    for path in ["\(installation)/bin", "\(installation)/lib"] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try files.copyItem(atPath: python, toPath: "\(installation)/bin/\(name)")
    for (path, target) in [
      ("\(installation)/bin/python3", name), ("\(installation)/lib/\(name)", "/usr/lib/\(name)"),
      ("\(store)/cpython-3", "cpython-3-full"),
    ] { try files.createSymbolicLink(atPath: path, withDestinationPath: target) }
    for path in ["\(store)/token", "\(installation)/token"] {
      try "S3CRET".write(toFile: path, atomically: true, encoding: .utf8)
    }
    let fixture = try Fixture(
      """
      seen = [os.path.exists(p) for p in ("\(store)/token", "\(installation)/token", "\(home.token)")]
      for line in lines:
          say(id=line["id"], items=[], notes=[json.dumps(seen), sys.prefix, sys.base_prefix])
      """,
      firstLine: "#!.venv/bin/python3",
      prepare: { directory in
        try files.createDirectory(
          atPath: "\(directory)/.venv/bin",
          withIntermediateDirectories: true
        )
        try files.createSymbolicLink(
          atPath: "\(directory)/.venv/bin/python3",
          withDestinationPath: "\(store)/cpython-3/bin/python3"
        )
        try "home = \(store)/cpython-3/bin\n".write(
          toFile: "\(directory)/.venv/pyvenv.cfg",
          atomically: true,
          encoding: .utf8
        )
      }
    )
    guard fixture.descriptor.sandbox?.active == true else { return }
    let outcome = await fixture.search()
    #expect(outcome.notes.first == "[false, false, false]", "\(outcome)")
    #expect(outcome.notes.dropFirst().first == "\(fixture.home)/.venv")
    #expect(outcome.notes.last?.hasPrefix(store) == true)
  }

  @Test(
    "shows no file of the user to which a link in the program's directory leads",
    arguments: ["tools/bin/python3", "tools/token", "tools"]
  )
  func linkedFiles(_ target: String) async throws {
    let home = try Home()
    try "S3CRET".write(
      toFile: "\(home.path)/tools/bin/python3",
      atomically: true,
      encoding: .utf8
    )
    let fixture = try Fixture(
      """
      \(Self.seen)
      for line in lines:
          say(id=line["id"], items=[], notes=[seen(p) for p in ("\(home.token)", "link", "link/token", "link/bin/python3")])
      """,
      [:],
      { $0["arguments"] = ["./link"] },
      prepare: { directory in
        try FileManager.default.createSymbolicLink(
          atPath: "\(directory)/link",
          withDestinationPath: "\(home.path)/\(target)"
        )
      }
    )
    let outcome = await fixture.search()
    #expect(outcome.failure == nil && !outcome.notes.contains("S3CRET"), "\(outcome)")
  }

  @Test(
    "takes no directory of a stranger for an installation of Python",
    arguments: [("python3-own", ".."), ("python3.11", ".."), ("python3.11", "../lib2")]
  )
  func falseInstallation(_ name: String, _ library: String) async throws {
    let home = try Home()
    let (files, clone) = (FileManager.default, "\(home.path)/\(name)")
    for path in ["\(clone)/bin", "\(home.path)/lib2/\(name)"] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    for path in ["\(clone)/os.py", "\(home.path)/lib2/\(name)/os.py", "\(home.path)/lib2/token"] {
      try "S3CRET".write(toFile: path, atomically: true, encoding: .utf8)
    }
    try files.copyItem(
      atPath: try #require(realPath("/usr/bin/python3")),
      toPath: "\(clone)/bin/\(name)"
    )
    try files.createSymbolicLink(atPath: "\(clone)/lib", withDestinationPath: library)
    let fixture = try Fixture(
      """
      \(Self.seen)
      for line in lines:
          say(id=line["id"], items=[], notes=[seen(p) for p in
              ("\(home.token)", "\(clone)/lib/tools/token", "\(clone)/lib/token", "\(clone)/os.py")])
      """,
      firstLine: "#!./python",
      prepare: { directory in
        try files.createSymbolicLink(
          atPath: "\(directory)/python",
          withDestinationPath: "\(clone)/bin/\(name)"
        )
      }
    )
    let outcome = await fixture.search()
    #expect(!outcome.notes.contains("S3CRET"), "\(outcome)")
  }

  @Test(
    "empties a home directory that is too full, whatever the program does to hide that",
    arguments: [
      "os.remove(mark); os.symlink('/usr', mark)",
      "os.rename(mark, mark + '2'); os.mkdir(mark); os.chmod(mark, 0)",
      "os.chmod(home, 0o300)",
      // Not text, and so deep that no path leads there.
      "os.mkdir(b'\\xff'); os.chdir(b'\\xff')",
      "[(os.mkdir('x' * 200), os.chdir('x' * 200)) for _ in range(50)]",
      "os.mkdir('a'); os.chdir('a'); hide = ('../a', 0o300)",
      "os.mkdir('a'); os.chdir('a'); hide = ('../a', 0o400)", "hide = (home, 0o400)",
    ]
  )
  func hidden(_ hiding: String) async throws {
    let program = """
      import signal
      home, hide = os.environ["HOME"], None
      mark = f"{home}/\(StateDirectory.marker)"
      os.chdir(home)
      try: \(hiding)
      except OSError: pass
      for number in range(300): open(f"{number}", "w").close()
      if hide: os.chmod(*hide)
      for line in lines: signal.pause()
      """
    let fixture = try Fixture(program, limits: Self.fewFiles)
    let outcome = await fixture.search()
    #expect(outcome.failure?.message.hasPrefix("The program was ended.") == true, "\(outcome)")
    #expect(StateDirectory.usage(of: fixture.state).files == 1)
    #expect(StateDirectory.isMarked(fixture.state))
  }

  @Test("empties a home directory that a program has filled before it exited")
  func filledAndGone() async throws {
    let program = """
      for number in range(300): open(f"{os.environ['HOME']}/{number}", "w").close()
      """
    let fixture = try Fixture(program, limits: Self.fewFiles)
    let outcome = await fixture.search()
    let message = outcome.failure?.message
    #expect(message?.hasPrefix("The program exited with status 0.") == true, "\(outcome)")
    #expect(StateDirectory.usage(of: fixture.state).files == 1)
  }

  @Test("empties a home directory after all processes that write there have ended")
  func emptiedAtLast() async throws {
    let program = """
      import itertools
      for child in range(8):
          if os.fork() == 0: break
      for number in itertools.count():
          open(f"{os.environ['HOME']}/{os.getpid()}-{number}", "w").close()
      """
    let fixture = try Fixture(program, limits: Self.fewFiles)
    let outcome = await fixture.search()
    #expect(outcome.failure?.message.contains("more than 100 files") == true, "\(outcome)")
    // The call fails when the home directory has been emptied.
    #expect(StateDirectory.usage(of: fixture.state).files == 1)
  }

  @Test("passes the program's own variables on, and none of other programs")
  func variables() async throws {
    let program = """
      for line in lines:
          say(id=line["id"], items=[], notes=[json.dumps(sorted(os.environ)), os.environ["PATH"]])
      """
    func names(_ bubblewrap: String) async throws -> [String] {
      let fixture = try Fixture(
        program,
        variables: [
          "MUSICBUS_SHELF_MODE": "quiet", "GITHUB_TOKEN": "S3CRET", "BASH_ENV": "/x",
          "MUSICBUS_SHELFISH_KEY": "S3CRET",
        ],
        bubblewrap: bubblewrap
      ) {
        $0["environment"] = [
          "MUSICBUS_SHELF_MODE", "GITHUB_TOKEN", "BASH_ENV", "MUSICBUS_SHELFISH_KEY", "*",
        ]
      }
      let notes = await fixture.search().notes
      #expect(notes.last == "/usr/local/bin:/usr/bin:/bin")
      return try JSONDecoder().decode([String].self, from: Data((notes.first ?? "[]").utf8))
    }
    let usual = ["HOME", "LC_CTYPE", "MUSICBUS_SPAWN", "PATH", "PWD", "TMPDIR"]
    let confined = try await names("/usr/bin/bwrap").filter { !usual.contains($0) }
    #expect(confined == ["MUSICBUS_SHELF_MODE"])
    // Without a sandbox, it gets what its manifest names, as the user was asked before.
    let free = try await names("/nonexistent").filter { !usual.contains($0) }
    #expect(
      free == ["BASH_ENV", "GITHUB_TOKEN", "MUSICBUS_SHELFISH_KEY", "MUSICBUS_SHELF_MODE"]
    )
  }

  @Test(
    "is missing only where the machine can make none, and no program runs then that has to have one"
  )
  func demands() throws {
    let none = try Fixture("", bubblewrap: "/nonexistent")
    #expect(none.descriptor.sandbox?.active == false)
    #expect(none.descriptor.sandbox?.reason == "bubblewrap is not installed")
    for (demand, reason) in [
      ("always", "hub.requireSandbox is set, but no sandbox is available on this machine: "),
      ("1", "hub.requireSandbox is set, but no sandbox is available on this machine: "),
      ("agreement", "No sandbox is available on this machine ("),
    ] {
      let failure = #expect(throws: Failure.self) {
        try Fixture(
          "",
          variables: ["MUSICBUS_REQUIRE_SANDBOX": demand],
          bubblewrap: "/nonexistent"
        )
      }
      #expect(failure?.code == .configurationInvalid)
      #expect(failure?.message.hasPrefix(reason + "bubblewrap is not installed") == true)
    }
  }

  @Test("refuses a program whose home directory is inside its own")
  func refused() throws {
    let failure = #expect(throws: Failure.self) {
      // A directory that cannot be shown: it is the root of its own home.
      try Fixture("", variables: ["HOME": "FIXTURE/shelf/home"])
    }
    let reason = "the home directory is inside the directory of the program"
    #expect(failure?.code == .configurationInvalid)
    #expect(
      failure?.message
        == "The program cannot run in a sandbox: \(reason)"
    )
  }

  @Test("empties no directory to which the path of the state leads later")
  func replacedState() async throws {
    let fixture = try Fixture(Self.filling, limits: Self.fewFiles)
    let (files, other) = (FileManager.default, try TestDirectory())
    try "precious".write(toFile: "\(other.path)/favorites", atomically: true, encoding: .utf8)
    try files.removeItem(atPath: fixture.state)
    try files.createSymbolicLink(atPath: fixture.state, withDestinationPath: other.path)
    _ = await fixture.search()
    #expect(files.contents(atPath: "\(other.path)/favorites") == Data("precious".utf8))
  }

  @Test("empties no directory that the hub did not make")
  func foreignState() async throws {
    let fixture = try Fixture(Self.filling, isStateMarked: false, limits: Self.fewFiles)
    try "precious".write(
      toFile: "\(fixture.state)/favorites",
      atomically: true,
      encoding: .utf8
    )
    let outcome = await fixture.search()
    #expect(outcome.failure?.message.contains("more than 100 files") == true, "\(outcome)")
    #expect(
      FileManager.default.contents(atPath: "\(fixture.state)/favorites") == Data("precious".utf8)
    )
    // A link that a program puts in place of the mark leads nowhere.
    let (own, other) = ("\(fixture.state)/own", "\(fixture.state)/favorites")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(own)/\(StateDirectory.marker)",
      withDestinationPath: other
    )
    try StateDirectory.make(at: own)
    #expect(StateDirectory.isMarked(own))
    #expect(FileManager.default.contents(atPath: other) == Data("precious".utf8))
  }
}
