import CommandKit
import HostKit
import MusicModel

/// `musicbus config`: the file that hub, client and providers are set up with.
enum ConfigCommand {
  private static let place = Argument(
    ValueSyntax("KEY", expectation: "names with dots between them, such as client.player") {
      try? ConfigurationPath($0)
    },
    help: "The place in the configuration."
  )
  private static let anyPlace = Argument(
    optional: ValueSyntax("KEY", expectation: "names with dots between them, such as client.player")
    {
      try? ConfigurationPath($0)
    },
    help: "The place in the configuration; everything where it is left out."
  )
  private static let value = Argument(.text("VALUE"), help: "A text; with --json any JSON.")

  static let command = Command<CommandAction>(
    "config",
    abstract: "Read, change and check the configuration.",
    discussion: ConfigurationKey.all.map { "\($0.section).\($0.name): \($0.meaning)" }
      .joined(separator: "\n") + "\nproviders.NAME.KEY: What a provider wants to be told.",
    examples: [
      Example("config set client.player \"mpv --no-video\"", "Play previews with mpv."),
      Example("config set providers.audiodb.apiKey 123", "Give a provider its key."),
    ],
    commands: [
      Command("get", abstract: "Print a value.", operands: [anyPlace], action: get),
      Command("set", abstract: "Change a value.", operands: [place, value], action: set),
      Command("unset", abstract: "Take a value away.", operands: [place], action: unset),
      Command("check", abstract: "Look for mistakes in the whole file.", action: check),
      Command("path", abstract: "Print where the file is.") { session, _ in
        session.terminal.print(session.places.configurationFile)
        return .ok
      },
    ]
  )

  private static let get: CommandAction = { session, invocation in
    let file = try session.configuration.get()
    guard let path = try invocation[anyPlace] else {
      session.terminal.print(try shown(.object(file.contents), asJSON: true))
      return .ok
    }
    guard let value = file[path] else {
      throw CommandFailure(
        "\(path) is not set in \(file.path).",
        "Set it: musicbus config set KEY VALUE"
      )
    }
    session.terminal.print(try shown(value, asJSON: session.settings.json))
    return .ok
  }

  private static let set: CommandAction = { session, invocation in
    let path = try invocation[place]
    let text = try invocation[value]
    let value = try read(text, for: path, session, invocation)
    guard path.names.first == "providers" else {
      try change(path, to: value, session)
      return .ok
    }
    // A number is meant where the provider wants one.
    let choice = try ConfigurationCheck(session).choose(value, or: try? json(text), at: path)
    try change(path, to: choice.value, session)
    for problem in choice.problems {
      session.terminal.note(StyledText(problem.description.neutralized))
    }
    return .ok
  }

  private static let unset: CommandAction = { session, invocation in
    try change(try invocation[place], to: nil, session)
    return .ok
  }

  private static let check: CommandAction = { session, _ in
    let problems = try ConfigurationCheck(session).problems()
    for problem in problems { session.terminal.print(problem.description.neutralized) }
    if problems.isEmpty {
      session.terminal.note("\(session.places.configurationFile) holds no mistake.")
    }
    return problems.isEmpty ? .ok : .failed
  }

  private static func change(
    _ path: ConfigurationPath,
    to value: JSONValue?,
    _ session: CommandContext
  ) throws {
    var file = try session.configuration.get()
    file.set(value, at: path)
    try file.save()
    let isOfClient = path.names.first == "client"
    guard !isOfClient, (try? HubLock.holder(at: session.places.lock)) ?? nil != nil else { return }
    session.terminal.note(
      path.names.first == "providers"
        ? "It is read when that starts again: musicbus provider reload \(path.names[1])"
        : "The hub that runs reads it when it starts again: musicbus hub restart"
    )
  }

  private static func json(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(Array(text.utf8), .configuration)
  }

  /// A text on the command line as the value that belongs at this place.
  private static func read(
    _ text: String,
    for path: ConfigurationPath,
    _ session: CommandContext,
    _ invocation: Invocation
  ) throws -> JSONValue {
    let value: JSONValue
    if session.settings.json || path.names.first != "providers" {
      value = (try? json(text)) ?? .string(text)
      if session.settings.json, value == .string(text) {
        throw invocation.refusal("With --json, VALUE must be JSON; a text stands in quotes.")
      }
    } else {
      value = .string(text)
    }
    return try checked(value, text: text, for: path, invocation)
  }

  /// Only keys that mean something can be set, and only to what they can be.
  private static func checked(
    _ value: JSONValue,
    text: String,
    for path: ConfigurationPath,
    _ invocation: Invocation
  ) throws -> JSONValue {
    if path.names.first == "providers" {
      guard path.names.count >= 3, ProviderID(rawValue: path.names[1]) != nil else {
        throw invocation.refusal("A provider's key is written providers.NAME.KEY.")
      }
      return value
    }
    guard let key = ConfigurationFile.key(at: path) else {
      let known = ConfigurationKey.all.map { "\($0.section).\($0.name)" }.joined(separator: ", ")
      throw invocation.refusal(
        "\(path) means nothing; there are \(known) and providers.NAME.KEY."
      )
    }
    let value = key.kind == .text ? .string(value.text ?? text) : value
    guard key.kind.accepts(value) else {
      throw invocation.refusal("\(path) must be \(key.kind.expectation), not \"\(text)\".")
    }
    return value
  }

  private static func shown(_ value: JSONValue, asJSON: Bool) throws -> String {
    if let text = value.text, !asJSON { return text.neutralized }
    return try value.prettyPrinted()
  }
}
