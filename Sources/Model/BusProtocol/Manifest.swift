public import MusicModel

/// `provider.json`: the executable of a provider and its declarations; the descriptor overrides
/// them.
public struct Manifest: Hashable, Sendable, Codable {
  public var id: ProviderID
  /// A path, absolute or beside the manifest, or a bare name that is also looked for beside the hub.
  public var executable: String
  public var arguments: [String]?
  public var methods: [Method]
  /// The only variables of the hub's environment that it gets, besides `PATH`, `LANG` and `TZ`.
  public var environment: [String]?

  public init(id: ProviderID, executable: String, methods: [Method]) {
    self.id = id
    self.executable = executable
    self.methods = methods
  }
}
