import Certification
import HostKit

/// A parsed command line of `musicbus-certify`.
enum CertifyCommand {
  case certify(ProviderUnderTest, Settings)
  case call(SingleCall)
  case list
  case help
  case version

  init(_ arguments: some Sequence<String>, environment: Environment) throws(UsageError) {
    var reader = ArgumentReader(Array(arguments))
    var settings = Settings()
    var command: [String] = []
    while let argument = reader.next() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--list":
        self = .list
        return
      case "--": command = reader.rest()
      default: try settings.apply(argument, &reader)
      }
    }
    let provider = try settings.provider(command, environment)
    if let call = settings.call {
      do throws(SingleCallError) {
        self = .call(try SingleCall(of: provider, call.method, arguments: call.arguments))
      } catch {
        throw UsageError(message: "\(error)")
      }
    } else {
      self = .certify(provider, settings)
    }
  }
}

/// The error for an invalid command line, or for a provider that cannot be used.
struct UsageError: Error {
  let message: String
  /// Whether the help shows how to correct the command line.
  var isHelpUseful = true
}
