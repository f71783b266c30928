import Glibc
import HostKit
import MusicModel
import ProviderKit

/// `musicbus-provider-lines MANIFEST [--as ID]`: the provider of a program that speaks JSON lines
/// (`Protocol/lines.md`), or another instance of it with an id of its own.
///
/// Its only job is to be the provider that the hub starts: it speaks the bus protocol with ProviderKit,
/// starts the program as its child, and makes its requests. With `--sign-in`, it signs the user in at the
/// service instead.
@main
enum Main {
  private static let usage =
    "Usage: musicbus-provider-lines MANIFEST [--as ID] [--describe | --sign-in | --try METHOD …]"

  static func main() {
    var arguments = CommandLine.arguments
    guard arguments.count > 1, !arguments[1].hasPrefix("-") else { refuse() }
    let path = arguments.remove(at: 1)
    var instance: ProviderID?
    if arguments.count > 2, arguments[1] == "--as" {
      guard let id = ProviderID(rawValue: arguments[2]) else { refuse() }
      instance = id
      arguments.removeSubrange(1...2)
    }
    let environment = Environment.current
    if arguments.dropFirst() == ["--sign-in"] {
      SignInCommand.run(manifest: path, as: instance, environment)
    }
    ProviderProgram.run(arguments) { [instance] configuration throws(Failure) in
      let manifest = try LineManifest.read(path)
      let provider = try LineProvider(manifest, at: path, as: instance, configuration, environment)
      let time = environment[ProgramCheckTime.variable].flatMap(ProgramCheckTime.init)
      // Without its configuration, it does not run.
      if time == .start, provider.missingConfiguration == nil {
        try ProgramCheck.run(provider.command)
      }
      return provider
    }
  }

  private static func refuse() -> Never {
    ProviderProgram.log(usage)
    exit(64)
  }
}
