import Glibc
import HostKit
import HubRuntime
import MusicModel

/// Program `musicbus-hub`: parses its options, runs the hub and reports why it could not.
@main
struct Main {
  static func main() {
    do throws(HubUsageError) {
      switch try HubCommand(CommandLine.arguments.dropFirst()) {
      case .help: print(HubCommand.helpText)
      case .version: print("musicbus-hub \(MusicBusVersion.current)")
      case .run(let options): exit(run(options))
      }
    } catch {
      report(error.message)
      exit(64)
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
