internal import BusProtocol
internal import Dispatch
internal import Foundation
internal import Synchronization

extension Provider {
  /// The program of a provider: mark the type with `@main`.
  ///
  /// Started by a hub (`MUSICBUS_START=stdin`) it serves until the hub is gone; started by hand it
  /// says what it is (exit status 64), `--describe` prints the descriptor and
  /// `--try METHOD [KEY=VALUE…] [TEXT]` runs one call.
  public static func main() {
    let environment = ProcessInfo.processInfo.environment
    exit(
      environment["MUSICBUS_START"] == "stdin"
        ? HubMode.run(Self.self, environment: environment)
        : byHand(environment, CommandLine.arguments)
    )
  }

  private static func byHand(_ environment: [String: String], _ arguments: [String]) -> Int32 {
    do throws(Failure) {
      let provider = try Self(ProviderConfiguration(environment: environment))
      let program = arguments.first?.split(separator: "/").last.map { String($0) } ?? "provider"
      let byHand = CommandLineMode(
        provider: provider,
        promise: try provider.promise(),
        program: program
      )
      return waitFor { await byHand.run(Array(arguments.dropFirst())) }
    } catch {
      StandardStreams.log("\(error.code): \(error.message)")
      return error.code == .configurationInvalid ? ExitStatus.configuration : ExitStatus.software
    }
  }

  /// Lets the first thread, which has nothing else to do, wait for a task.
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
