import Certification
import HostKit
import MusicModel

/// What the command line of `musicbus-certify` asks for.
enum CertifyCommand {
  case run(Certifying)
  case list
  case help
  case version

  /// A certification that is to be done.
  struct Certifying {
    var subject: Subject
    var options = Options()
    var writesJSON = false
    var junitPath: String?
  }

  init(_ arguments: some Sequence<String>, environment: Environment) throws(CertifyUsageError) {
    var reader = ArgumentReader(Array(arguments))
    var settings = Settings()
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
      case "--":
        self = .run(try settings.certifying(reader.rest, environment))
        return
      default: try settings.take(argument, &reader)
      }
    }
    throw CertifyUsageError(message: "The command of a provider is missing, behind \"--\".")
  }
}

/// The command line is not understood.
struct CertifyUsageError: Error {
  let message: String
}

/// The words of a command line, one after the other.
struct ArgumentReader {
  private(set) var rest: ArraySlice<String>

  init(_ arguments: [String]) { rest = arguments[...] }

  mutating func next() -> String? { rest.popFirst() }

  mutating func value(of option: String) throws(CertifyUsageError) -> String {
    guard let value = next(), value != "--" else {
      throw CertifyUsageError(message: "\(option) needs a value.")
    }
    return value
  }
}
