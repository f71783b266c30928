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

/// Links a thin client statically in release builds: it starts in half the time of one that loads
/// Swift's shared libraries. (lld, because the default linker warns about an unused function in
/// Foundation.)
let thinClientLinking: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib", "-use-ld=lld"], .when(configuration: .release)),
  .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
  .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
  .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
]

func library(_ name: String, in layer: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(layer)/\(name)",
    swiftSettings: settings
  )
}

func executable(
  _ name: String,
  in layer: String,
  _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(layer)/\(name)",
    resources: resources,
    swiftSettings: settings,
    linkerSettings: linkerSettings
  )
}

/// The bundled providers: their directories in Plugins, their ids, and what they share.
let providers: [(name: String, id: String, shared: [Target.Dependency])] = [
  ("AudioDB", "audiodb", []),
  ("Deezer", "deezer", []),
  ("Files", "files", ["CTagLib", "EntityResolution", "HostKit", "SQLite"]),
  ("MusicBrainz", "musicbrainz", []),
  ("ITunesSearch", "itunes-search", ["ITunesSupport"]),
  ("ITunesRSS", "itunes-rss", ["ITunesSupport"]),
  ("Spotify", "spotify", []),
  ("Wikipedia", "wikipedia", []),
]

/// The targets of the providers, for their tests.
let providerTargets = providers.map { Target.Dependency.target(name: $0.name) }

/// A provider. A hub in the build directory finds its manifest in Plugins.
func provider(_ name: String, _ shared: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: shared + ["ProviderKit"],
    path: "Plugins/\(name)",
    exclude: ["README.md", "provider.json"],
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
    dependencies: dependencies + ["TestKit"],
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
    .executable(name: "musicbus-provider-lines", targets: ["musicbus-provider-lines"]),
    .executable(name: "musicbus-web", targets: ["musicbus-web"]),
    .executable(name: "musicbus-bench", targets: ["musicbus-bench"]),
  ] + providers.map { .executable(name: "musicbus-provider-\($0.id)", targets: [$0.name]) },
  targets: [
    // Host: C libraries, the ZeroMQ wrapper, processes and files
    .systemLibrary(name: "CMicroHTTPD", path: "Sources/Host/C/CMicroHTTPD"),
    .systemLibrary(name: "CGnuTLS", path: "Sources/Host/C/CGnuTLS"),
    .systemLibrary(name: "CSQLite", path: "Sources/Host/C/CSQLite"),
    .systemLibrary(name: "CCurl", path: "Sources/Host/C/CCurl"),
    .systemLibrary(name: "CHost", path: "Sources/Host/C/CHost"),
    .systemLibrary(name: "CZeroMQ", path: "Sources/Host/C/CZeroMQ"),
    .target(name: "CAcceptShim", path: "Sources/Host/C/CAcceptShim"),
    .target(
      name: "CTagLib",
      path: "Sources/Host/C/CTagLib",
      linkerSettings: [.linkedLibrary("tag")]
    ),
    .target(
      name: "CErrorPageShim",
      dependencies: ["CMicroHTTPD"],
      path: "Sources/Host/C/CErrorPageShim"
    ),
    .target(
      name: "ZeroMQ",
      dependencies: ["CHost", "CZeroMQ"],
      path: "Sources/Host/ZeroMQ",
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    library("HostKit", in: "Host", ["CHost", "JSON", "MusicModel"]),
    library("CommandKit", in: "Host"),
    library("Curl", in: "Host", ["CCurl"]),
    library("HTTPServer", in: "Host", ["CErrorPageShim", "CMicroHTTPD"]),
    library("SQLite", in: "Host", ["CSQLite"]),

    // Model: values and rules, pure
    library("JSON", in: "Model"),
    library("MusicModel", in: "Model", ["JSON"]),
    library("BusProtocol", in: "Model", ["JSON", "MusicModel"]),
    library("EntityResolution", in: "Model", ["BusProtocol", "MusicModel"]),
    library("FavoritesModel", in: "Model", ["BusProtocol", "JSON", "MusicModel"]),

    // Hub: a pure core, and the shell that performs its actions
    library(
      "HubCore",
      in: "Hub",
      ["BusProtocol", "EntityResolution", "FavoritesModel", "MusicModel"]
    ),
    library(
      "Storage",
      in: "Hub",
      [
        "BusProtocol", "EntityResolution", "FavoritesModel", "HostKit", "HubCore", "MusicModel",
        "SQLite",
      ]
    ),
    library(
      "HubRuntime",
      in: "Hub",
      [
        "HubCore", "BusProtocol", "CAcceptShim", "FavoritesModel", "HostKit", "MusicModel",
        "Storage",
        "ZeroMQ",
      ]
    ),
    executable(
      "musicbus-hub",
      in: "Hub",
      ["CommandKit", "HubRuntime", "HostKit", "MusicModel"]
    ),

    // Provider: the library for authors, and the bridge of JSON lines
    library(
      "ProviderKit",
      in: "Provider",
      ["BusProtocol", "Curl", "JSON", "MusicModel", "ZeroMQ"]
    ),
    executable(
      "musicbus-provider-lines",
      in: "Provider",
      ["BusProtocol", "CGnuTLS", "CommandKit", "HostKit", "MusicModel", "ProviderKit"]
    ),

    // Client: the command line
    library("ClientKit", in: "Client", ["BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]),
    library(
      "Importing",
      in: "Client",
      ["BusProtocol", "ClientKit", "FavoritesModel", "HostKit", "JSON", "MusicModel"]
    ),
    library(
      "ProviderInstalling",
      in: "Client",
      ["BusProtocol", "ClientKit", "HostKit", "MusicModel"]
    ),
    executable(
      "musicbus",
      in: "Client",
      [
        "BusProtocol", "ClientKit", "CommandKit", "FavoritesModel", "HostKit", "Importing",
        "MusicModel", "ProviderInstalling", "ZeroMQ",
      ],
      resources: [.embedInCode("Providers/Template")],
      linkerSettings: thinClientLinking
    ),

    // Client: the web page
    .executableTarget(
      name: "musicbus-web",
      dependencies: [
        "BusProtocol", "CGnuTLS", "ClientKit", "CommandKit", "FavoritesModel", "HTTPServer",
        "HostKit", "Importing", "JSON", "MusicModel",
      ],
      path: "Sources/Client/musicbus-web",
      exclude: ["Page"],
      swiftSettings: settings
    ),

    // Tools
    executable(
      "musicbus-bench",
      in: "Tools",
      [
        "BusProtocol", "ClientKit", "CommandKit", "CZeroMQ", "EntityResolution",
        "FavoritesModel", "HostKit", "HubCore", "MusicModel", "Storage", "ZeroMQ",
      ]
    ),

    // Providers
    .target(
      name: "ITunesSupport",
      dependencies: ["ProviderKit", "MusicModel"],
      path: "Plugins/ITunesSupport",
      swiftSettings: settings
    ),
    // The template of "musicbus provider new"; no hub discovers it.
    .executableTarget(
      name: "Example",
      dependencies: ["ProviderKit"],
      path: "Plugins/Template",
      exclude: [
        "README.md", "certify-swift.yml", "certify.yml", "example.py", "musicbus.py",
        "provider.json", "provider.xfails",
        "test_example.py",
      ],
      swiftSettings: settings
    ),

    // Tests
    .target(
      name: "TestKit",
      dependencies: ["BusProtocol", "HostKit", "JSON", "MusicModel", "ZeroMQ"],
      path: "Tests/TestKit",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "StubProvider",
      dependencies: ["BusProtocol", "CZeroMQ", "MusicModel"],
      path: "Tests/StubProvider",
      swiftSettings: settings
    ),
    tests("JSONTests", ["JSON", "MusicModel"]),
    tests("MusicModelTests", ["JSON", "MusicModel"]),
    tests("BusProtocolTests", ["BusProtocol", "JSON", "MusicModel"], exclude: ["Fixtures"]),
    tests(
      "EntityResolutionTests",
      ["BusProtocol", "EntityResolution", "MusicModel"],
      exclude: ["HardCases"]
    ),
    tests("FavoritesModelTests", ["BusProtocol", "FavoritesModel", "MusicModel"]),
    tests("ImportingTests", ["BusProtocol", "HostKit", "Importing", "MusicModel"]),
    tests(
      "ProviderInstallingTests",
      ["BusProtocol", "HostKit", "MusicModel", "ProviderInstalling"]
    ),
    tests(
      "StorageTests",
      [
        "Storage", "BusProtocol", "EntityResolution", "FavoritesModel", "HostKit", "HubCore",
        "MusicModel", "SQLite",
      ]
    ),
    tests("CommandKitTests", ["CommandKit"]),
    tests(
      "HubCoreTests",
      // The declarations of the bundled providers, for the listener's hour.
      providerTargets + [
        "HubCore", "BusProtocol", "EntityResolution", "FavoritesModel", "MusicModel", "ProviderKit",
        "Storage",
      ]
    ),
    .target(
      name: "HubSimulation",
      dependencies: ["HubCore", "BusProtocol", "EntityResolution", "FavoritesModel", "MusicModel"],
      path: "Tests/HubSimulation",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "musicbus-simulate",
      dependencies: ["CommandKit", "HubSimulation", "MusicModel"],
      path: "Tests/musicbus-simulate",
      swiftSettings: settings
    ),
    tests("HubSimulationTests", ["HostKit", "HubSimulation"], exclude: ["Scripts"]),
    tests(
      "FuzzTests",
      providerTargets + [
        "BusProtocol", "FavoritesModel", "HubCore", "JSON", "MusicModel", "ProviderKit", "Storage",
      ],
      exclude: ["Harness", "run", "seeds"]
    ),
    tests("ZeroMQTests", ["ZeroMQ"]),
    tests("HostKitTests", ["HostKit", "JSON", "MusicModel"]),
    tests("HTTPServerTests", ["HTTPServer"]),
    tests(
      "ClientKitTests",
      ["ClientKit", "BusProtocol", "HostKit", "MusicModel", "ZeroMQ"]
    ),
    tests(
      "HubRuntimeTests",
      ["HubRuntime", "HubCore", "BusProtocol", "HostKit", "MusicModel", "Storage"]
    ),
    tests(
      "ProviderKitTests",
      ["ProviderKit", "BusProtocol", "Curl", "HostKit", "HubCore", "MusicModel", "ZeroMQ"]
    ),
    tests(
      "PluginTests",
      providerTargets + [
        "ITunesSupport", "ProviderKit", "BusProtocol", "EntityResolution", "HostKit", "MusicModel",
        "SQLite",
      ]
    ),
    tests(
      "LineProviderTests",
      ["musicbus-provider-lines", "BusProtocol", "HostKit", "MusicModel", "ProviderKit"]
    ),
    tests("ExampleTests", ["Example", "ProviderKit", "BusProtocol", "MusicModel"]),
    tests(
      "CommandLineTests",
      [
        "musicbus", "BusProtocol", "ClientKit", "CommandKit", "FavoritesModel", "HostKit",
        "MusicModel",
      ]
    ),
    tests(
      "WebTests",
      [
        "musicbus-web", "BusProtocol", "ClientKit", "CommandKit", "HTTPServer", "HostKit", "JSON",
        "MusicModel",
      ]
    ),
    tests("CertificationTests", ["BusProtocol", "HostKit", "MusicModel"]),
    tests("BenchTests", ["CommandKit", "EntityResolution", "musicbus-bench"]),
    tests(
      "SystemTests",
      [
        "BusProtocol", "ClientKit", "CZeroMQ", "FavoritesModel", "HostKit", "MusicModel",
        "StubProvider",
      ]
    ),
  ] + providers.map { provider($0.name, $0.shared) },
  swiftLanguageModes: [.v6]
)
