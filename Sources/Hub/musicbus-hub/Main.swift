import Glibc
import HostKit
import HubRuntime

/// `musicbus-hub`: reads its options, runs the hub, says why where it cannot.
@main
struct Main {
  static func main() {
    do throws(HubUsageError) {
      switch try HubCommand(CommandLine.arguments.dropFirst()) {
      case .help: print(HubCommand.helpText)
      case .version: print("musicbus-hub 1.0.0")
      case .run(let options): exit(run(options))
      }
    } catch {
      complain(error.message)
      exit(64)
    }
  }

  private static func run(_ options: HubOptions) -> CInt {
    do {
      try HubProcess.run(options, environment: .current)
      return 0
    } catch let error as HubStartError where options.isBackground {
      // Another client's hub was faster: that one will do.
      if case .runsAlready = error { return 0 }
      complain("\(error)")
      return 1
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func complain(_ text: String) {
    let line = Array("musicbus-hub: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
