internal import BusProtocol
internal import Dispatch
internal import Glibc
internal import ZeroMQ

/// The program as a hub starts it.
enum HubMode {
  private static let startLineMs = 10_000
  /// After this a program that was told to end is ended by the system.
  private static let graceSeconds: UInt32 = 2

  /// - Returns: the exit status.
  static func run<P: Provider>(_ type: P.Type, environment: [String: String]) -> Int32 {
    do {
      let lease = Lifeline()
      let start = try lease.startLine(withinMs: startLineMs)
      let provider = try P(ProviderConfiguration(section: start.config, environment: environment))
      let promise = try provider.promise()
      let client = HTTPClient(provider, promise, transport: URLSessionTransport())
      let mailbox = try Mailbox()
      let signals = endings(mailbox)
      defer { signals.forEach { $0.cancel() } }
      var loop = try ProviderLoop(
        start: start,
        promise: promise,
        runner: CallExecutor(provider: provider, client: client),
        lease: lease,
        mailbox: mailbox
      )
      let status = try loop.run()
      alarm(graceSeconds)
      return status
    } catch let failure as Failure {
      StandardStreams.log("\(failure.code): \(failure.message)")
      return failure.code == .configurationInvalid ? ExitStatus.configuration : ExitStatus.software
    } catch let problem as Lifeline.Problem {
      StandardStreams.log("Not started: \(problem).")
      return ExitStatus.inputOutput
    } catch {
      StandardStreams.log("\(error)")
      return ExitStatus.software
    }
  }

  /// Signals that ask the program to end. The system ends it where it does not.
  private static func endings(_ mailbox: Mailbox) -> [any DispatchSourceSignal] {
    signal(SIGPIPE, SIG_IGN)
    return [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        alarm(graceSeconds)
        mailbox.post(.stop(name))
      }
      source.activate()
      return source
    }
  }
}
