import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// Looks for mistakes in the configuration: unknown keys, and what the descriptors of the providers
/// that run do not allow.
struct ConfigurationCheck {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// One for each mistake, in the order of the file's names.
  func problems() throws -> [ConfigurationWarning] {
    let file = try session.configuration.get()
    return try file.warnings() + problemsOfPolicy(in: file) + problemsOfProviders(in: file)
  }

  /// What the provider that is named there does not allow at this place; nothing where no hub runs
  /// that could tell.
  func problems(
    in file: ConfigurationFile,
    at path: ConfigurationPath
  ) throws -> [ConfigurationWarning] {
    guard path.names.first == "providers" else { return [] }
    return try problemsOfProviders(in: file).filter { $0.path.names.starts(with: path.names) }
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
    guard let providers = try runningProviders() else {
      session.terminal.note(
        "The keys of providers are not checked: no hub is running that could tell them."
      )
      return []
    }
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
      return nil
    }
  }
}
