import Certification
import HostKit

/// A parsed command line of `musicbus-certify`.
enum CertifyCommand {
  case certify(ProviderUnderTest, Settings)
  case call(ProviderUnderTest, method: String, arguments: [String])
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
      self = .call(provider, method: call.method, arguments: call.arguments)
    } else {
      self = .certify(provider, settings)
    }
  }
}

/// The error for an invalid command line.
struct UsageError: Error {
  let message: String
}
