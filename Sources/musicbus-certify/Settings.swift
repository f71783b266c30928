import Certification
import HostKit
import MusicModel

/// The options in front of the provider's command.
struct Settings {
  /// Variables that every provider gets from the environment, as from a hub.
  static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  private var options = Options()
  private var sources: [Subject.Source] = []
  private var variables: [String] = []
  private var configuration = JSONValue.object([:])
  private var writesJSON = false
  private var junitPath: String?

  mutating func take(
    _ option: String,
    _ reader: inout ArgumentReader
  ) throws(CertifyUsageError) {
    switch option {
    case "--fast": options.isFast = true
    case "--json": writesJSON = true
    case "--junit": junitPath = try reader.value(of: option)
    case "--suite": try addSuite(try reader.value(of: option))
    case "--upstream-var": try addSource(try reader.value(of: option))
    case "--env": variables.append(try reader.value(of: option))
    case "--config": try setConfiguration(try reader.value(of: option))
    case "--patience": try setPatience(try reader.value(of: option))
    default:
      throw CertifyUsageError(
        message: "\"\(option)\" is not known. The provider's command stands behind \"--\"."
      )
    }
  }

  func certifying(
    _ command: ArraySlice<String>,
    _ environment: Environment
  ) throws(CertifyUsageError) -> CertifyCommand.Certifying {
    guard let name = command.first else {
      throw CertifyUsageError(message: "The command of a provider is missing, behind \"--\".")
    }
    guard let executable = ExecutableSearch.find(name, path: environment["PATH"]) else {
      throw CertifyUsageError(message: "\(name) is no executable file.")
    }
    let given = environment.allowing(Settings.commonVariables + variables)
    var subject = Subject(executable, Array(command.dropFirst()), environment: given)
    subject.sources = sources
    subject.configuration = configuration
    return CertifyCommand.Certifying(
      subject: subject,
      options: options,
      writesJSON: writesJSON,
      junitPath: junitPath
    )
  }

  private mutating func addSuite(_ name: String) throws(CertifyUsageError) {
    guard CheckTable.suites.contains(name) else {
      let known = CheckTable.suites.joined(separator: ", ")
      throw CertifyUsageError(message: "There is no suite \"\(name)\"; there are \(known).")
    }
    options.suites.insert(name)
  }

  private mutating func addSource(_ text: String) throws(CertifyUsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let address = LoopbackAddress(url: parts[1]) else {
      throw CertifyUsageError(
        message: "--upstream-var takes NAME=URL with a URL on this machine, such as "
          + "MUSICBUS_ITUNES_URL=http://127.0.0.1:8080, not \"\(text)\"."
      )
    }
    sources.append(Subject.Source(variable: parts[0], address: address))
  }

  private mutating func setConfiguration(_ text: String) throws(CertifyUsageError) {
    var reader = JSONReader(Array(text.utf8))
    guard let value = try? reader.readDocument(), value.members != nil else {
      throw CertifyUsageError(message: "--config takes a JSON object.")
    }
    configuration = value
  }

  private mutating func setPatience(_ text: String) throws(CertifyUsageError) {
    guard let factor = Double(text), (1...100).contains(factor) else {
      throw CertifyUsageError(message: "--patience takes a number from 1 to 100.")
    }
    options.patience = factor
  }
}
