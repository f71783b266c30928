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

  /// What a schema cannot say about a valid value.
  func warnings(of value: JSONValue, at path: ConfigurationPath) throws -> [ConfigurationWarning] {
    var file = try context.configuration.get()
    file.set(value, at: path)
    return switch ConfigurationKey(path) {
    case .freshMinutes: methodWarnings(in: file)
    case .policy: policyWarnings(in: file)
    default: []
    }
  }

  /// Whether every setting can be checked; those of providers need a running hub.
  func isComplete() throws -> Bool {
    let file = try context.configuration.get()
    return try file.providerSections.isEmpty || HubLock.holder(at: context.paths.lock) != nil
  }

  /// The schema of a provider's section; `nil` if none is known, as without a running hub.
  func schema(ofProvider name: String, start: StartPolicy?) throws -> ConfigurationSchema? {
    let provider = try runningProviders(start: start)?.first { $0.id.rawValue == name }
    return provider.flatMap(ConfigurationCheck.schema)
  }

  private static func schema(of provider: ProviderStatus) -> ConfigurationSchema? {
    provider.configSchema.map { ConfigurationSchema($0, of: provider.id) }
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
        schema.map { ConfigurationSchema($0, of: id).settings.filter(\.isSecret) } ?? []
      }.map(\.path)
    )
  }

  private func methodWarnings(in file: ConfigurationFile) -> [ConfigurationWarning] {
    let path = ConfigurationKey.freshMinutes.path
    let names = file[.freshMinutes]?.members?.keys.sorted() ?? []
    return names.filter { Methods[Method(rawValue: $0)] == nil }
      .map { ConfigurationWarning(path: path + $0, message: "Unknown method.") }
  }

  private func policyWarnings(in file: ConfigurationFile) -> [ConfigurationWarning] {
    guard let policy = file[.policy] else { return [] }
    do throws(MergePolicy.Invalid) {
      _ = try MergePolicy(written: policy)
      return []
    } catch {
      return [ConfigurationWarning(path: ConfigurationKey.policy.path, message: error.message)]
    }
  }

  private func providerWarnings(in file: ConfigurationFile) throws -> [ConfigurationWarning] {
    guard !file.providerSections.isEmpty else { return [] }
    guard let providers = try runningProviders(start: .never) else { return [] }
    return file.providerSections.sorted { $0.key < $1.key }.flatMap {
      name,
      section -> [ConfigurationWarning] in
      let path = ConfigurationPath(["providers", name])
      guard let provider = providers.first(where: { $0.id.rawValue == name }) else {
        return [ConfigurationWarning(path: path, message: "No provider has this name.")]
      }
      guard let schema = ConfigurationCheck.schema(of: provider) else {
        guard provider.state != .ready, let error = provider.lastError else { return [] }
        let sentence =
          "Could not be checked: the provider is not running. \(error.capitalizedFirst.asSentence)"
        return [ConfigurationWarning(path: path, message: sentence)]
      }
      return schema.problems(of: section)
    }
  }

  private func runningProviders(start: StartPolicy?) throws -> [ProviderStatus]? {
    do {
      return try context.settledProviders(start: start).providers
    } catch ClientError.noHub {
      context.terminal.note("Skipped provider settings: checking them needs a running hub.")
      return nil
    }
  }
}
