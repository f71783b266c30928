import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus provider setup`: asks for the settings that a provider declares in its `configSchema`.
struct ProviderSetup {
  static let command = Command<CommandAction>(
    "setup",
    abstract: "Ask for the keys and other settings that a provider needs.",
    discussion: """
      Explains each setting and where to get it. Press Enter to keep the current value. Other settings: \
      "musicbus config set providers.ID.KEY".
      """,
    arguments: [id],
    examples: [Example("provider setup spotify", "Enter the credentials of your own app.")]
  ) { context, invocation in
    try ProviderSetup(context, try invocation[id]).run()
  }

  private static let id = Argument(ProviderAdministration.id, help: "Provider id.")
  private static let maxAttempts = 3

  private let context: CommandContext
  private let id: ProviderID

  init(_ context: CommandContext, _ id: ProviderID) {
    (self.context, self.id) = (context, id)
  }

  /// Asks at a terminal for the settings without which a version of the provider cannot run, as far as they are not
  /// made.
  ///
  /// - Returns: whether all are made now.
  /// - Throws: ``CommandFailure`` if the user enters none.
  func enterMissing(for manifest: Manifest) throws -> Bool {
    guard let schema = manifest.configSchema else { return true }
    let present = try context.configuration.get()
    let missing = ConfigurationSchema(schema, of: id).settings.filter { setting in
      let value = present[setting.path]
      return (setting.isRequired || manifest.serverSettings.contains(setting.name))
        && (value == nil || value == "")
    }
    guard !missing.isEmpty else { return true }
    guard HiddenInput.isAtTerminal else { return false }
    let names = missing.map(\.name).joined(separator: " and ")
    context.terminal.note(StyledText("This version cannot run without \(names)."))
    return try enter(missing)
  }

  private func run() throws -> ExitStatus {
    let settings = try settings()
    guard !settings.isEmpty else {
      context.terminal.note("\("\(id)") needs no key and no other setting.")
      return .ok
    }
    guard HiddenInput.isAtTerminal else {
      throw CommandFailure(
        "Standard input is not a terminal.",
        "Set each value: musicbus config set \(settings[0].path) VALUE"
      )
    }
    guard try enter(settings) else {
      context.terminal.note("Nothing was changed.")
      return .ok
    }
    context.restartDeadlines()
    return try ProviderAdministration.settle(
      ProviderAdministration.call(.providersReload([id]), context),
      on: context
    )
  }

  /// Asks for settings, and saves those that the user enters.
  ///
  /// - Returns: whether there are any.
  private func enter(_ settings: [ConfigurationSchema]) throws -> Bool {
    var values: [(ConfigurationSchema, JSONValue)] = []
    for setting in settings {
      guard let value = try ask(for: setting) else { continue }
      values.append((setting, value))
    }
    guard !values.isEmpty else { return false }
    try confirmServers(values)
    var file = try context.configuration.get()
    for (setting, value) in values { file.set(value, at: setting.path) }
    try context.save(file)
    return true
  }

  /// Asks before the provider reaches an address that only the user can allow it.
  private func confirmServers(_ values: [(ConfigurationSchema, JSONValue)]) throws {
    let servers = values.filter { $0.0.isOrigin }.compactMap(\.1.text)
    guard !servers.isEmpty else { return }
    try Confirmation.ask(
      "Let \(id) send requests with these settings to \(servers.joined(separator: " and "))?",
      on: context.terminal,
      orElse: "Set each value: musicbus config set providers.\(id).KEY VALUE",
      refused: "Nothing was changed."
    )
  }

  private func settings() throws -> [ConfigurationSchema] {
    let providers = try context.settledProviders().providers
    guard let provider = providers.first(where: { $0.id == id }) else {
      let ids = providers.map(\.id.rawValue).sorted().joined(separator: ", ")
      throw CommandFailure("Unknown provider \"\(id)\".", "Known providers: \(ids)")
    }
    guard let schema = provider.configSchema else {
      throw CommandFailure(
        "\(id) is not running, and its manifest has no \"configSchema\".",
        "See why: musicbus providers"
      )
    }
    return ConfigurationSchema(schema, of: id).asked
  }

  /// Returns the value that the user enters; `nil` to keep the present one.
  private func ask(for setting: ConfigurationSchema) throws -> JSONValue? {
    for line in setting.explanation { context.terminal.note(StyledText(line)) }
    let isSecret = setting.isSecret || setting.path.isSecret
    let present = try context.configuration.get()[setting.path]
    let visible = isSecret ? present.map { _ in ConfigurationPath.hiddenSecret } : present
    let shown = visible.map { $0.text ?? $0.prettyPrinted }
    let hint = shown.map { " [\($0)]" } ?? (setting.isRequired ? "" : " [none]")
    let question = "\(setting.name)\(hint): "
    for _ in 0..<ProviderSetup.maxAttempts {
      let text = try HiddenInput.read(asking: question, isSecret: isSecret, on: context.terminal)
      guard !text.isEmpty else {
        if present != nil || !setting.isRequired { return nil }
        context.terminal.note("\("\(id)") cannot run without it.")
        continue
      }
      if let value = setting.value(of: text) { return value }
      for problem in setting.problems(of: .string(text)) {
        context.terminal.note(StyledText(problem.message.neutralized))
      }
    }
    throw CommandFailure("\(setting.name) has no valid value.", "Nothing was changed.")
  }
}
