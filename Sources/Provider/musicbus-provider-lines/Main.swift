import Glibc
import HostKit
import ProviderKit

/// `musicbus-provider-lines MANIFEST`: the provider of a program that speaks JSON lines
/// (`Protocol/lines.md`).
///
/// Its only job is to be the provider that the hub starts: it speaks the bus protocol with ProviderKit,
/// starts the program as its child, and makes its requests.
@main
enum Main {
  static func main() {
    var arguments = CommandLine.arguments
    guard arguments.count > 1, !arguments[1].hasPrefix("-") else {
      ProviderProgram.log("Usage: musicbus-provider-lines MANIFEST [--describe | --try METHOD …]")
      exit(64)
    }
    let path = arguments.remove(at: 1)
    ProviderProgram.run(arguments) { configuration throws(Failure) in
      let environment = Environment.current
      let provider = try LineProvider(.read(path), at: path, configuration, environment)
      // Without its configuration, it does not run.
      if environment[ProgramCheck.variable] == "1", provider.missingConfiguration == nil {
        try ProgramCheck.run(provider.command)
      }
      return provider
    }
  }
}
