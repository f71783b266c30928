import CommandKit
import HostKit

/// `musicbus provider`: for those who write one, or want another one served.
enum ProviderCommand {
  static let command = Command<CommandAction>(
    "provider",
    abstract: "Write, try, certify, add and remove a provider.",
    discussion: """
      A provider is any executable that speaks the protocol. "new" writes one that works, "try" asks \
      it without a hub, "certify" tells whether it keeps the protocol, and "add" has the hub serve it.
      """,
    examples: [
      Example("provider new shelf --language python", "Write a provider into the folder shelf."),
      Example("provider try shelf artists.search \"Nina Simone\" limit=3", "Ask it something."),
      Example("provider certify shelf --fast", "See whether it keeps the protocol."),
      Example("provider add shelf", "Have it served."),
    ],
    commands: [
      Command(
        "new",
        abstract: "Write a provider to begin with, with its manifest, its README and a test.",
        discussion: """
          It goes into a folder of that name. In Swift it builds on ProviderKit, from the checkout of \
          MusicBus that --package names; in Python it needs python3-zmq and nothing else.
          """,
        operands: [name],
        options: [language, package],
        action: make
      ),
      Command(
        "try",
        abstract: "Make one call of a provider, without a hub.",
        discussion: """
          What comes is printed as lines of JSON, what became of the call on standard error. The words \
          behind the method are the text, id, chart or URL that it is about; KEY=VALUE gives other \
          parameters.
          """,
        operands: [path, words],
        options: [sources],
        action: attempt
      ),
      Command(
        "certify",
        abstract: "Tell which requirements of the protocol a provider keeps.",
        discussion: """
          Plays the hub to it. With --upstream-var its source is one on this machine, of which \
          requests are counted, held and refused; musicbus-sample-upstream is one.
          """,
        operands: [path],
        options: [sources, suites, isFast, timeoutFactor, junit],
        action: certify
      ),
    ] + ProviderAdministration.commands
  )

  private static let name = Argument(
    ValueSyntax("NAME", expectation: "small letters, digits and -, beginning with a letter") {
      ProviderName($0)
    },
    help: "The id that the provider is to have."
  )
  private static let language = Option(
    "language",
    .choice("LANGUAGE", of: ProviderTemplate.Language.allCases),
    help: "Which language it is written in.",
    preset: "swift"
  )
  private static let package = Option(
    "package",
    .file("FOLDER"),
    help: "The checkout of MusicBus whose ProviderKit is used.",
    preset: "the one that this program was built in"
  )
  private static let path = Argument(
    .file("PATH"),
    help: "Its manifest, the folder that holds it, or an executable."
  )
  private static let words = Argument(
    repeating: .text("METHOD"),
    help: "The method, and behind it what it is about."
  )
  private static let sources = Option(
    repeating: "upstream-var",
    .text("NAME=URL"),
    help: "A variable that tells where its source is, and a source on this machine."
  )
  private static let suites = Option(
    repeating: "suite",
    .text("SUITE"),
    help: "Only this suite of checks."
  )
  private static let isFast = Option(flag: "fast", help: "Take at most 10 s.")
  private static let timeoutFactor = Option(
    "timeout-factor",
    .integer("FACTOR", in: 1...100),
    help: "Multiply all timeouts by this factor, for busy machines."
  )
  private static let junit = Option(
    "junit",
    .file(),
    help: "Write JUnit's XML to this file as well."
  )

  private static let make: CommandAction = { session, invocation in
    let language = invocation[language] ?? .swift
    let template = ProviderTemplate(
      try invocation[name],
      language,
      package: language == .swift ? try Checkout.find(invocation[package]) : ""
    )
    try template.write()
    for step in template.nextSteps { session.terminal.print(step) }
    return .ok
  }

  private static let attempt: CommandAction = { session, invocation in
    let call = ["--call"] + (try invocation[words])
    return try CertifyTool(session).run(
      try invocation[path],
      options: upstreams(invocation),
      call: call
    )
  }

  private static let certify: CommandAction = { session, invocation in
    var options = upstreams(invocation) + invocation[suites].flatMap { ["--suite", $0] }
    if invocation[isFast] { options.append("--fast") }
    if let factor = invocation[timeoutFactor] { options += ["--timeout-factor", "\(factor)"] }
    if let junit = invocation[junit] { options += ["--junit", junit] }
    if session.settings.json { options.append("--json") }
    return try CertifyTool(session).run(try invocation[path], options: options)
  }

  private static func upstreams(_ invocation: Invocation) -> [String] {
    invocation[sources].flatMap { ["--upstream-var", $0] }
  }
}
