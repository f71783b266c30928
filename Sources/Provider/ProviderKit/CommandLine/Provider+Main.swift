internal import BusProtocol
internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

extension Provider {
  /// Runs the program; mark the provider's type with `@main`.
  ///
  /// Started by a hub (`MUSICBUS_START=stdin`), it serves until the hub exits. From the command
  /// line, `--describe` prints the descriptor and `--try METHOD [KEY=VALUE…] [TEXT]` runs one call;
  /// without arguments it prints its help and exits with status 64.
  public static func main() {
    ProviderProgram.run(CommandLine.arguments) { configuration throws(Failure) in
      try Self(configuration)
    }
  }
}

/// The program of a provider.
package enum ProviderProgram {
  package typealias Maker = (ProviderConfiguration) throws(Failure) -> any Provider

  /// Runs the program of a provider that `make` creates, like ``Provider/main()``.
  ///
  /// `arguments` begin with the name of the program.
  package static func run(_ arguments: [String], _ make: Maker) -> Never {
    let environment = ProcessInfo.processInfo.environment
    // A child or a hub that has gone is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    end(
      environment["MUSICBUS_START"] == "stdin"
        ? HubMode.run(make, environment: environment)
        : runCommandLine(environment, arguments, make)
    )
  }

  /// The status of a process that cannot run with its configuration; a restart would not help.
  package static let configurationStatus = ExitStatus.configuration

  /// The status of a process that cannot run now; the hub restarts it a few times.
  package static let failureStatus = ExitStatus.software

  /// Writes a line to the log of the provider.
  package static func log(_ line: String) { StandardStreams.log(line) }

  /// Waits between two requests of a command; a call of the hub ends at its deadline.
  package static func wait(_ time: Duration) async { try? await Task.sleep(for: time) }

  /// Ends the process without running the destructors of libraries.
  ///
  /// They free what threads of the task pool still use: `exit` crashed about one of 40 short runs.
  package static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  private static func runCommandLine(
    _ environment: [String: String],
    _ arguments: [String],
    _ make: Maker
  ) -> Int32 {
    do throws(Failure) {
      let provider = try make(ProviderConfiguration(environment: environment))
      let program = arguments.first?.split(separator: "/").last.map { String($0) } ?? "provider"
      let mode = CommandLineMode(
        provider: provider,
        descriptor: try provider.resolvedDescriptor(),
        program: program,
        environment: environment
      )
      return waitFor { await mode.run(Array(arguments.dropFirst())) }
    } catch {
      StandardStreams.log("\(error.code): \(error.message)")
      return error.code == .configurationInvalid ? ExitStatus.configuration : ExitStatus.software
    }
  }

  /// Runs the task of a program without a hub, and ends the process with the status that it returns.
  package static func runTask(_ work: @escaping @Sendable () async -> Int32) -> Never {
    signal(SIGPIPE, SIG_IGN)
    end(waitFor(work))
  }

  /// The transport of a program without a hub.
  package static func transport(_ environment: [String: String]) -> any HTTPTransport {
    CurlTransport(environment)
  }

  /// Blocks the main thread until a task has finished.
  private static func waitFor(_ work: @escaping @Sendable () async -> Int32) -> Int32 {
    let done = DispatchSemaphore(value: 0)
    let status = Mutex<Int32>(ExitStatus.software)
    Task.detached {
      let result = await work()
      status.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return status.withLock { $0 }
  }
}

/// Exit statuses of a provider (sysexits.h).
enum ExitStatus {
  static let success: Int32 = 0
  /// The call failed.
  static let failure: Int32 = 1
  /// Invalid arguments, or started without a hub and without arguments.
  static let usage: Int32 = 64
  /// A bug in the provider.
  static let software: Int32 = 70
  /// No start line arrived, or standard input was closed.
  static let inputOutput: Int32 = 74
  /// The configuration is invalid or the hub rejected the provider; a restart would not help.
  static let configuration: Int32 = 78
}

/// Standard output and standard error. Under a hub, both go to its log.
enum StandardStreams {
  /// Writes a line of requested data.
  static func output(_ line: some StringProtocol) {
    write(line + "\n", to: STDOUT_FILENO)
  }

  /// Writes a message.
  static func log(_ line: some StringProtocol) {
    write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes a text as a whole, unless nobody reads it.
  @discardableResult
  static func write(_ text: some StringProtocol, to descriptor: CInt) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
