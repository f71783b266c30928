import BusProtocol
import HubCore
import MusicModel

/// Peers with open sessions.
extension HubDriver {
  /// A client whose session is open.
  func connectClient() -> ModelClient {
    let client = ModelClient(self)
    client.hello()
    return client
  }

  /// A provider that the hub has discovered but not started.
  ///
  /// Its namespaces are those of its name, `a:artist`, and `namespaces`. Its replies are never
  /// fresh, so that a repeated call is a new provider call.
  func findProvider(
    _ name: String,
    serving methods: [BusProtocol.Method],
    namespaces: [String] = [],
    trust: ProviderTrust = .bundled,
    services: [MusicService]? = nil,
    _ change: (inout Descriptor) -> Void = { _ in }
  ) -> ModelProvider {
    var descriptor = Descriptor(
      id: ProviderID(rawValue: name)!,
      name: name.uppercased(),
      version: "1.0",
      attribution: .init(text: "Data from \(name)")
    )
    descriptor.methods = Dictionary(
      uniqueKeysWithValues: methods.map { ($0.rawValue, .init(cost: [:], freshMs: 0)) }
    )
    let own = ["artist", "album", "song"].map { "\(name):\($0)" }
    descriptor.namespaces = own + namespaces
    change(&descriptor)
    var manifest = Manifest(id: descriptor.id, executable: name, methods: methods)
    manifest.services = services
    listing.found.append(DiscoveredManifest(manifest, path: "/p/\(name).json", trust: trust))
    handle(.providersFound(listing))
    return ModelProvider(self, descriptor)
  }

  /// A provider with an open session.
  func connectProvider(
    _ name: String,
    serving methods: [BusProtocol.Method],
    namespaces: [String] = [],
    trust: ProviderTrust = .bundled,
    services: [MusicService]? = nil,
    _ change: (inout Descriptor) -> Void = { _ in }
  ) -> ModelProvider {
    let provider = findProvider(
      name,
      serving: methods,
      namespaces: namespaces,
      trust: trust,
      services: services,
      change
    )
    provider.spawn()
    provider.hello()
    return provider
  }
}
