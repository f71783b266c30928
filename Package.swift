// swift-tools-version: 6.2
// MusicBus: one section for each layer, targets in the order in which they build on each other.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// A thin client is linked statically in release: it starts in 4 ms where a dynamic one takes 10.
let thinClientLinking: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
  .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
  .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
  .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func provider(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["ProviderKit", "BusProtocol", "MusicModel"],
    path: "Plugins/\(name)",
    exclude: ["README.md"],
    resources: [.copy("provider.json")],
    swiftSettings: settings
  )
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestKit"], swiftSettings: settings)
}

let package = Package(
  name: "MusicBus",
  products: [
    .executable(name: "musicbus", targets: ["musicbus"]),
    .executable(name: "musicbus-hub", targets: ["musicbus-hub"]),
    .executable(name: "musicbus-sample-upstream", targets: ["musicbus-sample-upstream"]),
    .executable(name: "musicbus-provider-audiodb", targets: ["AudioDB"]),
    .executable(name: "musicbus-provider-itunes-search", targets: ["ITunesSearch"]),
    .executable(name: "musicbus-provider-itunes-rss", targets: ["ITunesRSS"]),
  ],
  targets: [
    // C libraries
    .systemLibrary(name: "CZeroMQ"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CHost"),

    // Values and rules: pure
    library("MusicModel"),
    library("BusProtocol", ["MusicModel"]),
    library("Catalog", ["MusicModel"]),
    library("FavoritesModel", ["MusicModel"]),
    library("CommandKit"),
    library("HubCore", ["BusProtocol", "Catalog", "MusicModel"]),

    // Shells: sockets, processes, files, HTTP
    .target(
      name: "ZeroMQ",
      dependencies: ["CZeroMQ"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    library("HostKit", ["CHost", "MusicModel"]),
    library("FavoritesStore", ["FavoritesModel", "HostKit"]),
    library("HubRuntime", ["HubCore", "BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]),
    library("ProviderKit", ["BusProtocol", "MusicModel", "ZeroMQ"]),
    library("ClientKit", ["BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]),

    // Executables
    .executableTarget(
      name: "musicbus",
      dependencies: ["BusProtocol", "ClientKit", "CommandKit", "HostKit", "MusicModel"],
      swiftSettings: settings,
      linkerSettings: thinClientLinking
    ),
    .executableTarget(
      name: "musicbus-hub",
      dependencies: ["HubRuntime", "HostKit"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-sample-upstream",
      dependencies: ["CMicroHTTPD"],
      swiftSettings: settings
    ),

    // Providers
    provider("AudioDB"),
    provider("ITunesSearch"),
    provider("ITunesRSS"),

    // Tests
    .target(
      name: "TestKit",
      dependencies: ["HostKit"],
      path: "Tests/TestKit",
      swiftSettings: settings
    ),
    tests("MusicModelTests", ["MusicModel"]),
    tests("BusProtocolTests", ["BusProtocol", "MusicModel"]),
    tests("CatalogTests", ["Catalog", "MusicModel"]),
    tests("FavoritesModelTests", ["FavoritesModel", "MusicModel"]),
    tests("FavoritesStoreTests", ["FavoritesStore", "FavoritesModel", "HostKit", "MusicModel"]),
    tests("CommandKitTests", ["CommandKit"]),
    tests("HubCoreTests", ["HubCore", "BusProtocol", "MusicModel"]),
    tests("ZeroMQTests", ["ZeroMQ"]),
    tests("HostKitTests", ["HostKit", "MusicModel"]),
    tests("ProviderKitTests", ["ProviderKit", "BusProtocol", "MusicModel"]),
    tests("PluginTests", ["AudioDB", "ITunesSearch", "ITunesRSS", "ProviderKit", "MusicModel"]),
    tests("SampleUpstreamTests", ["musicbus-sample-upstream"]),
    tests("CommandLineTests", ["musicbus", "MusicModel"]),
    tests("SystemTests", ["BusProtocol", "ClientKit", "HostKit", "MusicModel"]),
    tests("TidyTests", []),
  ],
  swiftLanguageModes: [.v6]
)
