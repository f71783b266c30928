import CommandKit
import Glibc
import HostKit
import HubRuntime

/// Program `musicbus-hub`: parses its options, runs the hub and reports why it could not.
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch HubCommand.program.start(arguments, output: { print($0) }, errors: StandardError.write) {
    case .run(_, let invocation): exit(run(HubCommand.options(invocation)))
    case .exit(let status): exit(status.rawValue)
    }
  }

  private static func run(_ options: HubOptions) -> CInt {
    do {
      try HubProcess.run(options, environment: .current)
      return 0
    } catch HubStartError.runsAlready where options.isBackground {
      // Another client has started a hub first.
      return 0
    } catch {
      report(HubStartError.describe(error))
      return 1
    }
  }

  private static func report(_ message: String) {
    StandardError.write("musicbus-hub: \(message)")
  }
}
