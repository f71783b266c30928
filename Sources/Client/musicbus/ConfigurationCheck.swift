import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// Checks the configuration: unknown keys, and values that the running providers' schemas reject.
struct ConfigurationCheck {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// All warnings, in the order of their keys.
  func warnings() throws -> [ConfigurationWarning] {
    let file = try context.configuration.get()
    return try file.warnings() + methodWarnings(in: file) + policyWarnings(in: file)
      + providerWarnings(in: file)
  }

  /// The warnings about a value of the hub's section, which has the right type.
  func warnings(
    of value: JSONValue,
    at path: ConfigurationPath
  ) throws -> [ConfigurationWarning] {
    var file = try context.configuration.get()
    file.set(value, at: path)
    return switch path.names {
    case ["hub", "freshMinutes"]: methodWarnings(in: file)
    case ["hub", "policy"]: policyWarnings(in: file)
    default: []
    }
  }

  /// Whether every setting can be checked; those of providers need a running hub.
  func isComplete() throws -> Bool {
    let file = try context.configuration.get()
    return try file.providerSections.isEmpty || HubLock.holder(at: context.paths.lock) != nil
  }

  private func methodWarnings(in file: ConfigurationFile) -> [ConfigurationWarning] {
    let members = file.setting("hub", "freshMinutes")?.members ?? [:]
    return members.keys.sorted().filter { Methods[Method(rawValue: $0)] == nil }.map { name in
      ConfigurationWarning(
        path: ConfigurationPath(["hub", "freshMinutes", name]),
        message: "Unknown method."
      )
    }
  }

  /// The schema of a provider's section, which only a running hub knows; `nil` without it.
  func schema(
    ofProviderAt path: ConfigurationPath,
    start: StartPolicy? = .never
  ) throws -> ConfigurationSchema? {
    do {
      let providers = try context.settledProviders(start: start).providers
      let schema = providers.first { [$0.id.rawValue] == path.names.dropFirst().prefix(1) }
      return schema?.configSchema.map { ConfigurationSchema($0) }
    } catch ClientError.noHub {
      return nil
    }
  }

  /// Refuses a key that the schema of its provider does not have.
  func checkName(of path: ConfigurationPath, _ invocation: Invocation) throws {
    guard let schema = try schema(ofProviderAt: path), !schema.allowsOthers, path.names.count > 2
    else { return }
    let names = schema.settings.map(\.name)
    guard !names.contains(path.names[2]) else { return }
    let section = path.names.prefix(2).joined(separator: ".")
    if let meant = nearestName(to: path.names[2], among: names) {
      throw invocation.usageError("Unknown key \"\(path)\"; did you mean \"\(section).\(meant)\"?")
    }
    let known = names.isEmpty ? "it has none" : "known keys: \(names.joined(separator: ", "))"
    throw invocation.usageError("Unknown key \"\(path)\"; \(known).")
  }

  /// The secrets that the schemas of the running providers declare, and those in the manifests of the
  /// user's providers.
  func declaredSecrets() -> Set<ConfigurationPath> {
    let running = (try? context.hubReply(to: .providers, start: .never).done.providers) ?? []
    let manifests = Manifests.paths(in: context.paths.providers)
      .compactMap(ManifestVariables.manifest)
    let schemas =
      running.map { ($0.id, $0.configSchema) } + manifests.map { ($0.id, $0.configSchema) }
    return Set(
      schemas.flatMap { id, schema in
        let secrets = schema.map { ConfigurationSchema($0).settings.filter(\.isSecret) } ?? []
        return secrets.map { ConfigurationPath(["providers", id.rawValue, $0.name]) }
      }
    )
  }

  /// Chooses between two readings of a value by the provider's schema.
  ///
  /// Returns `value` if the schema accepts it or no hub is running, otherwise `other` if the schema
  /// accepts that, otherwise `value` with its warnings.
  func choose(
    _ value: JSONValue,
    or other: JSONValue?,
    at path: ConfigurationPath
  ) throws -> (value: JSONValue, warnings: [ConfigurationWarning]) {
    guard let providers = try runningProviders() else {
      if value.text != nil, let other, other.text == nil {
        context.terminal.note("Saving the value as text; use --json for a number or another type.")
      }
      return (value, [])
    }
    var file = try context.configuration.get()
    func schemaWarnings(with value: JSONValue) -> [ConfigurationWarning] {
      file.set(value, at: path)
      return warnings(ofProviders: providers, in: file)
        .filter { $0.path.names.starts(with: path.names) }
    }
    let found = schemaWarnings(with: value)
    guard !found.isEmpty, let other, schemaWarnings(with: other).isEmpty else {
      return (value, found)
    }
    return (other, [])
  }

  private func policyWarnings(in file: ConfigurationFile) -> [ConfigurationWarning] {
    let path = ConfigurationPath(["hub", "policy"])
    guard let policy = file[path], policy.members != nil else { return [] }
    do throws(MergePolicy.Invalid) {
      _ = try MergePolicy(written: policy)
      return []
    } catch {
      return [ConfigurationWarning(path: path, message: error.message)]
    }
  }

  private func providerWarnings(in file: ConfigurationFile) throws -> [ConfigurationWarning] {
    guard !file.providerSections.isEmpty else { return [] }
    guard let providers = try runningProviders() else { return [] }
    return warnings(ofProviders: providers, in: file)
  }

  private func warnings(
    ofProviders providers: [ProviderStatus],
    in file: ConfigurationFile
  ) -> [ConfigurationWarning] {
    file.providerSections.sorted { $0.key < $1.key }.flatMap {
      name,
      section -> [ConfigurationWarning] in
      let path = ConfigurationPath(["providers", name])
      guard let provider = providers.first(where: { $0.id.rawValue == name }) else {
        return [ConfigurationWarning(path: path, message: "No provider has this name.")]
      }
      guard let schema = provider.configSchema else {
        guard provider.state != .ready, let error = provider.lastError else { return [] }
        let sentence =
          "Could not be checked: the provider is not running. \(error.capitalizedFirst.asSentence)"
        return [ConfigurationWarning(path: path, message: sentence)]
      }
      return ConfigurationSchema(schema).problems(of: section, at: path)
    }
  }

  private func runningProviders() throws -> [ProviderStatus]? {
    do {
      return try context.settledProviders(start: .never).providers
    } catch ClientError.noHub {
      context.terminal.note("Skipped provider settings: checking them needs a running hub.")
      return nil
    }
  }
}
