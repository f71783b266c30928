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

/// A thin client is linked statically in release: it starts in 3 to 4 ms where a dynamic one takes 10.
/// (lld, because the other linker warns of a function in Foundation that nobody here calls. At a fixed
/// address, because otherwise forty thousand places have to be written at every start. With the archive
/// of the C++ library, as looking up the symbols of the shared one takes a millisecond: a linker script
/// that bears the name of that is found first, and leads to the archive.)
let thinClientLinking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-no-pie",
      "-L\(Context.packageDirectory)/Sources/musicbus/Linking",
    ],
    .when(configuration: .release)
  ),
  .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
  .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
  .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func provider(_ name: String, _ shared: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: shared + ["ProviderKit", "BusProtocol", "MusicModel"],
    path: "Plugins/\(name)",
    exclude: ["README.md"],
    resources: [.copy("provider.json")],
    swiftSettings: settings
  )
}

func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies + ["Randomness", "TestKit"],
    exclude: exclude,
    swiftSettings: settings
  )
}

let package = Package(
  name: "MusicBus",
  products: [
    .library(name: "ProviderKit", targets: ["ProviderKit", "BusProtocol", "MusicModel"]),
    .executable(name: "musicbus", targets: ["musicbus"]),
    .executable(name: "musicbus-hub", targets: ["musicbus-hub"]),
    .executable(name: "musicbus-certify", targets: ["musicbus-certify"]),
    .executable(name: "musicbus-bench", targets: ["musicbus-bench"]),
    .executable(name: "musicbus-sample-upstream", targets: ["musicbus-sample-upstream"]),
    .executable(name: "musicbus-provider-audiodb", targets: ["AudioDB"]),
    .executable(name: "musicbus-provider-itunes-search", targets: ["ITunesSearch"]),
    .executable(name: "musicbus-provider-itunes-rss", targets: ["ITunesRSS"]),
  ],
  targets: [
    // C libraries
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CHost"),
    .target(name: "CZeroMQ"),
    .target(
      name: "CAccept",
      // For libzmq to find it, which is loaded later.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=accept4"])]
    ),

    // Values and rules: pure
    library("Pieces"),
    library("Randomness"),
    library("MusicModel"),
    library("BusProtocol", ["MusicModel"]),
    library("Catalog", ["MusicModel", "Pieces"]),
    library("FavoritesModel", ["MusicModel", "Pieces", "Randomness"]),
    library("CommandKit"),
    library("HubCore", ["BusProtocol", "Catalog", "FavoritesModel", "MusicModel", "Randomness"]),
    library(
      "HubSimulation",
      ["HubCore", "BusProtocol", "FavoritesModel", "MusicModel", "Randomness"]
    ),

    // Shells: sockets, processes, files, HTTP
    .target(
      name: "ZeroMQ",
      dependencies: ["CZeroMQ"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    library("Cores", ["Pieces"]),
    library("HostKit", ["CHost", "MusicModel"]),
    library("FavoritesStore", ["Cores", "FavoritesModel", "HostKit"]),
    library("Snapshots", ["CSQLite"]),
    library(
      "HubRuntime",
      [
        "HubCore", "BusProtocol", "CAccept", "FavoritesModel", "FavoritesStore", "HostKit",
        "MusicModel", "Snapshots", "ZeroMQ",
      ]
    ),
    library("ProviderKit", ["BusProtocol", "MusicModel", "ZeroMQ"]),
    library("ClientKit", ["BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]),
    library("Certification", ["BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]),

    // Executables
    .executableTarget(
      name: "musicbus",
      dependencies: [
        "BusProtocol", "ClientKit", "CommandKit", "FavoritesModel", "HostKit", "MusicModel",
      ],
      exclude: ["Linking"],
      swiftSettings: settings,
      linkerSettings: thinClientLinking
    ),
    .executableTarget(
      name: "musicbus-hub",
      dependencies: ["HubRuntime", "HostKit"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-certify",
      dependencies: ["Certification", "HostKit", "MusicModel"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-bench",
      dependencies: [
        "BusProtocol", "Catalog", "Cores", "CZeroMQ", "FavoritesModel", "FavoritesStore", "HostKit",
        "HubCore", "MusicModel", "Pieces", "Randomness", "ZeroMQ",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-bench-empty",
      swiftSettings: settings,
      linkerSettings: [
        .unsafeFlags(["-static-stdlib", "-use-ld=lld"], .when(configuration: .release))
      ]
    ),
    .executableTarget(
      name: "musicbus-simulate",
      dependencies: ["HubSimulation"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-sample-upstream",
      dependencies: ["CMicroHTTPD"],
      swiftSettings: settings
    ),

    // Providers
    library("AppleStore", ["ProviderKit", "MusicModel"]),
    provider("AudioDB"),
    provider("ITunesSearch", ["AppleStore"]),
    provider("ITunesRSS", ["AppleStore"]),
    // What "musicbus provider new" writes; no hub finds it.
    .executableTarget(
      name: "Example",
      dependencies: ["ProviderKit", "BusProtocol", "MusicModel"],
      path: "Plugins/Template",
      exclude: ["README.md", "example.py", "provider.json", "test_example.py"],
      swiftSettings: settings
    ),

    // Tests
    .target(
      name: "TestKit",
      dependencies: ["BusProtocol", "HostKit", "MusicModel", "Pieces"],
      path: "Tests/TestKit",
      swiftSettings: settings
    ),
    tests("MusicModelTests", ["MusicModel"]),
    tests("BusProtocolTests", ["BusProtocol", "MusicModel"], exclude: ["Fixtures"]),
    tests("CatalogTests", ["Catalog", "MusicModel", "Pieces"]),
    tests("FavoritesModelTests", ["FavoritesModel", "MusicModel"]),
    tests("FavoritesStoreTests", ["FavoritesStore", "FavoritesModel", "HostKit", "MusicModel"]),
    tests("CommandKitTests", ["CommandKit"]),
    tests("HubCoreTests", ["HubCore", "BusProtocol", "FavoritesModel", "MusicModel"]),
    tests("HubSimulationTests", ["HostKit", "HubSimulation"], exclude: ["Scripts"]),
    tests(
      "FuzzTests",
      [
        "AudioDB", "BusProtocol", "FavoritesModel", "HubCore", "HubRuntime", "ITunesRSS",
        "ITunesSearch", "MusicModel", "ProviderKit",
      ],
      exclude: ["Harness", "run", "seeds"]
    ),
    tests("ZeroMQTests", ["ZeroMQ"]),
    tests("HostKitTests", ["HostKit", "MusicModel"]),
    tests(
      "ClientKitTests",
      ["ClientKit", "BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]
    ),
    tests("SnapshotsTests", ["Snapshots"]),
    tests(
      "HubRuntimeTests",
      ["HubRuntime", "HubCore", "BusProtocol", "HostKit", "MusicModel", "Snapshots"]
    ),
    tests(
      "ProviderKitTests",
      ["ProviderKit", "BusProtocol", "HostKit", "HubCore", "MusicModel", "ZeroMQ"]
    ),
    tests(
      "PluginTests",
      [
        "AppleStore", "AudioDB", "ITunesSearch", "ITunesRSS", "ProviderKit", "BusProtocol",
        "Catalog", "HostKit", "MusicModel",
      ]
    ),
    tests("ExampleTests", ["Example", "ProviderKit", "BusProtocol", "MusicModel"]),
    tests("SampleUpstreamTests", ["HostKit", "musicbus-sample-upstream"]),
    tests(
      "CommandLineTests",
      ["musicbus", "BusProtocol", "ClientKit", "CommandKit", "HostKit", "MusicModel"]
    ),
    tests("CertificationTests", ["Certification", "BusProtocol", "HostKit", "MusicModel"]),
    tests("BenchTests", ["musicbus-bench"]),
    tests(
      "SystemTests",
      ["BusProtocol", "ClientKit", "CZeroMQ", "HostKit", "MusicModel", "musicbus-bench"]
    ),
    tests("TidyTests", []),
  ],
  swiftLanguageModes: [.v6]
)
