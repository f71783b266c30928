internal import BusProtocol
internal import Dispatch
internal import Glibc
internal import ZeroMQ

/// The program as started by a hub.
enum HubMode {
  private static let startLineTimeoutMs = 10_000
  /// The time to exit before SIGALRM ends the process.
  private static let exitTimeoutSeconds: UInt32 = 2

  /// - Returns: the exit status.
  static func run(_ make: ProviderProgram.Maker, environment: [String: String]) -> Int32 {
    do {
      let lifeline = Lifeline()
      let start = try lifeline.startLine(timeoutMs: startLineTimeoutMs)
      let provider = try make(
        ProviderConfiguration(section: start.config, environment: environment)
      )
      if let missing = provider.missingConfiguration {
        throw Failure(.configurationInvalid, "needs configuration: \(missing)")
      }
      let descriptor = try provider.resolvedDescriptor()
      let transport = try Cassette.transport(descriptor, config: start.config, environment)
      let client = HTTPClient(provider, descriptor, transport: transport)
      let mailbox = try Mailbox()
      let signals = handleSignals(mailbox)
      defer { signals.forEach { $0.cancel() } }
      var loop = try ProviderLoop(
        start: start,
        descriptor: descriptor,
        executor: CallExecutor(provider: provider, client: client),
        lifeline: lifeline,
        mailbox: mailbox
      )
      let status = try loop.run()
      alarm(exitTimeoutSeconds)
      return status
    } catch let failure as Failure {
      StandardStreams.log("\(failure.code): \(failure.message)")
      let isFinal = [.configurationInvalid, .manifestInvalid].contains(failure.code)
      return isFinal ? ExitStatus.configuration : ExitStatus.software
    } catch let error as StartLineError {
      StandardStreams.log("Could not start: \(error).")
      return ExitStatus.inputOutput
    } catch {
      StandardStreams.log("\(error)")
      return ExitStatus.software
    }
  }

  /// Stops the session on SIGTERM and SIGINT, and ends the process if that takes too long.
  private static func handleSignals(_ mailbox: Mailbox) -> [any DispatchSourceSignal] {
    [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        alarm(exitTimeoutSeconds)
        mailbox.post(.stop(name))
      }
      source.activate()
      return source
    }
  }
}

/// The reason why the start line could not be read.
enum StartLineError: Error, Hashable {
  case timedOut
  case closed
  case tooLong
  case invalid(String)
}

extension StartLineError: CustomStringConvertible {
  var description: String {
    switch self {
    case .timedOut: "timed out waiting for the start line"
    case .closed: "standard input was closed before the start line"
    case .tooLong: "the start line exceeds \(Lifeline.maxLineBytes) bytes"
    case .invalid(let reason): "invalid start line: \(reason)"
    }
  }
}
