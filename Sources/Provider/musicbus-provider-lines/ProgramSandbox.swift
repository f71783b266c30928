import BusProtocol
import FoundationEssentials
import HostKit
import MusicModel
import ProviderKit

/// The sandbox of a program, made by bubblewrap: it sees a read-only system and its own directory, can
/// write only to `/state`, and has no network.
///
/// Where this machine can make none at all, as in many containers, the program runs with the same limits and
/// environment, but sees and reaches what its user can. If the machine can make sandboxes, but this program
/// cannot run in one, it is not run.
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

  /// Why this machine can make no sandbox; `nil` if the program runs in one.
  let problem: String?
  let limits: Limits
  /// The directory of the host that is `/state` inside; `nil` for one that is gone with the program.
  let state: String?
  /// That directory, if the hub has made it: the program may change the mark, and the path may lead elsewhere later.
  private let markedState: FileIdentity?
  private let program: Program
  private let bubblewrap: String

  /// A program to run.
  struct Program: Hashable, Sendable {
    /// The provider that it is.
    var id: ProviderID
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

  private static let inside = "/state"
  /// For busy machines; a hub does not wait as long for the hello of this process, and starts it again.
  private static let probeTime = Duration.seconds(30)

  /// Finds out whether the program can be sandboxed, by running `true` in its place.
  ///
  /// - Throws: `CONFIGURATION_INVALID` if it cannot be, though this machine can make a sandbox; `INTERNAL` if
  ///   that cannot be found out now.
  init(
    _ program: Program,
    limits: Limits = Limits(),
    bubblewrap: String
  ) throws(Failure) {
    self.program = program
    self.limits = limits
    self.bubblewrap = bubblewrap
    state = program.environment["MUSICBUS_STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    markedState = state.flatMap { StateDirectory.isMarked($0) ? FileIdentity(at: $0) : nil }
    guard let reason = try ProgramSandbox.problem(program, limits, state, bubblewrap) else {
      problem = nil
      return
    }
    problem = try ProgramSandbox.problem(ofMachineWith: bubblewrap)
    guard problem != nil else {
      throw Failure(.configurationInvalid, "The program cannot run in a sandbox: \(reason)")
    }
  }

  /// Why no program at all can be sandboxed.
  private static func problem(ofMachineWith bubblewrap: String) throws(Failure) -> String? {
    let options = isolation + SandboxView.ofSystem + ["--tmpfs", inside, "--remount-ro", "/"]
    return try problem(of: Launch(bubblewrap, options + ["--", "/usr/bin/true"], environment: [:]))
  }

  /// Why this program cannot be sandboxed.
  private static func problem(
    _ program: Program,
    _ limits: Limits,
    _ state: String?,
    _ bubblewrap: String
  ) throws(Failure) -> String? {
    for (name, path) in [("home", program.environment["HOME"]), ("state", state)] {
      if let path, isInside(path, program.directory) {
        return "the \(name) directory is inside the directory of the program"
      }
    }
    if let path = SandboxView.hiddenExecutable(of: program) {
      return "\"\(path)\" is outside /usr and the provider's directory. "
        + "Use /usr/bin/python3, or a virtual environment in that directory."
    }
    return try problem(of: launch(program, limits, state, bubblewrap, ["/usr/bin/true"]))
  }

  /// Why bubblewrap refuses; a trial without a result does not allow a program to run without a sandbox.
  private static func problem(of probe: Launch) throws(Failure) -> String? {
    guard ExecutableSearch.find(probe.executable) != nil else {
      return "bubblewrap is not installed"
    }
    var launch = probe
    launch.errors = .pipe
    do throws(SystemError) {
      let child = try ChildProcess(launch)
      if let end = child.waitForExit(.after(probeTime)) {
        guard end != .exited(0) else { return nil }
        let text = try child.errors?.readAll(atMost: 4096) ?? []
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first
        return line.map(String.init) ?? "bubblewrap \(end.clause)"
      }
    } catch {
      throw Failure(.internalError, "Could not try the sandbox: \(error)")
    }
    throw Failure(.internalError, "Could not try the sandbox: bubblewrap does not end.")
  }

  /// How the program is started.
  var launch: Launch {
    let command = [program.executable] + program.arguments
    guard problem != nil else {
      return ProgramSandbox.launch(program, limits, state, bubblewrap, command)
    }
    var launch = Launch(
      "/usr/bin/prlimit",
      ProgramSandbox.limitOptions(limits) + ["--"] + command,
      environment: ProgramSandbox.environment(
        program,
        home: state ?? "/nonexistent",
        variables: program.variables
      )
    )
    launch.workingDirectory = program.directory
    return launch
  }

  private static func launch(
    _ program: Program,
    _ limits: Limits,
    _ state: String?,
    _ bubblewrap: String,
    _ command: [String]
  ) -> Launch {
    // In the sandbox, where no other process of the user counts.
    let processes = ProcessLimit.nproc.option(limits.processes)
    let mount =
      state.map { ["--bind", $0, inside] + protectedMark(of: $0) }
      ?? ["--size", String(limits.stateBytes), "--tmpfs", inside]
    let options =
      isolation + SandboxView.ofSystem + SandboxView(of: program).options + mount
      + ["--remount-ro", "/", "--chdir", program.directory]
    let own = program.variables.filter { $0.hasPrefix(program.id.variablePrefix) }
    var launch = Launch(
      bubblewrap,
      options + ["--", "/usr/bin/prlimit"] + limitOptions(limits) + [processes, "--"] + command,
      environment: environment(program, home: inside, variables: own)
    )
    launch.killsChildren = true
    return launch
  }

  /// Options that keep a program from removing or replacing the mark of the hub.
  private static func protectedMark(of state: String) -> [String] {
    guard StateDirectory.isMarked(state) else { return [] }
    return [
      "--ro-bind", "\(state)/\(StateDirectory.marker)", "\(inside)/\(StateDirectory.marker)",
    ]
  }

  private static func limitOptions(_ limits: Limits) -> [String] {
    [
      ProcessLimit.data.option(limits.memoryBytes), ProcessLimit.fsize.option(limits.stateBytes),
      ProcessLimit.nofile.option(limits.openFiles), "--core=0",
    ]
  }

  private static let isolation = [
    "--unshare-all", "--unshare-user", "--disable-userns", "--new-session", "--cap-drop", "ALL",
    // What it has started ends with it.
    "--as-pid-1",
  ]

  /// The locale, and the mark with which a later hub finds it.
  private static let usual = [
    "LANG", "LC_ADDRESS", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT",
    "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
    "TZ",
    ProcessJournal.variable,
  ]

  /// `variables` of this process, and those of the locale. Those of other programs do not reach a sandbox,
  /// whatever a manifest names.
  private static func environment(
    _ program: Program,
    home: String,
    variables: [String]
  ) -> Environment {
    var environment = program.environment.named(variables + usual)
    environment["PATH"] = ExecutableSearch.systemPath
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
    return excessOfState(with: usage.removedBytes)
  }

  /// What is in its home directory beyond the limits, with `removedBytes` of files that only the program still has.
  private func excessOfState(with removedBytes: Int = 0) -> String? {
    guard let state else { return nil }
    let disk = StateDirectory.usage(of: state, maxFiles: limits.stateFiles)
    guard disk.files <= limits.stateFiles else {
      return "It has more than \(limits.stateFiles) files in its home directory."
    }
    guard !disk.isPartial else {
      return "Its home directory has a directory that cannot be read, or more than "
        + "\(StateDirectory.maxDepth) levels."
    }
    let bytes = disk.bytes + removedBytes
    guard bytes <= limits.stateBytes else {
      return ProgramSandbox.tooMuch("its home directory", bytes, limits.stateBytes)
    }
    return nil
  }

  private static func tooMuch(_ what: String, _ bytes: Int, _ most: Int) -> String {
    "It used \(bytes >> 20) MB of \(what); at most \(most >> 20) MB are allowed."
  }

  /// Empties the home directory of a program that has filled it, so that it can run again.
  ///
  /// Only a directory that the hub has made for a program is emptied: the variable that names it may be
  /// anybody's.
  ///
  /// - Returns: what has been done, as sentences; `nil` if it is not full.
  func emptyIfFull() -> String? {
    guard let state, let markedState, let excess = excessOfState() else { return nil }
    StateDirectory.empty(state, if: markedState, until: .after(ProgramSandbox.emptyingTime))
    let verb = excessOfState() == nil ? "Emptied" : "Could not empty"
    return "\(verb) the home directory of the program. \(excess)"
  }

  /// Calls of the program wait for it.
  private static let emptyingTime = Duration.seconds(10)
}
