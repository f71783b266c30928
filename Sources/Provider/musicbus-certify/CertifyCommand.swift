import Certification
import CommandKit
import FoundationEssentials
import HostKit
import MusicModel

/// The command line of `musicbus-certify`.
enum CertifyCommand {
  private static let upstreams = Option(
    repeating: "upstream-var",
    ValueSyntax(
      "NAME=URL",
      expectation: "NAME=URL with a local URL, such as MUSICBUS_ITUNES_URL=http://127.0.0.1:8080",
      read: upstream
    ),
    help:
      "The environment variable that contains the provider's upstream address, and the URL of a local upstream, such as "
      + "musicbus-sample-upstream. Its requests are counted, blocked and rejected."
  )
  private static let suites = Option(
    repeating: "suite",
    ValueSyntax(
      "NAME",
      expectation: "one of \(CheckTable.suites.joined(separator: ", "))",
      suggestions: .words(CheckTable.suites),
      read: { CheckTable.suites.contains($0) ? $0 : nil }
    ),
    help: "Run only this suite."
  )
  private static let fast = Option(
    flag: "fast",
    help: "Shorten waits and measurements, to 10 to 30 s; end after 15 s if something fails."
  )
  private static let timeoutFactor = Option(
    "timeout-factor",
    ValueSyntax("FACTOR", expectation: "a number from 1 to 100") { word in
      Double(word).flatMap { (1...100).contains($0) ? $0 : nil }
    },
    help: "Multiply all timeouts, and the 15 s of --fast, by this factor.",
    default: "1"
  )
  private static let manifest = Option(
    "manifest",
    .file(),
    help: "The provider's manifest, or the directory that contains it."
  )
  private static let configuration = Option(
    "config",
    ValueSyntax("JSON", expectation: "a JSON object", read: object),
    help:
      "The provider's section of the configuration; by default that in the variable \(ConfigurationFile.sectionVariable)."
  )

  private static let object: @Sendable (String) -> JSONValue? = { text in
    let value = try? JSONValue(Array(text.utf8), .configuration)
    return value?.members == nil ? nil : value
  }
  private static let variables = Option(
    repeating: "env",
    .text("NAME"),
    help: "An environment variable to pass to the provider."
  )
  private static let json = Option(
    flag: "json",
    help: "Print one JSON object per check; with --call, the summary, too."
  )
  private static let junit = Option("junit", .file(), help: "Also write a report in JUnit XML.")
  private static let call = Option(
    "call",
    .text("METHOD"),
    help:
      "Make one call with the parameters KEY=VALUE or text, and print its results as JSON lines."
  )
  private static let samples = Option(
    flag: "samples",
    help: "Make each call of the samples, and print a summary of each."
  )
  private static let callTimeout = Option(
    "call-timeout",
    .integer("MS", in: 100...120_000),
    help: "The time that the call has, in milliseconds.",
    default: "\(SingleCall.timeout.milliseconds)"
  )
  private static let trace = Option(
    flag: "trace",
    help: "Let the provider log each request that it makes."
  )
  private static let plain = Option(
    flag: "plain",
    help: "Print the results of --call as tab-separated values."
  )
  private static let record = Option(
    "record",
    .file(),
    help: "Make the samples, or the call of --call, and write them to this cassette."
  )
  private static let replay = Option(
    "replay",
    .file(),
    help: "Make the calls of this cassette without a network, and compare the replies."
  )
  private static let start = Option(
    flag: "start",
    help: "Only start the provider, and say why if it does not come up."
  )
  private static let command = Option(
    "command",
    .text("NAME"),
    help: "Report errors under the name of this command."
  )
  private static let list = Option(flag: "list", help: "List the checks and their requirements.")
  private static let words = Argument(
    anyNumberOf: .text("WORD"),
    help:
      "The provider's command, after --. With --call, its program, if there is no manifest, and the parameters."
  )

  static let program = Program<Void>(
    "musicbus-certify",
    version: MusicBusVersion.current,
    command: Command(
      "certify",
      abstract:
        "Checks a MusicBus provider, written in any language, against the requirements of Protocol/provider.md.",
      discussion: """
        It starts the provider like a hub would, simulates the hub, and reports which requirements are not met and how to \
        fix them.
        Without --upstream-var, the provider uses its real upstream: few requests are made, and checks that need to count \
        or block them are skipped.
        Exit status: 0 certified, 1 not certified, 2 could not run, or the machine was too busy. With --call: 0 done, \
        1 error, 2 no reply.
        """,
      arguments: [words],
      options: [
        upstreams, suites, fast, timeoutFactor, manifest, configuration, variables, json, junit,
        call, samples, callTimeout, trace, plain, record, replay, start, command, list,
      ],
      examples: [
        Example("--manifest Plugins/Deezer", "Certify a provider by its manifest."),
        Example("-- ./provider.py --verbose", "Certify a command."),
        Example("--manifest Plugins/Deezer --call artists.search Nirvana", "Make one call."),
      ],
      action: ()
    )
  )

  /// What to do.
  enum Task {
    case certify(ProviderUnderTest, Settings)
    case call(SingleCall, OutputForm)
    case start(ProviderUnderTest)
    case record(CassetteRun)
    case replay(CassetteRun)
    case list
  }

  /// How the results of a call are printed.
  enum OutputForm {
    /// As JSON lines, with a summary in words.
    case text
    /// As JSON lines, with a summary in JSON.
    case json
    case plain
  }

  /// How to certify and to report.
  struct Settings {
    var options = Options()
    var printsJSON = false
    var junitPath: String?
  }

  /// The command that runs this program, such as `musicbus provider try`.
  static func caller(_ invocation: Invocation) -> String? { invocation[command] }

  static func task(_ invocation: Invocation, _ environment: Environment) throws(ProviderError)
    -> Task
  {
    if invocation[list] { return .list }
    let words = (try? invocation[words]) ?? []
    if invocation[start] { return .start(try provider(invocation, words, environment)) }
    let isCall =
      invocation[call] != nil || invocation[record] != nil || invocation[samples]
    guard isCall || invocation[replay] != nil else {
      return .certify(try provider(invocation, words, environment), settings(invocation))
    }
    let program = invocation[manifest] == nil ? Array(words.prefix(1)) : []
    let provider = try provider(invocation, program, environment)
    let arguments = Array(words.dropFirst(program.count))
    do throws(SingleCallError) {
      if let path = invocation[replay] {
        return .replay(try CassetteRun(replaying: absolute(path), by: provider))
      }
      let method = invocation[call]
      guard let path = invocation[record] else {
        let timeout = invocation[callTimeout].map { Duration.milliseconds($0) }
        let single = try SingleCall(
          of: provider,
          method,
          arguments: arguments,
          timeout: timeout ?? SingleCall.timeout
        )
        let form = invocation[plain] ? OutputForm.plain : invocation[json] ? .json : .text
        return .call(single, form)
      }
      return .record(
        try CassetteRun(recording: provider, method, arguments: arguments, to: absolute(path))
      )
    } catch {
      throw ProviderError(message: "\(error)", isUsage: true)
    }
  }

  /// The provider has another working directory.
  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  private static func settings(_ invocation: Invocation) -> Settings {
    var settings = Settings(printsJSON: invocation[json], junitPath: invocation[junit])
    settings.options.isFast = invocation[fast]
    settings.options.suites = Set(invocation[suites])
    settings.options.timeoutFactor = invocation[timeoutFactor] ?? 1
    return settings
  }

  /// The provider of the manifest, or of the command.
  private static func provider(
    _ invocation: Invocation,
    _ words: [String],
    _ environment: Environment
  ) throws(ProviderError) -> ProviderUnderTest {
    // The configuration is a message to this program, with secrets that a program on JSON lines never gets.
    let passedOn = environment.filter { $0.key != ConfigurationFile.sectionVariable }
    var provider = try locate(invocation[manifest], words, passedOn)
    provider.environment.merge(passedOn.allowing(invocation[variables])) { $1 }
    if invocation[trace] { provider.environment["MUSICBUS_TRACE"] = "1" }
    provider.upstreams = invocation[upstreams]
    let own = environment[ConfigurationFile.sectionVariable].flatMap(object)
    provider.configuration = invocation[configuration] ?? own ?? .object([:])
    return provider
  }

  private static func locate(
    _ manifest: String?,
    _ words: [String],
    _ environment: Environment
  ) throws(ProviderError) -> ProviderUnderTest {
    if let manifest {
      guard words.isEmpty else {
        let message = "--manifest and a command after \"--\" are mutually exclusive."
        throw ProviderError(message: message, isUsage: true)
      }
      do {
        return try ProviderUnderTest(manifestAt: manifest, environment: environment)
      } catch {
        throw ProviderError(message: "\(error)")
      }
    }
    guard let name = words.first else {
      let message = "Missing provider; pass --manifest FILE or its command after \"--\"."
      throw ProviderError(message: message, isUsage: true)
    }
    guard let executable = ExecutableSearch.find(name, path: environment["PATH"]) else {
      throw ProviderError(message: "\"\(name)\" is not an executable file.")
    }
    let inherited = environment.allowing(ProviderUnderTest.commonVariables)
    return ProviderUnderTest(executable, Array(words.dropFirst()), environment: inherited)
  }

  private static let upstream: @Sendable (String) -> ProviderUnderTest.LocalUpstream? = { text in
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let address = LoopbackAddress(url: parts[1]) else { return nil }
    return ProviderUnderTest.LocalUpstream(variable: parts[0], address: address)
  }

  static var listText: String {
    CheckTable.all.map { check in
      let name = check.id + String(repeating: " ", count: max(1, 32 - check.id.count))
      return "\(name)\(check.level.rawValue)  \(check.requirements.joined(separator: ", "))  "
        + "The provider \(check.summary)."
    }.joined(separator: "\n")
  }
}

/// A provider that cannot be used, or a rule across options that is violated.
struct ProviderError: Error {
  let message: String
  /// Whether the help shows how to correct the command line.
  var isUsage = false
}
