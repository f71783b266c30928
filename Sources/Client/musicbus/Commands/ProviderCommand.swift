import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus provider`: for authors and users of providers.
enum ProviderCommand {
  static let command = Command<CommandAction>(
    "provider",
    abstract: "Create, test, certify and install providers.",
    discussion: """
      A provider is any executable that speaks the protocol. "new" creates a working one, "try" calls it \
      without a hub, "certify" checks its conformance, and "add" installs it, also from elsewhere.
      """,
    examples: [
      Example("provider new my-source", "Create a provider in ./my-source."),
      Example("provider try my-source artists.search \"Pink Floyd\" limit=3", "Call it once."),
      Example("provider certify my-source --fast", "Check its conformance."),
      Example("provider add ./my-source", "Install it."),
    ],
    commands: [
      Command(
        "new",
        abstract: "Create a provider with manifest, README and test.",
        discussion: """
          Creates a directory of that name. A Python provider needs nothing but Python 3.11; a Swift provider \
          uses ProviderKit from the checkout given by --package.
          """,
        arguments: [name],
        options: [language, package],
        action: create
      ),
      Command(
        "try",
        abstract: "Call a provider once, without a hub.",
        discussion: """
          Items are printed as JSON lines, the provider's log and a summary on standard error. Arguments \
          after METHOD are its text, id, chart or URL; KEY=VALUE sets other parameters.
          """,
        arguments: [path, words],
        options: [sources, configuration, trace],
        action: tryCall
      ),
      Command(
        "dev",
        abstract: "Call a provider again whenever its files change.",
        discussion: """
          Starts it without a hub and without a cache, makes the call, or without METHOD each of its samples, \
          and prints what "try --trace" prints. At each change of a file in its directory, it is started \
          again. Ctrl-C ends it.
          """,
        arguments: [path, anyWords],
        options: [sources, configuration],
        examples: [
          Example(
            "provider dev my-source artists.search nina",
            "See the results while you write it."
          )
        ],
        action: develop
      ),
      Command(
        "record",
        abstract: "Write calls of a provider, with their requests and replies, to a file.",
        discussion: """
          Makes the call, or without METHOD each sample of the provider. The file, a cassette, contains no \
          secret, and no headers of requests; read it before you give it to others. "replay" plays it.
          """,
        arguments: [path, anyWords],
        options: [output, configuration],
        examples: [
          Example("provider record my-source -o my-source.cassette", "Record the samples."),
          Example(
            "provider record my-source artist.get my-source:artist:7 -o bug.cassette",
            "Record what goes wrong."
          ),
        ],
        action: record
      ),
      Command(
        "replay",
        abstract: "Make the recorded calls again, without a network, and compare the replies.",
        arguments: [cassette, path],
        action: replay
      ),
      Command(
        "certify",
        abstract: "Check a provider against the protocol requirements.",
        discussion: """
          Simulates a hub. With --upstream-var, the provider uses a local source, such as \
          musicbus-sample-upstream, whose requests are counted, delayed and rejected.
          """,
        arguments: [path],
        options: [sources, configuration, suites, isFast, timeoutFactor, junit],
        action: certify
      ),
    ] + ProviderInstallCommands.commands + [ProviderSetup.command, ProviderLog.command]
      + ProviderSignIn.commands + ProviderAdministration.commands
  )

  private static let name = Argument(
    ValueSyntax("NAME", expectation: "lower-case letters, digits and -, starting with a letter") {
      ProviderName($0)
    },
    help: "Id of the new provider."
  )
  private static let language = Option(
    "language",
    .choice("LANGUAGE", of: ProviderTemplate.Language.allCases),
    help: "Programming language.",
    default: "python"
  )
  private static let package = Option(
    "package",
    .file("DIR"),
    help: "MusicBus checkout that contains ProviderKit.",
    default: "the checkout of this program"
  )
  private static let path = Argument(
    .file("PATH"),
    help: "Manifest, its directory, or an executable."
  )
  private static let words = Argument(
    repeating: .text("METHOD"),
    help: "Method and its arguments."
  )
  private static let anyWords = Argument(
    anyNumberOf: .text("METHOD"),
    help: "Method and its arguments."
  )
  private static let cassette = Argument(.file("FILE"), help: "A file that \"record\" wrote.")
  private static let output = Option(
    "output",
    short: "o",
    .file(),
    help: "File to write.",
    default: "the id of the provider, with .cassette"
  )
  private static let configuration = Option(
    "config",
    .text("JSON"),
    help: "Settings for it, instead of those of your configuration."
  )
  private static let sources = Option(
    repeating: "upstream-var",
    .text("NAME=URL"),
    help: "Environment variable for the source's URL, and a local source."
  )
  private static let trace = Option(
    flag: "trace",
    help: "Also print each request that it makes (providers on JSON lines or ProviderKit)."
  )
  private static let suites = Option(
    repeating: "suite",
    .text("SUITE"),
    help: "Only this suite of checks."
  )
  private static let isFast = Option(
    flag: "fast",
    help: "Run for 10 to 30 s, and 15 s if something fails."
  )
  private static let timeoutFactor = Option(
    "timeout-factor",
    .integer("FACTOR", in: 1...100),
    help: "Multiply all timeouts, and the 15 s of --fast, by this factor, for busy machines."
  )
  private static let junit = Option(
    "junit",
    .file(),
    help: "Also write a JUnit XML report to this file."
  )

  private static let create: CommandAction = { context, invocation in
    let language = invocation[language] ?? .python
    let name = try invocation[name]
    if let owner = Manifest.reservedIDs[name.id] {
      throw invocation.usageError("\"\(name.id)\" is \(owner); choose another name.")
    }
    let template = ProviderTemplate(
      name,
      language,
      package: language == .swift ? try Checkout.find(invocation[package]) : ""
    )
    try template.write()
    for step in template.nextSteps { context.terminal.print(step) }
    return .ok
  }

  private static let tryCall: CommandAction = { context, invocation in
    let words = try invocation[words]
    let path = try invocation[path]
    let manifest = CertifyTool.manifestPath(path)
    for name in ManifestVariables.missing(inManifestAt: manifest, context.environment) {
      context.terminal.note(
        StyledText("The environment variable \(name), which the manifest names, is not set.")
      )
    }
    let status = try tool(context, invocation).run(
      path,
      for: "musicbus provider try",
      options: callOptions(context, invocation) + (invocation[trace] ? ["--trace"] : [])
        + ["--call"] + words.prefix(1),
      parameters: Array(words.dropFirst())
    )
    // Only a certification can be undecided.
    return status == .undecided ? .failed : status
  }

  private static let develop: CommandAction = { context, invocation in
    let words = (try? invocation[anyWords]) ?? []
    let path = try invocation[path]
    return try ProviderWatch(context, path).run {
      _ = try tool(context, invocation).run(
        path,
        for: "musicbus provider dev",
        options: callOptions(context, invocation) + ["--trace"]
          + (words.first.map { ["--call", $0] } ?? ["--samples"]),
        parameters: Array(words.dropFirst())
      )
    }
  }

  /// How a single call is made and printed.
  private static func callOptions(
    _ context: CommandContext,
    _ invocation: Invocation
  ) -> [String] {
    let timeoutMs = Int(context.settings.timeout / .milliseconds(1))
    let form = context.settings.json ? ["--json"] : context.settings.plain ? ["--plain"] : []
    return upstreams(invocation) + sampleVariable(context)
      + ["--call-timeout", "\(timeoutMs)"] + form
  }

  private static let record: CommandAction = { context, invocation in
    let words = (try? invocation[anyWords]) ?? []
    let path = try invocation[path]
    let id = manifest(at: path)?.id.rawValue ?? "provider"
    let file = invocation[output] ?? "\(id).cassette"
    let status = try tool(context, invocation).run(
      path,
      for: "musicbus provider record",
      options: sampleVariable(context) + ["--record", file]
        + (words.first.map { ["--call", $0] } ?? []),
      parameters: Array(words.dropFirst())
    )
    if status == .ok { context.terminal.note("Recorded in \(file).") }
    return status == .undecided ? .failed : status
  }

  private static let replay: CommandAction = { context, invocation in
    let path = try invocation[path]
    // A recording often comes with other files of a stranger; a name of one of them must not run it.
    guard manifest(at: path) != nil else {
      throw CommandFailure(
        "\"\(path)\" is not a provider directory or manifest.",
        "Name the directory with the provider.json of your provider."
      )
    }
    let status = try CertifyTool(context).run(
      path,
      for: "musicbus provider replay",
      options: ["--replay", try invocation[cassette]]
    )
    return status == .undecided ? .failed : status
  }

  private static func tool(
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> CertifyTool {
    let tool = try CertifyTool(
      context,
      settingsOf: try invocation[path],
      instead: invocation[configuration]
    )
    if let sentence = tool.withheld {
      context.terminal.note(StyledText("\(sentence) To give it settings: --config JSON"))
    }
    return tool
  }

  private static func manifest(at path: String) -> Manifest? {
    ManifestVariables.manifest(at: CertifyTool.manifestPath(path))
  }

  /// The address that replaces all sources, if it is set, as a hub passes it on.
  private static func sampleVariable(_ context: CommandContext) -> [String] {
    let name = "MUSICBUS_SOURCES_URL"
    return context.environment[name] == nil ? [] : ["--env", name]
  }

  private static let certify: CommandAction = { context, invocation in
    var options = upstreams(invocation) + invocation[suites].flatMap { ["--suite", $0] }
    if invocation[isFast] { options.append("--fast") }
    if let timeoutFactor = invocation[timeoutFactor] {
      options += ["--timeout-factor", "\(timeoutFactor)"]
    }
    if let junit = invocation[junit] { options += ["--junit", junit] }
    if context.settings.json { options.append("--json") }
    return try tool(context, invocation).run(
      try invocation[path],
      for: "musicbus provider certify",
      options: options
    )
  }

  private static func upstreams(_ invocation: Invocation) -> [String] {
    invocation[sources].flatMap { ["--upstream-var", $0] }
  }
}
