public import MusicModel

/// `provider.json`: the executable of a provider and its declarations; the descriptor overrides
/// them.
public struct Manifest: Hashable, Sendable, Codable {
  public var id: ProviderID
  /// A path, absolute or beside the manifest, or a bare name that is also looked for beside the hub.
  public var executable: String
  public var arguments: [String]?
  /// The version of the format, if it speaks JSON lines (`Protocol/lines.md`): ``bridge`` is started then.
  public var lines: Int?
  public var methods: [Method]
  /// The only variables of the hub's environment that it gets, besides `PATH`, `LANG` and `TZ`.
  public var environment: [String]?
  /// The services that its records link to.
  public var services: [MusicService]?
  /// The schema of its section of the configuration, for users to set it up before it can run.
  public var configSchema: JSONValue?
  /// The settings that name the user's own servers, which its upstreams are: `{server}`.
  public var serverSettings: [String] = []
  /// The provider whose program it is, if it is another instance of that; its manifest says so.
  public var instanceOf: ProviderID?

  private enum CodingKeys: String, CodingKey {
    case id, executable, arguments, lines, methods, environment, services, configSchema
  }

  public init(id: ProviderID, executable: String, methods: [Method]) {
    self.id = id
    self.executable = executable
    self.methods = methods
  }
}

extension Manifest {
  /// The program that a provider on JSON lines is started with, which gets the path of its manifest.
  public static let bridge = "musicbus-provider-lines"
  /// The variable with the path of the file with the user's sign-in, which the bridge reads.
  package static let signInVariable = "MUSICBUS_SIGN_IN"

  /// The ids that no provider may have (MB-294), with what has them.
  public static let reservedIDs = [
    "index": "the list of indexes", "library": "the hub's own library",
  ]

  /// The variables that it names and that are not its own: those of other programs, such as credentials. They
  /// never reach a sandbox.
  public var foreignVariables: [String] {
    (environment ?? []).filter { !$0.hasPrefix(id.variablePrefix) }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(ProviderID.self, forKey: .id)
    executable = try members.decode(String.self, forKey: .executable)
    arguments = try members.decodeIfPresent([String].self, forKey: .arguments)
    lines = try members.decodeIfPresent(Int.self, forKey: .lines)
    if let declared = try? members.decode([String: JSONValue].self, forKey: .methods) {
      methods = declared.keys.sorted().map(Method.init)
    } else {
      methods = try members.decode([Method].self, forKey: .methods)
    }
    environment = try members.decodeIfPresent([String].self, forKey: .environment)
    services = try members.decodeIfPresent([MusicService].self, forKey: .services)
    configSchema = try members.decodeIfPresent(JSONValue.self, forKey: .configSchema)
    let all = try decoder.container(keyedBy: OtherKeys.self)
    let upstreams = try? all.decodeIfPresent([JSONValue].self, forKey: .upstreams)
    serverSettings = (upstreams ?? []).compactMap { ($0["url"]?.text).flatMap(Manifest.setting) }
  }

  private enum OtherKeys: String, CodingKey {
    case upstreams
  }

  /// The setting with the address of the user's server, for which a URL of an upstream stands: `{server}`.
  public static func setting(inURL url: String) -> String? {
    guard url.hasPrefix("{"), url.hasSuffix("}"), url.utf8.count > 2 else { return nil }
    return String(url.dropFirst().dropLast())
  }

  /// The name of an instance of a provider.
  public static func name(_ name: String, of instance: ProviderID) -> String {
    "\(name) (\(instance))"
  }

  /// The manifest of another instance of this provider. Ids of a user's server have a namespace of their own there.
  public func instance(_ instance: ProviderID) -> Manifest {
    var other = self
    (other.id, other.instanceOf) = (instance, id)
    guard !serverSettings.isEmpty else { return other }
    other.services = services?.map { service in
      var own = service
      own.name = Manifest.name(service.name, of: instance)
      own.namespaces = service.namespaces.map { $0 == id.namespace ? instance.namespace : $0 }
      return own
    }
    return other
  }
}

extension ProviderID {
  /// The namespace of the ids of a source without a registered one (Protocol/model.md, "Identifiers").
  public var namespace: String { rawValue.replacing(".", with: "-") }
}

/// A service on which entities are, such as Apple Music; see ``Manifest/services``.
public struct MusicService: Hashable, Sendable, Codable {
  public var name: String
  /// The namespaces of its ids, which are also keys of links.
  public var namespaces: [String]
  /// Whether users can listen there.
  public var streams: Bool?
  /// Whether its entities are what the user has, such as files.
  public var owned: Bool?

  public init(_ name: String, namespaces: [String], streams: Bool? = nil, owned: Bool? = nil) {
    (self.name, self.namespaces) = (name, namespaces)
    (self.streams, self.owned) = (streams, owned)
  }
}
