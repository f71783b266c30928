import CommandKit
import HostKit
import MusicModel

/// `musicbus config`
enum ConfigCommand {
  private static let keySyntax = ValueSyntax(
    "KEY",
    expectation: "a dotted key, such as client.player",
    suggestions: .words(ConfigurationKey.all.map { "\($0.section).\($0.name)" })
  ) {
    try? ConfigurationPath($0)
  }
  private static let key = Argument(keySyntax, help: "Configuration key.")
  private static let optionalKey = Argument(
    optional: keySyntax,
    help: "Configuration key; default: the whole configuration."
  )
  private static let value = Argument(
    optional: .text("VALUE"),
    help: "New value; with --json, any JSON value; default: - for standard input or a prompt."
  )
  private static let showSecrets = Option(
    flag: "show-secrets",
    help: "Print keys, tokens and passwords of providers, too."
  )

  static let command = Command<CommandAction>(
    "config",
    abstract: "Get, set and check configuration values.",
    discussion: ConfigurationKey.all.map { "\($0.section).\($0.name): \($0.meaning)" }
      .joined(separator: "\n") + "\nproviders.NAME.KEY: A setting of that provider.",
    examples: [
      Example("config set client.player \"mpv --no-video\"", "Play previews with mpv."),
      Example("config set providers.audiodb.apiKey", "Ask for the API key of a provider."),
    ],
    commands: [
      Command(
        "get",
        abstract: "Print a value.",
        arguments: [optionalKey],
        options: [showSecrets],
        action: get
      ),
      Command(
        "set",
        abstract: "Set a value.",
        discussion: """
          Without VALUE, it is read from standard input, or asked for at a terminal, where a secret is not \
          shown. Do so for secrets: other users can see the command lines of programs that run.
          """,
        arguments: [key, value],
        action: set
      ),
      Command("unset", abstract: "Remove a value.", arguments: [key], action: unset),
      Command("check", abstract: "Check the configuration file.", action: check),
      Command("path", abstract: "Print the path of the configuration file.") { context, _ in
        context.terminal.print(context.paths.configurationFile)
        return .ok
      },
    ]
  )

  private static let get: CommandAction = { context, invocation in
    let file = try context.configuration.get()
    guard let path = try invocation[optionalKey] else {
      let all = JSONValue.object(file.contents)
      let path = ConfigurationPath([])
      context.terminal.print(try shown(all, at: path, asJSON: true, context, invocation))
      return .ok
    }
    guard let value = try file[path] ?? defaultValue(at: path, context, invocation) else {
      throw CommandFailure(
        "\(path) is not set in \(file.path).",
        "Set it: musicbus config set KEY VALUE"
      )
    }
    let isJSON = context.settings.json
    context.terminal.print(try shown(value, at: path, asJSON: isJSON, context, invocation))
    return .ok
  }

  /// The default value; `nil` if it varies.
  private static func defaultValue(
    at path: ConfigurationPath,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws(UsageError) -> JSONValue? {
    let isSection = path.names.count == 1 && ConfigurationKey.sections.contains(path.names[0])
    guard !path.isOfProvider, !isSection else { return nil }
    let value = try known(path, invocation).defaultValue
    if value != nil { context.terminal.note("\("\(path)") is not set; this is the default.") }
    return value
  }

  /// The key at a path that is not one of a provider.
  private static func known(
    _ path: ConfigurationPath,
    _ invocation: Invocation
  ) throws(UsageError) -> ConfigurationKey {
    if let key = ConfigurationFile.key(at: path) { return key }
    let known = ConfigurationKey.all.map { "\($0.section).\($0.name)" }.joined(separator: ", ")
    throw invocation.usageError(
      "Unknown key \(path); known keys: \(known) and providers.NAME.KEY."
    )
  }

  private static let set: CommandAction = { context, invocation in
    let path = try invocation[key]
    let check = ConfigurationCheck(context)
    if path.isOfProvider { try check.checkName(of: path, invocation) }
    let text = try text(of: invocation[value], for: path, context, invocation)
    var value = try read(text, for: path, context, invocation)
    let warnings: [ConfigurationWarning]
    if path.isOfProvider {
      // The provider's schema decides between text and number.
      (value, warnings) = try check.choose(value, or: try? json(text), at: path)
    } else {
      warnings = try check.warnings(of: value, at: path)
    }
    try change(path, to: value, context)
    for warning in warnings {
      context.terminal.note(StyledText(warning.description.neutralized))
    }
    return .ok
  }

  private static let unset: CommandAction = { context, invocation in
    let path = try invocation[key]
    guard try context.configuration.get()[path] == nil else {
      try change(path, to: nil, context)
      return .ok
    }
    if !path.isOfProvider { _ = try known(path, invocation) }
    context.terminal.note("\("\(path)") was not set.")
    return .ok
  }

  private static let check: CommandAction = { context, _ in
    let check = ConfigurationCheck(context)
    let warnings = try check.warnings()
    for warning in warnings { context.terminal.print(warning.description.neutralized) }
    if warnings.isEmpty {
      let extent = try check.isComplete() ? "" : "; some settings were not checked"
      context.terminal.note("Found no mistakes in \(context.paths.configurationFile)\(extent).")
    }
    return warnings.isEmpty ? .ok : .failed
  }

  private static func change(
    _ path: ConfigurationPath,
    to value: JSONValue?,
    _ context: CommandContext
  ) throws {
    var file = try context.configuration.get()
    file.set(value, at: path)
    try file.save()
    guard let (lock, command) = reader(of: path, context.paths),
      (try? HubLock.holder(at: lock)) ?? nil != nil
    else { return }
    context.terminal.note("Apply it with: \(command)")
  }

  /// The lock of the process that has read a key, and the command that makes it read the key again; `nil` if
  /// only the command line reads it.
  private static func reader(
    of path: ConfigurationPath,
    _ paths: HubPaths
  ) -> (lock: String, command: String)? {
    if path.isOfProvider { return (paths.lock, "musicbus provider reload \(path.names[1])") }
    switch path.names.joined(separator: ".") {
    case "client.country", "client.lang", "web.port":
      return (paths.webLock, "musicbus web stop; musicbus web")
    default: return path.names[0] == "hub" ? (paths.lock, "musicbus hub restart") : nil
    }
  }

  /// The value that was typed, or one from standard input.
  private static func text(
    of word: String?,
    for path: ConfigurationPath,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> String {
    if let word, word != "-" { return word }
    var isSecret = path.isSecret
    if HiddenInput.isAtTerminal, path.isOfProvider {
      let schema = try ConfigurationCheck(context).schema(ofProviderAt: path, start: nil)
      let setting = schema?.settings.first { [$0.name] == path.names.dropFirst(2) }
      for line in setting?.explanation ?? [] { context.terminal.note(StyledText(line)) }
      isSecret = isSecret || setting?.isSecret ?? true
    }
    let text = try HiddenInput.read(
      asking: "\(path): ",
      isSecret: isSecret,
      on: context.terminal
    )
    guard !text.isEmpty else {
      throw invocation.usageError("VALUE is missing, and standard input is empty.")
    }
    return text
  }

  private static func json(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(Array(text.utf8), .configuration)
  }

  /// The value that a text on the command line stands for at this key.
  private static func read(
    _ text: String,
    for path: ConfigurationPath,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> JSONValue {
    let value: JSONValue
    if context.settings.json || !path.isOfProvider {
      value = (try? json(text)) ?? .string(text)
      if context.settings.json, value == .string(text) {
        throw invocation.usageError("With --json, VALUE must be JSON; put strings in quotes.")
      }
    } else {
      value = .string(text)
    }
    return try checked(value, text: text, for: path, invocation)
  }

  /// Checks that the key is known and accepts the value.
  private static func checked(
    _ value: JSONValue,
    text: String,
    for path: ConfigurationPath,
    _ invocation: Invocation
  ) throws -> JSONValue {
    if path.isOfProvider {
      guard path.names.count >= 3, ProviderID(rawValue: path.names[1]) != nil else {
        throw invocation.usageError("Provider settings have the form providers.NAME.KEY.")
      }
      return value
    }
    let key = try known(path, invocation)
    guard let valid = key.kind.valid(value) ?? key.kind.valid(.string(text)) else {
      throw invocation.usageError("\(path) must be \(key.kind.expectation), not \"\(text)\".")
    }
    return valid
  }

  /// The text of a value, without its secrets unless the user wants them.
  private static func shown(
    _ value: JSONValue,
    at path: ConfigurationPath,
    asJSON: Bool,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> String {
    let shown =
      invocation[showSecrets] || !path.mayContainSecrets
      ? value
      : path.hidingSecrets(in: value, declared: ConfigurationCheck(context).declaredSecrets())
    if shown != value { context.terminal.note("Print the secrets with: --show-secrets") }
    if let text = shown.text, !asJSON { return text }
    return JSONLine.escaped(shown.prettyPrinted)
  }
}

extension ConfigurationPath {
  /// Whether it leads to a setting of a provider, for which the provider has a schema.
  fileprivate var isOfProvider: Bool {
    names.first == "providers" && ConfigurationFile.key(at: self) == nil
  }

  /// Whether a secret of a provider may be here or below.
  fileprivate var mayContainSecrets: Bool { names.isEmpty || isOfProvider }
}

extension ConfigurationSchema.Setting {
  /// What it is, and where to get it, for somebody who is asked for it.
  var explanation: [String] { [description, link].compactMap { $0?.neutralized } }
}
