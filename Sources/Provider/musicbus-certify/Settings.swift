import Certification
import HostKit
import MusicModel

/// The options of a command line, and the provider that they describe.
struct Settings {
  var options = Options()
  var printsJSON = false
  var junitPath: String?
  /// The call to make instead of a certification.
  var call: (method: String, arguments: [String])?

  private var upstreams: [ProviderUnderTest.LocalUpstream] = []
  private var variables: [String] = []
  private var configuration = JSONValue.object([:])
  private var manifestPath: String?

  /// Applies an option, whose value the reader returns.
  mutating func apply(
    _ option: String,
    _ reader: inout ArgumentReader
  ) throws(UsageError) {
    switch option {
    case "--fast": options.isFast = true
    case "--json": printsJSON = true
    case "--junit": junitPath = try reader.value(of: option)
    case "--suite": try addSuite(try reader.value(of: option))
    case "--upstream-var": try addUpstream(try reader.value(of: option))
    case "--env": variables.append(try reader.value(of: option))
    case "--config": try setConfiguration(try reader.value(of: option))
    case "--timeout-factor": try setTimeoutFactor(try reader.value(of: option))
    case "--manifest": manifestPath = try reader.value(of: option)
    case "--call": call = (try reader.value(of: option), reader.upToSeparator())
    default:
      throw UsageError(
        message: "Unknown option \"\(option)\". Put the provider's command after \"--\"."
      )
    }
  }

  /// Returns the provider of the manifest or of the command after `--`.
  func provider(
    _ command: [String],
    _ environment: Environment
  ) throws(UsageError) -> ProviderUnderTest {
    var provider = try locate(command, environment)
    provider.environment.merge(environment.allowing(variables)) { $1 }
    provider.upstreams = upstreams
    provider.configuration = configuration
    return provider
  }

  private func locate(
    _ command: [String],
    _ environment: Environment
  ) throws(UsageError) -> ProviderUnderTest {
    if let manifestPath {
      guard command.isEmpty else {
        throw UsageError(message: "--manifest and a command after \"--\" are mutually exclusive.")
      }
      do {
        return try ProviderUnderTest(manifestAt: manifestPath, environment: environment)
      } catch {
        throw UsageError(message: "\(error)", isHelpUseful: false)
      }
    }
    guard let name = command.first else {
      throw UsageError(
        message: "Missing provider; pass --manifest FILE or its command after \"--\"."
      )
    }
    guard let executable = ExecutableSearch.find(name, path: environment["PATH"]) else {
      throw UsageError(message: "\"\(name)\" is not an executable file.", isHelpUseful: false)
    }
    let inherited = environment.allowing(ProviderUnderTest.commonVariables)
    return ProviderUnderTest(executable, Array(command.dropFirst()), environment: inherited)
  }

  private mutating func addSuite(_ name: String) throws(UsageError) {
    guard CheckTable.suites.contains(name) else {
      let known = CheckTable.suites.joined(separator: ", ")
      throw UsageError(message: "Unknown suite \"\(name)\"; suites: \(known).")
    }
    options.suites.insert(name)
  }

  private mutating func addUpstream(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let address = LoopbackAddress(url: parts[1]) else {
      throw UsageError(
        message: "Invalid --upstream-var \"\(text)\"; expected NAME=URL with a local URL, such as "
          + "MUSICBUS_ITUNES_URL=http://127.0.0.1:8080."
      )
    }
    upstreams.append(ProviderUnderTest.LocalUpstream(variable: parts[0], address: address))
  }

  private mutating func setConfiguration(_ text: String) throws(UsageError) {
    guard let value = try? JSONValue(Array(text.utf8), .configuration), value.members != nil else {
      throw UsageError(message: "Invalid --config; expected a JSON object.")
    }
    configuration = value
  }

  private mutating func setTimeoutFactor(_ text: String) throws(UsageError) {
    guard let factor = Double(text), (1...100).contains(factor) else {
      throw UsageError(
        message: "Invalid --timeout-factor \"\(text)\"; expected a number from 1 to 100."
      )
    }
    options.timeoutFactor = factor
  }
}
