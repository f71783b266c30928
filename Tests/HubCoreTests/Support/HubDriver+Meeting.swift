import BusProtocol
import HubCore
import MusicModel

/// Short ways to the beginning of most tests.
extension HubDriver {
  /// A client whose session is open.
  func connectClient() -> ModelClient {
    let client = ModelClient(self)
    client.hello()
    return client
  }

  /// A provider that the hub has found and not started.
  ///
  /// It understands the ids of its own name, `a:artist:…`, and those in `namespaces`. What it
  /// answers is never fresh, so that equal questions are asked anew.
  func findProvider(
    _ name: String,
    serving methods: [BusProtocol.Method],
    namespaces: [String] = [],
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
    let manifest = Manifest(id: descriptor.id, executable: name, methods: methods)
    listing.found.append(DiscoveredManifest(manifest, path: "/p/\(name).json"))
    handle(.providersFound(listing))
    return ModelProvider(self, descriptor)
  }

  /// A provider that serves.
  func connectProvider(
    _ name: String,
    serving methods: [BusProtocol.Method],
    namespaces: [String] = [],
    _ change: (inout Descriptor) -> Void = { _ in }
  ) -> ModelProvider {
    let provider = findProvider(name, serving: methods, namespaces: namespaces, change)
    provider.spawn()
    provider.hello()
    return provider
  }
}
