import Certification
import HostKit

/// What the command line of `musicbus-certify` asks for.
enum CertifyCommand {
  case certify(ProviderUnderTest, Settings)
  case call(ProviderUnderTest, method: String, words: [String])
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
      case "--": command = reader.takeRest()
      default: try settings.take(argument, &reader)
      }
    }
    let subject = try settings.subject(command, environment)
    if let call = settings.call {
      self = .call(subject, method: call.method, words: call.words)
    } else {
      self = .certify(subject, settings)
    }
  }
}

/// The command line is not understood.
struct UsageError: Error {
  let message: String
}

/// The words of a command line, one after the other.
struct ArgumentReader {
  private var rest: ArraySlice<String>

  init(_ arguments: [String]) { rest = arguments[...] }

  mutating func next() -> String? { rest.popFirst() }

  mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = next(), value != "--" else {
      throw UsageError(message: "\(option) needs a value.")
    }
    return value
  }

  /// All up to `--`, which stays.
  mutating func wordsToSeparator() -> [String] {
    let words = Array(rest.prefix { $0 != "--" })
    rest = rest.dropFirst(words.count)
    return words
  }

  mutating func takeRest() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }
}
