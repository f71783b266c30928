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
  /// The services that its records link to.
  public var services: [MusicService]?

  public init(id: ProviderID, executable: String, methods: [Method]) {
    self.id = id
    self.executable = executable
    self.methods = methods
  }
}

/// A service on which entities are, such as Apple Music; see ``Manifest/services``.
public struct MusicService: Hashable, Sendable, Codable {
  public var name: String
  /// The namespaces of its ids, which are also keys of links.
  public var namespaces: [String]
  /// Whether users can listen there.
  public var streams: Bool?

  public init(_ name: String, namespaces: [String], streams: Bool? = nil) {
    (self.name, self.namespaces, self.streams) = (name, namespaces, streams)
  }
}
