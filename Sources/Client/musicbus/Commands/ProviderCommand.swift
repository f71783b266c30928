import ClientKit
import CommandKit
import HostKit

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
      Example("provider new my-source --language python", "Create a provider in ./my-source."),
      Example("provider try my-source artists.search \"Pink Floyd\" limit=3", "Call it once."),
      Example("provider certify my-source --fast", "Check its conformance."),
      Example("provider add my-source", "Install it."),
    ],
    commands: [
      Command(
        "new",
        abstract: "Create a provider with manifest, README and test.",
        discussion: """
          Creates a directory of that name. A Swift provider uses ProviderKit from the checkout given by \
          --package; a Python provider needs only python3-zmq.
          """,
        arguments: [name],
        options: [language, package],
        action: create
      ),
      Command(
        "try",
        abstract: "Call a provider once, without a hub.",
        discussion: """
          Items are printed as JSON lines, a summary on standard error. Arguments after METHOD are its \
          text, id, chart or URL; KEY=VALUE sets other parameters.
          """,
        arguments: [path, words],
        options: [sources],
        action: tryCall
      ),
      Command(
        "certify",
        abstract: "Check a provider against the protocol requirements.",
        discussion: """
          Simulates a hub. With --upstream-var, the provider uses a local source, such as \
          musicbus-sample-upstream, whose requests are counted, delayed and rejected.
          """,
        arguments: [path],
        options: [sources, suites, isFast, timeoutFactor, junit],
        action: certify
      ),
    ] + ProviderInstalling.commands + ProviderAdministration.commands
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
    default: "swift"
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
  private static let sources = Option(
    repeating: "upstream-var",
    .text("NAME=URL"),
    help: "Environment variable for the source's URL, and a local source."
  )
  private static let suites = Option(
    repeating: "suite",
    .text("SUITE"),
    help: "Only this suite of checks."
  )
  private static let isFast = Option(flag: "fast", help: "Limit the run to 10 s.")
  private static let timeoutFactor = Option(
    "timeout-factor",
    .integer("FACTOR", in: 1...100),
    help: "Multiply all timeouts by this factor, for busy machines."
  )
  private static let junit = Option(
    "junit",
    .file(),
    help: "Also write a JUnit XML report to this file."
  )

  private static let create: CommandAction = { context, invocation in
    let language = invocation[language] ?? .swift
    let template = ProviderTemplate(
      try invocation[name],
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
    let manifest = path.hasSuffix(".json") ? path : "\(path)/provider.json"
    for name in ManifestVariables.missing(inManifestAt: manifest, context.environment) {
      context.terminal.note(
        StyledText("The environment variable \(name), which the manifest names, is not set.")
      )
    }
    let status = try CertifyTool(context).run(
      path,
      for: "musicbus provider try",
      options: upstreams(invocation) + ["--call"] + words.prefix(1),
      parameters: Array(words.dropFirst())
    )
    // Only a certification can be undecided.
    return status == .undecided ? .failed : status
  }

  private static let certify: CommandAction = { context, invocation in
    var options = upstreams(invocation) + invocation[suites].flatMap { ["--suite", $0] }
    if invocation[isFast] { options.append("--fast") }
    if let timeoutFactor = invocation[timeoutFactor] {
      options += ["--timeout-factor", "\(timeoutFactor)"]
    }
    if let junit = invocation[junit] { options += ["--junit", junit] }
    if context.settings.json { options.append("--json") }
    return try CertifyTool(context).run(
      try invocation[path],
      for: "musicbus provider certify",
      options: options
    )
  }

  private static func upstreams(_ invocation: Invocation) -> [String] {
    invocation[sources].flatMap { ["--upstream-var", $0] }
  }
}
