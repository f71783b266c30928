import Testing

@Suite("Imports")
struct ImportTests {
  /// What each module may import besides the standard library (DESIGN, chapter "Layout"). What is
  /// pure names nothing here that can wait, read a clock or do input and output.
  static let allowed: [String: Set<String>] = [
    "ZeroMQ": ["CHost", "CZeroMQ", "Glibc", "Synchronization"],
    "JSON": [],
    "MusicModel": ["JSON"],
    "BusProtocol": ["JSON", "MusicModel", "FoundationEssentials"],
    "EntityResolution": ["MusicModel", "Swift"],
    "CommandKit": [],
    "FavoritesModel": ["JSON", "MusicModel", "FoundationEssentials"],
    "Storage": [
      "BusProtocol", "CSQLite", "EntityResolution", "FavoritesModel", "HostKit", "HubCore",
      "MusicModel", "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "HubCore": ["BusProtocol", "EntityResolution", "FavoritesModel", "MusicModel"],
    "HubSimulation": [
      "HubCore", "BusProtocol", "EntityResolution", "FavoritesModel", "MusicModel",
    ],
    "Curl": ["CCurl", "Foundation", "Glibc", "Synchronization"],
    "HTTPServer": ["CErrorPageShim", "CMicroHTTPD", "Glibc", "Synchronization"],
    "HostKit": ["CHost", "Glibc", "FoundationEssentials", "JSON", "MusicModel", "Synchronization"],
    "HubRuntime": [
      "CAcceptShim", "HubCore", "BusProtocol", "FavoritesModel", "Dispatch",
      "FoundationEssentials",
      "Glibc", "HostKit", "MusicModel", "Storage", "Synchronization", "ZeroMQ",
    ],
    "ProviderKit": [
      "BusProtocol", "Curl", "JSON", "MusicModel", "ZeroMQ", "Foundation",
      "FoundationEssentials", "Glibc", "Dispatch", "Synchronization",
    ],
    "ClientKit": [
      "BusProtocol", "MusicModel", "ZeroMQ", "HostKit", "Glibc", "FoundationEssentials",
      "Synchronization",
    ],
    "Certification": [
      "BusProtocol", "JSON", "MusicModel", "ZeroMQ", "HostKit", "Glibc", "Foundation",
      "Synchronization",
    ],
    "musicbus-certify": ["Certification", "HostKit", "MusicModel", "Glibc", "Foundation"],
    "musicbus-web": [
      "BusProtocol", "ClientKit", "FoundationEssentials", "Glibc", "HTTPServer", "HostKit", "JSON",
      "MusicModel", "Synchronization",
    ],
    "musicbus": [
      "BusProtocol", "ClientKit", "CommandKit", "FavoritesModel", "HostKit", "MusicModel",
      "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "Template": plugin, "AudioDB": plugin, "Deezer": plugin, "MusicBrainz": plugin,
    "Spotify": plugin,
    "Wikipedia": plugin,
    "ITunesSearch": plugin,
    "ITunesRSS": plugin,
  ]

  static let plugin: Set<String> = [
    "ITunesSupport", "BusProtocol", "Foundation", "FoundationEssentials", "MusicModel",
    "ProviderKit",
  ]

  @Test("keep to the layout", arguments: SourceFile.all.filter { !$0.isTest })
  func layout(_ file: SourceFile) {
    guard let allowed = ImportTests.allowed[file.target] else { return }
    for name in file.imports where !allowed.contains(name) {
      Issue.record("\(file.target) may not import \(name)")
    }
  }

  @Test("are really found")
  func findsImports() throws {
    let file = try #require(SourceFile.all.first { $0.path == "Sources/Hub/HubCore/Hub.swift" })
    #expect(file.imports.contains("BusProtocol"))
  }
}
