import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus config`
enum ConfigCommand {
  private static let keySyntax = ValueSyntax(
    "KEY",
    expectation: "a dotted key, such as client.player",
    suggestions: .words(ConfigurationKey.allCases.map(\.rawValue))
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
    discussion: (ConfigurationKey.allCases.map { "\($0.rawValue): \($0.help)" }
      + ["providers.NAME.KEY: A setting of that provider."]).joined(separator: "\n"),
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
    let isSection = path.names.count == 1 && !ConfigurationKey.all(at: path).isEmpty
    guard !path.isOfProvider, !isSection else { return nil }
    let value = try schema(at: path, invocation).defaultValue
    if value != nil { context.terminal.note("\("\(path)") is not set; this is the default.") }
    return value
  }

  /// The schema of a key that is not one of a provider.
  private static func schema(
    at path: ConfigurationPath,
    _ invocation: Invocation
  ) throws(UsageError) -> ConfigurationSchema {
    if let key = ConfigurationKey(path) { return key.schema }
    let keys = ConfigurationKey.allCases.map(\.rawValue)
    let known = "known keys: \(keys.joined(separator: ", ")) and providers.NAME.KEY"
    throw unknown(path, meant: nearestName(to: "\(path)", among: keys), known, invocation)
  }

  /// The schema of a setting of a provider; `nil` if none is known.
  private static func schema(
    ofProviderAt path: ConfigurationPath,
    start: StartPolicy?,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> ConfigurationSchema? {
    guard path.names.count >= 3, ProviderID(rawValue: path.names[1]) != nil else {
      throw invocation.usageError("Provider settings have the form providers.NAME.KEY.")
    }
    let section = try ConfigurationCheck(context).schema(ofProvider: path.names[1], start: start)
    return try path.names.dropFirst(2).reduce(section) { schema, name in
      guard let schema, schema[name].isUnknown else { return schema?[name] }
      let names = schema.settings.map(\.name)
      let known = names.isEmpty ? "it has none" : "known keys: \(names.joined(separator: ", "))"
      let meant = nearestName(to: name, among: names).map { "\(schema.path + $0)" }
      throw unknown(path, meant: meant, known, invocation)
    }
  }

  private static func unknown(
    _ path: ConfigurationPath,
    meant: String?,
    _ known: String,
    _ invocation: Invocation
  ) -> UsageError {
    let end = meant.map { "did you mean \"\($0)\"?" } ?? "\(known)."
    return invocation.usageError("Unknown key \"\(path)\"; \(end)")
  }

  private static let set: CommandAction = { context, invocation in
    let path = try invocation[key]
    let word = try invocation[value].flatMap { $0 == "-" ? nil : $0 }
    // To ask for a value, it must be known what it is.
    let start: StartPolicy? = word == nil && HiddenInput.isAtTerminal ? nil : .never
    let schema =
      try path.isOfProvider
      ? schema(ofProviderAt: path, start: start, context, invocation)
      : schema(at: path, invocation)
    let text = try word ?? input(for: path, schema, context, invocation)
    let value = try read(text, for: path, schema, context, invocation)
    let warnings =
      try path.isOfProvider
      ? schema?.problems(of: value) ?? []
      : ConfigurationCheck(context).warnings(of: value, at: path)
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
    if !path.isOfProvider { _ = try schema(at: path, invocation) }
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
    let old = try context.configuration.get()
    var file = old
    file.set(value, at: path)
    try context.save(file)
    for (lock, command) in readers(of: path, in: [old, file], context.paths)
    where (try? HubLock.holder(at: lock)) ?? nil != nil {
      context.terminal.note("Apply it with: \(command)")
    }
  }

  /// The locks of the processes that have read what is at a path in one of the files, and the commands that make them
  /// read it again. None for what only the command line reads.
  private static func readers(
    of path: ConfigurationPath,
    in files: [ConfigurationFile],
    _ paths: HubPaths
  ) -> [(lock: String, command: String)] {
    let keys = ConfigurationKey.all(at: path).filter { key in
      files.contains { $0[key.path] != nil }
    }
    let processes = Set(keys.compactMap(\.schema.reader))
    let sections = files.flatMap(\.providerSections.keys).filter { name in
      ConfigurationPath(["providers", name]).names.starts(with: path.names.prefix(2))
    }
    return (processes.contains(.hub) ? [(paths.lock, "musicbus hub restart")] : [])
      + Set(sections).sorted().map { (paths.lock, "musicbus provider reload \($0)") }
      + (processes.contains(.web) ? [(paths.webLock, "musicbus web stop; musicbus web")] : [])
  }

  /// A value from standard input. At a terminal, it is said what it is.
  private static func input(
    for path: ConfigurationPath,
    _ schema: ConfigurationSchema?,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> String {
    if HiddenInput.isAtTerminal {
      for line in schema?.explanation ?? [] { context.terminal.note(StyledText(line)) }
    }
    let text = try HiddenInput.read(
      asking: "\(path): ",
      isSecret: path.isSecret || schema?.isSecret ?? true,
      on: context.terminal
    )
    guard !text.isEmpty else {
      throw invocation.usageError("VALUE is missing, and standard input is empty.")
    }
    return text
  }

  /// The value that a text stands for. One that a provider's schema does not accept is a text, and warned of.
  private static func read(
    _ text: String,
    for path: ConfigurationPath,
    _ schema: ConfigurationSchema?,
    _ context: CommandContext,
    _ invocation: Invocation
  ) throws -> JSONValue {
    let json = try? JSONValue(Array(text.utf8), .configuration)
    if context.settings.json {
      guard let json else {
        throw invocation.usageError("With --json, VALUE must be JSON; put strings in quotes.")
      }
      if path.isOfProvider { return json }
      if let valid = schema?.valid(json) { return valid }
    } else if let value = schema?.value(of: text) {
      return value
    }
    guard path.isOfProvider else {
      let expectation = schema?.expectation ?? ""
      throw invocation.usageError("\(path) must be \(expectation), not \"\(text)\".")
    }
    if schema == nil, let json, json.text == nil {
      context.terminal.note("Saving the value as text; use --json for a number or another type.")
    }
    return .string(text)
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
  /// Whether a secret of a provider may be here or below.
  fileprivate var mayContainSecrets: Bool { names.isEmpty || isOfProvider }
}

extension ConfigurationSchema {
  /// What it is, and where to get it, for somebody who is asked for it.
  var explanation: [String] { [description, link].compactMap { $0?.neutralized } }
}
