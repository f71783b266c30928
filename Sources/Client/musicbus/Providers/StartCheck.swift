import BusProtocol
import ClientKit
import FoundationEssentials
import HostKit
import MusicModel
import ZeroMQ

/// Starts the program of a manifest once beside the hub, to see whether it can run.
///
/// It gets what a hub would give it. It has started once its hello came; then it is ended.
final class StartCheck {
  /// The time for the hello, as for a provider of a hub.
  private static let time = Duration.seconds(5)

  private let child: ChildProcess
  private var socket: Socket<Router>
  private let directory: TemporaryDirectory
  private let token: String
  /// The end of what it has written to standard error.
  private var log: [UInt8] = []
  private var isLogOpen = true

  /// - Throws: ``CommandFailure`` with `hint` if it does not start, with the reason.
  static func run(
    _ manifest: String,
    _ context: CommandContext,
    orElse hint: String
  ) throws {
    guard let known = ManifestVariables.manifest(at: manifest) else {
      throw CommandFailure("\(manifest) cannot be read as a manifest.", hint)
    }
    let settings = try ProviderSettings(of: known.id, runBy: manifest, context)
    do {
      let check = try StartCheck(known, at: manifest, settings, context)
      defer { check.end() }
      if let problem = try check.wait() {
        throw CommandFailure(
          "The provider does not start: \(settings.withoutSecrets(problem, known))",
          hint
        )
      }
    } catch let error as UnrunnableProgram {
      throw CommandFailure("The provider does not start: \(error.message) \(error.hint)", hint)
    }
  }

  private init(
    _ manifest: Manifest,
    at path: String,
    _ settings: ProviderSettings,
    _ context: CommandContext
  ) throws {
    let own = (try? ExecutableSearch.thisExecutable()).map(parentDirectory)
    var program = try ExecutableSearch.find(
      manifest.executable,
      ofManifestIn: parentDirectory(of: realPath(path) ?? path),
      programs: manifest.lines == nil ? own : nil
    )
    var arguments = manifest.arguments ?? []
    if manifest.lines != nil {
      let environment = context.environment
      guard
        let bridge = ExecutableSearch.findBesideThis(Manifest.bridge, environment: environment)
      else { throw CommandFailure("Could not find \(Manifest.bridge).", "Install it anew.") }
      (program, arguments) = (bridge, [realPath(path) ?? path])
    }
    var launch = Launch(
      program,
      arguments,
      environment: context.environment.ofProvider(naming: manifest.environment ?? [])
    )
    launch.environment["MUSICBUS_START"] = "stdin"
    launch.environment[SandboxDemand.variable] = CertifyTool.sandboxDemand(path, context)?.rawValue
    if manifest.lines != nil {
      launch.environment[Manifest.signInVariable] = settings.signIn
      // Its program would be started by the first call only.
      launch.environment[ProgramCheckTime.variable] = ProgramCheckTime.start.rawValue
    }
    launch.input = .lifeline
    launch.output = .null
    launch.errors = .pipe
    directory = try TemporaryDirectory(in: "/tmp", prefix: "mb-start")
    token = UUID().uuidString
    let line = StartLine(
      versions: .supported,
      endpoint: "ipc://\(directory.path)/hub.sock",
      token: token,
      config: settings.section ?? .object([:])
    )
    socket = try Socket<Router>(try Context(maxSockets: 4))
    try socket.bind(to: line.endpoint)
    child = try ChildProcess(launch)
    // If it has exited already, it says more by that.
    let bytes = try JSONCodec.encode(line) + [UInt8(ascii: "\n")]
    SignalHandling.ignoringBrokenPipe { try? child.input?.write(bytes) }
  }

  /// Waits for its hello.
  ///
  /// - Returns: what is wrong, with its last output; `nil` if it has started.
  private func wait() throws -> String? {
    let deadline = Deadline.after(StartCheck.time)
    while true {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      while let (_, frames) = try socket.receive() {
        let message = try? WireMessage(frames: frames.contents)
        let hello = try? message?.decodeBody(Hello.self)
        if message?.header.type == .hello, hello?.token == token { return nil }
      }
      readLog()
      if let termination = child.reap() {
        readLog()
        return "It exited (\(termination)).\(lastLine)"
      }
      guard !deadline.isExpired else {
        return "It sent no hello within 5 s.\(lastLine)"
      }
      var poller = Poller()
      _ = poller.add(socket)
      _ = poller.add(descriptor: child.end.descriptor)
      if isLogOpen, let errors = child.errors { _ = poller.add(descriptor: errors.descriptor) }
      _ = try poller.wait(timeoutMs: deadline.remainingMs)
    }
  }

  private func readLog() {
    while isLogOpen {
      switch try? child.errors?.read() {
      case .bytes(let bytes): log = (log + bytes).suffix(4096)
      case .nothing: return
      case .end, nil: isLogOpen = false
      }
    }
  }

  private var lastLine: String {
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
    let last = lines.last { !$0.allSatisfy(\.isWhitespace) }
    return last.map { " " + "Last output: \($0.prefix(300))".asSentence } ?? ""
  }

  private func end() {
    child.closeLifeline()
    child.kill()
    directory.remove()
  }
}

extension ProviderSettings {
  /// A text of the provider with `•••` in the place of each secret of its section.
  fileprivate func withoutSecrets(_ text: String, _ manifest: Manifest) -> String {
    let secrets = (section?.members ?? [:]).compactMap { name, value -> String? in
      let isSecret =
        ConfigurationPath(["providers", "-", name]).isSecret
        || manifest.configSchema.map { ConfigurationSchema($0, of: manifest.id)[name].isSecret }
          ?? false
      return isSecret ? value.text.flatMap { $0.count < 4 ? nil : $0 } : nil
    }
    return secrets.sorted { $0.count > $1.count }
      .reduce(text) { $0.replacing($1, with: ConfigurationPath.hiddenSecret.text ?? "") }
  }
}
