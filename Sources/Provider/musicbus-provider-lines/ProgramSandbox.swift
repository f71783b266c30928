import FoundationEssentials
import HostKit

/// The sandbox of a program, made by bubblewrap: it sees a read-only system and its own directory, can
/// write only to `/state`, and has no network.
///
/// Where that is impossible, as in many containers, the program runs with the same limits and environment,
/// but sees and reaches what its user can.
struct ProgramSandbox: Sendable {
  /// What a program may use.
  struct Limits: Hashable, Sendable {
    /// Memory of each process, and of all together.
    var memoryBytes = 512 << 20
    var processes = 64
    var openFiles = 256
    /// Bytes of each file, and of its state directory.
    var stateBytes = 64 << 20
    var stateFiles = 10_000
  }

  /// Why there is no sandbox; `nil` if there is one.
  let problem: String?
  let limits: Limits
  /// The directory of the host that is `/state` inside; `nil` for one that is gone with the program.
  let state: String?
  private let program: Program

  /// A program to run.
  struct Program: Hashable, Sendable {
    /// An absolute path.
    var executable: String
    var arguments: [String]
    /// The directory of its manifest.
    var directory: String
    /// The environment of this process.
    var environment: Environment
    /// Variables that its manifest names.
    var variables: [String]
  }

  private static let bubblewrap = "/usr/bin/bwrap"
  private static let inside = "/state"
  private static let maxLinks = 100
  private static let probeTime = Duration.seconds(10)
  private static let searchPath = "/usr/local/bin:/usr/bin:/bin"

  /// Finds out whether the program can be sandboxed, by running `true` in its place.
  init(_ program: Program, limits: Limits = Limits()) {
    self.program = program
    self.limits = limits
    state = program.environment["MUSICBUS_STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    // If it cannot be made, bubblewrap says so.
    if let state {
      try? FileManager.default.createDirectory(
        atPath: state,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    }
    problem = ProgramSandbox.problem(program, limits, state)
  }

  private static func problem(_ program: Program, _ limits: Limits, _ state: String?) -> String? {
    guard ExecutableSearch.find(bubblewrap) != nil else { return "bubblewrap is not installed" }
    for (name, path) in [("home", program.environment["HOME"]), ("state", state)] {
      if let path, isInside(path, program.directory) {
        return "the \(name) directory is inside the directory of the program"
      }
    }
    var launch = ProgramSandbox.launch(program, limits, state, ["/usr/bin/true"])
    launch.errors = .pipe
    do throws(SystemError) {
      let child = try ChildProcess(launch)
      guard let end = child.waitForExit(.after(probeTime)) else { return "bubblewrap hangs" }
      guard end != .exited(0) else { return nil }
      let text = try child.errors?.readAll(atMost: 4096) ?? []
      let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first
      return line.map(String.init) ?? "bubblewrap \(end.clause)"
    } catch {
      return "\(error)"
    }
  }

  /// How the program is started.
  var launch: Launch {
    let command = [program.executable] + program.arguments
    guard problem != nil else { return ProgramSandbox.launch(program, limits, state, command) }
    var launch = Launch(
      "/usr/bin/prlimit",
      ProgramSandbox.limitOptions(limits) + ["--"] + command,
      environment: ProgramSandbox.environment(program, home: state ?? "/nonexistent")
    )
    launch.workingDirectory = program.directory
    return launch
  }

  private static func launch(
    _ program: Program,
    _ limits: Limits,
    _ state: String?,
    _ command: [String]
  ) -> Launch {
    // In the sandbox, where no other process of the user counts.
    let processes = "--nproc=\(limits.processes)"
    var launch = Launch(
      bubblewrap,
      options(program, limits, state) + ["--", "/usr/bin/prlimit"] + limitOptions(limits)
        + [processes, "--"] + command,
      environment: environment(program, home: inside)
    )
    launch.killsChildren = true
    return launch
  }

  private static func limitOptions(_ limits: Limits) -> [String] {
    [
      "--data=\(limits.memoryBytes)", "--fsize=\(limits.stateBytes)",
      "--nofile=\(limits.openFiles)", "--core=0",
    ]
  }

  private static func options(_ program: Program, _ limits: Limits, _ state: String?) -> [String] {
    let mount =
      state.map { ["--bind", $0, inside] }
      ?? ["--size", String(limits.stateBytes), "--tmpfs", inside]
    return [
      "--unshare-all", "--unshare-user", "--disable-userns", "--new-session", "--cap-drop", "ALL",
      // What it has started ends with it.
      "--as-pid-1",
    ] + system + ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
      + runtimes(of: program)
      + ["--ro-bind", program.directory, program.directory] + linkedFiles(of: program)
      + mount + ["--remount-ro", "/", "--chdir", program.directory]
  }

  /// The programs and libraries of the system, and the few files of `/etc` that they need.
  private static let system: [String] = {
    let merged = ["bin", "sbin", "lib", "lib32", "lib64"].flatMap { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/\(name)")
      return target.map { ["--symlink", $0, "/\(name)"] }
        ?? ["--ro-bind-try", "/\(name)", "/\(name)"]
    }
    let files = ["alternatives", "ld.so.cache", "localtime"].map { "/etc/\($0)" }
    return ["--ro-bind", "/usr", "/usr"] + merged
      + files.flatMap { ["--ro-bind-try", $0, $0] }
  }()

  /// The mounts of an interpreter outside the system, such as one in a virtual environment.
  private static func runtimes(of program: Program) -> [String] {
    var mounts: [String] = []
    for path in executables(of: program) where !isOfSystem(path) {
      let real = realPath(path) ?? path
      if let prefix = virtualEnvironment(path) {
        mounts += ["--ro-bind", prefix, prefix]
      } else if real != path {
        mounts += ["--symlink", real, path]
      }
      if !isOfSystem(real) {
        let directory = directoryToShow(of: real, program)
        mounts += ["--ro-bind", directory, directory]
      }
    }
    return mounts
  }

  /// The executable, and the interpreters that run it.
  private static func executables(of program: Program) -> [String] {
    let executable = program.executable
    let interpreter = Interpreter(ofScript: executable)?
      .executable(path: program.environment["PATH"])
    let own = isInside(executable, program.directory) ? [] : [executable]
    return own + (interpreter.map { [$0] } ?? [])
  }

  /// The mounts of files beside the directory of the program to which links in it lead, such as a library
  /// that several programs share.
  private static func linkedFiles(of program: Program) -> [String] {
    let shared = parentDirectory(of: program.directory)
    guard !holdsPrivateFiles(shared, program) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: program.directory)) ?? []
    return names.sorted().prefix(maxLinks).flatMap { name -> [String] in
      let path = "\(program.directory)/\(name)"
      let real = realPath(path) ?? path
      let isFile = (try? FileDescriptor(real, 0)) != nil
      guard real != path, isFile, isInside(real, shared), !isInside(real, program.directory) else {
        return []
      }
      return ["--ro-bind", real, real]
    }
  }

  private static func virtualEnvironment(_ path: String) -> String? {
    let prefix = parentDirectory(of: parentDirectory(of: path))
    return FileManager.default.fileExists(atPath: "\(prefix)/pyvenv.cfg") ? prefix : nil
  }

  /// The prefix of an executable, with its libraries; only its directory if the prefix holds what is the
  /// user's.
  private static func directoryToShow(of path: String, _ program: Program) -> String {
    let directory = parentDirectory(of: path)
    let prefix = parentDirectory(of: directory)
    return holdsPrivateFiles(prefix, program) ? directory : prefix
  }

  /// Whether the home directory or the state of providers is in a directory.
  private static func holdsPrivateFiles(_ directory: String, _ program: Program) -> Bool {
    let hidden = ["HOME", "MUSICBUS_STATE_DIRECTORY"].compactMap { program.environment[$0] }
    return directory == "/" || hidden.contains { isInside($0, directory) }
  }

  private static func isOfSystem(_ path: String) -> Bool {
    ["/usr/", "/bin/", "/sbin/", "/lib"].contains { path.hasPrefix($0) }
  }

  private static func isInside(_ path: String, _ directory: String) -> Bool {
    path == directory || path.hasPrefix(directory == "/" ? "/" : directory + "/")
  }

  /// The variables that its manifest names, and those of the locale.
  private static func environment(_ program: Program, home: String) -> Environment {
    // A manifest names variables and no patterns.
    let own = Set(program.variables)
    var environment = program.environment.filter { own.contains($0.key) }
      .merging(program.environment.allowing(["LANG", "LC_*", "TZ", ProcessJournal.variable])) { $1 }
    let directories = executables(of: program).filter { !isOfSystem($0) }.map { path in
      let real = realPath(path) ?? path
      return parentDirectory(of: virtualEnvironment(path) == nil ? real : path)
    }
    environment["PATH"] = (directories + [searchPath]).joined(separator: ":")
    environment["HOME"] = home
    environment["TMPDIR"] = home
    return environment
  }
}

extension ProgramSandbox {
  /// How the program ended: bubblewrap exits with 128 and the number of the signal that killed it.
  func termination(_ ending: ChildProcess.Termination) -> ChildProcess.Termination {
    guard problem == nil, case .exited(let status) = ending, status > 128 else { return ending }
    return .killed(signal: status - 128)
  }

  /// What the processes below `root` use beyond the limits: "It used 600 MB of memory; at most 512 MB are
  /// allowed."
  func excess(below root: Int32) -> String? {
    let usage = ProcessUsage(of: root, maxProcesses: limits.processes * 2)
    // One is bubblewrap itself.
    guard usage.processes <= limits.processes + 1 else {
      return "It started more than \(limits.processes) processes."
    }
    guard usage.memoryBytes <= limits.memoryBytes else {
      return ProgramSandbox.tooMuch("memory", usage.memoryBytes, limits.memoryBytes)
    }
    guard let state else { return nil }
    let disk = diskUsage(of: state, maxFiles: limits.stateFiles)
    guard disk.files <= limits.stateFiles else {
      return "It has more than \(limits.stateFiles) files in its home directory."
    }
    guard disk.bytes <= limits.stateBytes else {
      return ProgramSandbox.tooMuch("its home directory", disk.bytes, limits.stateBytes)
    }
    return nil
  }

  private static func tooMuch(_ what: String, _ bytes: Int, _ most: Int) -> String {
    "It used \(bytes >> 20) MB of \(what); at most \(most >> 20) MB are allowed."
  }

  /// Whether the program filled its home directory, which is emptied then, so that it can run again.
  func emptyIfFull() {
    guard let state else { return }
    let disk = diskUsage(of: state, maxFiles: limits.stateFiles)
    guard disk.files > limits.stateFiles || disk.bytes > limits.stateBytes else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(state)/\(name)")
    }
  }
}
