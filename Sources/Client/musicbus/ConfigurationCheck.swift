import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// Looks for mistakes in the configuration: unknown keys, and what the descriptors of the providers
/// that run do not allow.
struct ConfigurationCheck {
  private let session: CommandContext

  init(_ session: CommandContext) { self.session = session }

  /// One for each mistake, in the order of the file's names.
  func problems() throws -> [ConfigurationWarning] {
    let file = try session.configuration.get()
    return try file.warnings() + problemsOfPolicy(in: file) + problemsOfProviders(in: file)
  }

  /// A value that the provider that is named there allows at this place: this one, or else the other
  /// one. Where it allows neither it is this one, with what is wrong with it; where no hub runs that
  /// could tell, all is allowed.
  func choose(
    _ value: JSONValue,
    or other: JSONValue?,
    at path: ConfigurationPath
  ) throws -> (value: JSONValue, problems: [ConfigurationWarning]) {
    guard let providers = try runningProviders() else { return (value, []) }
    var file = try session.configuration.get()
    func mistakes(with value: JSONValue) -> [ConfigurationWarning] {
      file.set(value, at: path)
      return problems(ofProviders: providers, in: file)
        .filter { $0.path.names.starts(with: path.names) }
    }
    let found = mistakes(with: value)
    guard !found.isEmpty, let other, mistakes(with: other).isEmpty else { return (value, found) }
    return (other, [])
  }

  /// Only the hub knows what a policy can say.
  private func problemsOfPolicy(in file: ConfigurationFile) throws -> [ConfigurationWarning] {
    let path = ConfigurationPath(["hub", "policy"])
    guard let policy = file[path], policy.members != nil else { return [] }
    var parameters = CallParameters()
    parameters.policy = policy
    parameters.limit = 1
    do {
      _ = try session.client(start: .never)
        .call(.previewPolicy, parameters, ttl: session.settings.timeout)
      return []
    } catch ClientError.noHub {
      session.terminal.note("hub.policy is not checked: no hub is running that could tell.")
      return []
    } catch ClientError.failed(let failure) where failure.code == .invalidParams {
      return [ConfigurationWarning(path: path, message: failure.message)]
    }
  }

  private func problemsOfProviders(in file: ConfigurationFile) throws -> [ConfigurationWarning] {
    let sections = file.contents["providers"]?.members ?? [:]
    guard !sections.isEmpty else { return [] }
    guard let providers = try runningProviders() else { return [] }
    return problems(ofProviders: providers, in: file)
  }

  private func problems(
    ofProviders providers: [ProviderStatus],
    in file: ConfigurationFile
  ) -> [ConfigurationWarning] {
    let sections = file.contents["providers"]?.members ?? [:]
    return sections.sorted { $0.key < $1.key }.flatMap { name, section -> [ConfigurationWarning] in
      let path = ConfigurationPath(["providers", name])
      guard let provider = providers.first(where: { $0.id.rawValue == name }) else {
        return [ConfigurationWarning(path: path, message: "There is no provider of this name.")]
      }
      guard let schema = provider.configSchema else { return [] }
      return ConfigurationSchema(schema).problems(of: section, at: path)
    }
  }

  private func runningProviders() throws -> [ProviderStatus]? {
    do {
      return try session.settledProviders(start: .never).providers
    } catch ClientError.noHub {
      session.terminal.note(
        "The keys of providers are not checked: no hub is running that could tell them."
      )
      return nil
    }
  }
}
