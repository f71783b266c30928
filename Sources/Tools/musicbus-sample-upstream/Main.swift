import CommandKit
import Dispatch
import Glibc
import HTTPServer

/// Serves the sample sources: upstream APIs with a small catalog. They are for demonstrations and
/// tests without the internet.
@main struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch Options.program.start(arguments, output: { print($0) }, errors: printError) {
    case .run(_, let invocation): serve(Options(invocation))
    case .exit(let status): exit(status.rawValue)
    }
  }

  private static func serve(_ options: Options) {
    // Blocked before any thread starts, so that only `sigwait` below sees them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    let log: SampleSite.Log? = options.isVerbose ? say : nil
    do throws(HTTPServerError) {
      let sources = FaultInjectingServer(SampleSource(), options.faults)
      let server = try SampleServer(sources, port: options.port, log: log)
      say(server.address, to: STDOUT_FILENO)
      if options.endsWithStandardInput { endWithStandardInput() }
      var received: CInt = 0
      sigwait(&signals, &received)
      server.stop()
    } catch {
      say(error.description)
      exit(1)
    }
  }

  /// Stops the server at the end of standard input, also if the process at the other end has
  /// crashed.
  private static func endWithStandardInput() {
    DispatchQueue(label: "standard input").async {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR {}
      kill(getpid(), SIGTERM)
    }
  }

  @Sendable private static func say(_ text: String) {
    printError("musicbus-sample-upstream: \(text)")
  }

  private static func printError(_ text: String) {
    say(text, to: STDERR_FILENO)
  }

  private static func say(_ text: String, to descriptor: CInt) {
    _ = "\(text)\n".withCString { write(descriptor, $0, strlen($0)) }
  }
}
