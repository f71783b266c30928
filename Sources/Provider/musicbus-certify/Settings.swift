import Certification
import HostKit
import MusicModel

/// The options, and the provider that they are about.
struct Settings {
  var options = Options()
  var writesJSON = false
  var junitPath: String?
  /// The method that is to be called instead of a certification, and the words that belong to it.
  var call: (method: String, words: [String])?

  private var sources: [ProviderUnderTest.Source] = []
  private var variables: [String] = []
  private var configuration = JSONValue.object([:])
  private var manifestPath: String?

  mutating func take(
    _ option: String,
    _ reader: inout ArgumentReader
  ) throws(UsageError) {
    switch option {
    case "--fast": options.isFast = true
    case "--json": writesJSON = true
    case "--junit": junitPath = try reader.value(of: option)
    case "--suite": try addSuite(try reader.value(of: option))
    case "--upstream-var": try addSource(try reader.value(of: option))
    case "--env": variables.append(try reader.value(of: option))
    case "--config": try setConfiguration(try reader.value(of: option))
    case "--timeout-factor": try setTimeoutFactor(try reader.value(of: option))
    case "--manifest": manifestPath = try reader.value(of: option)
    case "--call": call = (try reader.value(of: option), reader.wordsToSeparator())
    default:
      throw UsageError(
        message: "\"\(option)\" is not known. The provider's command stands behind \"--\"."
      )
    }
  }

  /// The provider, from its manifest or by the command behind `--`.
  func subject(
    _ command: [String],
    _ environment: Environment
  ) throws(UsageError) -> ProviderUnderTest {
    var subject = try named(command, environment)
    subject.environment.merge(environment.allowing(variables)) { $1 }
    subject.sources = sources
    subject.configuration = configuration
    return subject
  }

  private func named(
    _ command: [String],
    _ environment: Environment
  ) throws(UsageError) -> ProviderUnderTest {
    if let manifestPath {
      guard command.isEmpty else {
        throw UsageError(message: "With --manifest no command is needed behind \"--\".")
      }
      do {
        return try ProviderUnderTest(manifestAt: manifestPath, environment: environment)
      } catch {
        throw UsageError(message: "\(error)")
      }
    }
    guard let name = command.first else {
      throw UsageError(
        message: "Which provider? Name its manifest, or its command behind \"--\"."
      )
    }
    guard let executable = ExecutableSearch.find(name, path: environment["PATH"]) else {
      throw UsageError(message: "\(name) is no executable file.")
    }
    let given = environment.allowing(ProviderUnderTest.commonVariables)
    return ProviderUnderTest(executable, Array(command.dropFirst()), environment: given)
  }

  private mutating func addSuite(_ name: String) throws(UsageError) {
    guard CheckTable.suites.contains(name) else {
      let known = CheckTable.suites.joined(separator: ", ")
      throw UsageError(message: "There is no suite \"\(name)\"; there are \(known).")
    }
    options.suites.insert(name)
  }

  private mutating func addSource(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let address = LoopbackAddress(url: parts[1]) else {
      throw UsageError(
        message: "--upstream-var takes NAME=URL with a URL on this machine, such as "
          + "MUSICBUS_ITUNES_URL=http://127.0.0.1:8080, not \"\(text)\"."
      )
    }
    sources.append(ProviderUnderTest.Source(variable: parts[0], address: address))
  }

  private mutating func setConfiguration(_ text: String) throws(UsageError) {
    guard let value = try? JSONValue(Array(text.utf8), .configuration), value.members != nil else {
      throw UsageError(message: "--config takes a JSON object.")
    }
    configuration = value
  }

  private mutating func setTimeoutFactor(_ text: String) throws(UsageError) {
    guard let factor = Double(text), (1...100).contains(factor) else {
      throw UsageError(message: "--timeout-factor takes a number from 1 to 100.")
    }
    options.timeoutFactor = factor
  }
}
