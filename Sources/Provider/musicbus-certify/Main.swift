import Certification
import CommandKit
import Dispatch
import FoundationEssentials
import Glibc
import HostKit
import MusicModel
import Synchronization

/// `musicbus-certify`: certifies a provider and prints the report.
@main
enum Main {
  /// The exit status if the certification could not run.
  private static let couldNotRun: CInt = 2
  /// The exit status of `musicbus` for an invalid command line.
  private static let invalidCommandLine: CInt = 64
  private static let name = "musicbus-certify"

  /// The command that runs this program, such as `musicbus provider try`: the value of the first option.
  private static let command: String? = {
    let arguments = CommandLine.arguments.dropFirst().prefix(2)
    return arguments.count == 2 && arguments.first == "--command" ? arguments.last : nil
  }()

  static func main() {
    // A provider that exits before it has read its start line must not end this program.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let start = try CertifyCommand.program.start(arguments, output: { print($0) })
      if case .run(_, let invocation) = start {
        try run(CertifyCommand.task(invocation, .current))
      }
    } catch let error as UsageError {
      failUsage(error.message)
    } catch let error as ProviderError {
      if error.isUsage { failUsage(error.message) }
      printError(error.message)
      exit(couldNotRun)
    } catch {
      printError("\(error)")
      exit(couldNotRun)
    }
  }

  private static func run(_ task: CertifyCommand.Task) {
    switch task {
    case .list: print(CertifyCommand.listText)
    case .certify(let provider, let settings):
      exit(inTemporaryDirectory { try certify(provider, settings, in: $0) })
    case .start(let provider):
      exit(
        inTemporaryDirectory {
          try StartCheck.run(provider, in: $0)
          return 0
        }
      )
    case .record(let run): exit(inTemporaryDirectory { try report(run.record(in: $0)) })
    case .replay(let run): exit(inTemporaryDirectory { try report(run.replay(in: $0)) })
    case .call(let singleCall, let form):
      exit(inTemporaryDirectory { try call(singleCall, form, in: $0) })
    }
  }

  private static func failUsage(_ message: String) -> Never {
    printError("\(message) Try \"\(command ?? name) --help\".")
    exit(command == nil ? couldNotRun : invalidCommandLine)
  }

  private static func certify(
    _ provider: ProviderUnderTest,
    _ settings: CertifyCommand.Settings,
    in directory: TemporaryDirectory
  ) throws -> CInt {
    let certification = Certification(of: provider, settings.options, in: directory)
    let line = ProgressLine()
    let report = try certification.run { line?.show($0) }
    line?.clear()
    if settings.printsJSON {
      for line in try report.jsonLines() { print(line) }
    } else {
      print(report.text())
    }
    if let path = settings.junitPath {
      try Data(report.junit().utf8).write(to: URL(filePath: path))
    }
    guard report.failed.isEmpty else { return 1 }
    return report.isCertified ? 0 : couldNotRun
  }

  private static func call(
    _ call: SingleCall,
    _ form: CertifyCommand.OutputForm,
    in directory: TemporaryDirectory
  ) throws -> CInt {
    var isGood = true
    try call.run(in: directory) { result in
      // Exact in files and pipes, as data of the command line are.
      let isAtTerminal = isatty(STDOUT_FILENO) == 1
      for line in form == .plain ? result.plainLines : try result.lines() {
        print(isAtTerminal ? line.neutralizedLines : line)
      }
      fflush(nil)
      if form == .json {
        printToStandardError(try result.jsonSummary())
      } else {
        for line in result.report { printToStandardError(line) }
      }
      isGood = isGood && result.isDone
    }
    return isGood ? 0 : 1
  }

  private static func report(_ result: CassetteRun.Result) -> CInt {
    // A recording may be anybody's.
    for line in result.lines { print(line.neutralized) }
    return result.isGood ? 0 : 1
  }

  private static func inTemporaryDirectory(_ work: (TemporaryDirectory) throws -> CInt) -> CInt {
    do {
      // Before there is anything to remove.
      let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
      let directory = try TemporaryDirectory(prefix: "mb-certify")
      defer { directory.remove() }
      remove(directory, on: signals)
      let status = try work(directory)
      awaitEndIfInterrupted()
      return status
    } catch {
      awaitEndIfInterrupted()
      printError("\(error)")
      return couldNotRun
    }
  }

  private static let isInterrupted = Atomic(false)

  /// Without its directory, the work ends in some way, but the process ends by the signal.
  private static func awaitEndIfInterrupted() {
    while isInterrupted.load(ordering: .acquiring) { pause() }
  }

  /// Removes the directory on a signal; providers exit when their lifeline ends.
  private static func remove(_ directory: TemporaryDirectory, on signals: SignalDescriptor) {
    DispatchQueue(label: "signals").async {
      var item = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&item, 1, -1) <= 0 {}
      isInterrupted.store(true, ordering: .releasing)
      directory.remove()
      // Not `exit`: the main thread still runs.
      _exit(128 + (signals.next() ?? SIGINT))
    }
  }

  private static func printError(_ text: String) {
    printToStandardError("\(command == nil ? name : "musicbus"): \(text)")
  }

  /// What a stranger's program or file has said is among it.
  private static func printToStandardError(_ text: String) {
    _ = "\(text.neutralizedLines)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
