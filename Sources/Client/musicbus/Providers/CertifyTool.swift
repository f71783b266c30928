import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus-certify`, which simulates a hub; the command prints its output.
struct CertifyTool {
  private let executable: String
  private let context: CommandContext
  private var environment: Environment
  /// Why the provider does not get the settings under its id; `nil` if it gets what there is.
  private(set) var withheld: String?

  init(_ context: CommandContext) throws {
    let name = "musicbus-certify"
    guard
      let executable = ExecutableSearch.findBesideThis(name, environment: context.environment)
    else {
      throw CommandFailure(
        "Could not find \(name) next to this program or in PATH.",
        "Install MusicBus anew."
      )
    }
    (self.executable, self.context) = (executable, context)
    environment = context.environment
  }

  /// The tool with a configuration of the provider at a path, by default the settings that belong to it, in its
  /// environment: command lines can be seen by all users of a machine.
  init(
    _ context: CommandContext,
    settingsOf path: String,
    instead configuration: String? = nil
  ) throws {
    try self.init(context)
    let manifest = CertifyTool.manifestPath(path)
    let id = configuration == nil ? ManifestVariables.manifest(at: manifest)?.id : nil
    let settings = try id.map { try ProviderSettings(of: $0, runBy: manifest, context) }
    withheld = settings?.withheld
    environment[ConfigurationFile.sectionVariable] =
      configuration ?? settings?.section?.prettyPrinted
    environment[Manifest.signInVariable] = settings?.signIn
  }

  /// Runs the tool on a provider, given as a manifest, its directory or an executable.
  ///
  /// `command` is the name in its messages.
  func run(
    _ path: String,
    for command: String,
    options: [String],
    parameters: [String] = []
  ) throws -> ExitStatus {
    let path = try CertifyTool.manifest(ofProgramAt: path) ?? path
    let isProgram = !path.hasSuffix(".json") && FileKind(of: path) != .directory
    let demand = CertifyTool.sandboxDemand(CertifyTool.manifestPath(path), context)
    let program = isProgram ? [path.contains("/") ? path : "./\(path)"] : []
    let manifest = isProgram ? [] : ["--manifest", path]
    let arguments =
      ["--command", command] + options + manifest + ["--"] + program + parameters
    var launch = Launch(executable, arguments, environment: environment)
    launch.environment[SandboxDemand.variable] = demand?.rawValue
    // Ctrl-C must reach the tool too, so that it can clean up.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let termination = child.waitForExit(.after(.seconds(3600))) ?? child.stop(timeout: .seconds(2))
    return try CertifyTool.status(of: termination)
  }

  /// The path of the manifest that a path stands for: itself, or that in the directory.
  static func manifestPath(_ path: String) -> String {
    path.hasSuffix(".json") ? path : "\(path)/provider.json"
  }

  /// The manifest of the provider on JSON lines in whose directory a program is: if it is named by its own path, it
  /// must be sandboxed all the same.
  ///
  /// - Throws: ``CommandFailure`` if there is a manifest that cannot be read, and might be of such a provider.
  private static func manifest(ofProgramAt path: String) throws -> String? {
    guard !path.hasSuffix(".json"), FileKind(of: path) == .file else { return nil }
    for path in [path, realPath(path) ?? path] {
      let directories = sequence(first: parentDirectory(of: path)) {
        $0 == "/" || $0 == "." ? nil : parentDirectory(of: $0)
      }
      for file in directories.map(manifestPath) where FileKind(of: file) == .file {
        guard let manifest = ManifestVariables.manifest(at: file) else {
          throw CommandFailure(
            "\(file) cannot be read as a manifest.",
            "Correct it; whether \(path) needs a sandbox is not known without it."
          )
        }
        if manifest.lines != nil { return file }
      }
    }
    return nil
  }

  /// Why the program of a manifest must not run without a sandbox, as a hub sees it.
  static func sandboxDemand(_ manifest: String, _ context: CommandContext) -> SandboxDemand? {
    guard !requiresSandbox(context) else { return .always }
    return SandboxDemand(
      ofManifestAt: manifest,
      installedBelow: context.paths.installed,
      try? InstalledProviders(at: context.paths.installedFile)
    )
  }

  /// Whether no program on JSON lines may run without a sandbox; a configuration that cannot be read may say so.
  private static func requiresSandbox(_ context: CommandContext) -> Bool {
    guard let file = try? context.configuration.get() else { return true }
    return file[.requireSandbox] == true
  }

  /// The exit status of the command; that of the tool is 2 if it could not come to a decision.
  ///
  /// - Throws: ``CommandFailure`` if it did not come to an end by itself, since it has said nothing then.
  static func status(of termination: ChildProcess.Termination?) throws(CommandFailure) -> ExitStatus
  {
    switch termination {
    case .exited(0): return .ok
    case .exited(2): return .undecided
    case .exited(64): return .usageError
    case .exited: return .failed
    case .killed, nil:
      let end = termination?.clause ?? "did not exit within an hour"
      throw CommandFailure("musicbus-certify \(end).", "Run the command again.")
    }
  }
}
