import BusProtocol
import FavoritesModel
import FoundationEssentials

/// Importing and listing many favourites takes no longer than a user is willing to wait.
extension Measurement {
  static let favorites = Measurement(name: "favorites") { _ in
    let many = try FavoritesProcesses(100_000)
    let imports = [try many.importSeconds(), try many.importSeconds()]
    let export = try many.exportSeconds()
    let few = try FavoritesProcesses(10_000)
    _ = try few.importSeconds()
    let times = Samples(try (0..<20).map { _ in try few.listMs() })
    return [
      PerformanceTarget(
        "favorites.import",
        "Importing 100,000 favourites, whole process",
        imports[0],
        .seconds,
        max: 3
      ),
      PerformanceTarget(
        "favorites.again",
        "Importing the same 100,000 again, whole process",
        imports[1],
        .seconds,
        max: 3
      ),
      PerformanceTarget(
        "favorites.export",
        "Exporting 100,000 favourites, whole process",
        export,
        .seconds,
        max: 2
      ),
      PerformanceTarget(
        "favorites.list",
        "Listing all of 10,000 favourites, whole process, p50",
        times.median,
        .milliseconds,
        max: 150,
        [.init("fastest", times.percentile(0), .milliseconds)]
      ),
    ]
  }
}

/// The processes of the command line beside a hub and a file of favourites.
private struct FavoritesProcesses {
  private let hub: BenchHub
  private let file: String

  init(_ count: Int) throws {
    hub = try BenchHub()
    _ = try HubCaller(hub).readyProviders()
    file = "\(hub.environment["MUSICBUS_HOME"] ?? "")/favorites.jsonl"
    var document = FavoriteSamples.document(count)
    try Data(document.export(as: .jsonl).text).write(to: URL(filePath: file))
  }

  func importSeconds() throws -> Double {
    try Programs.musicbus(["favorites", "import", file], hub.environment) / 1000
  }

  func exportSeconds() throws -> Double {
    try Programs.musicbus(
      ["favorites", "export", "--format", "jsonl", "-o", "\(file).out"],
      hub.environment
    ) / 1000
  }

  func listMs() throws -> Double {
    try Programs.musicbus(["favorites", "list", "--all"], hub.environment)
  }
}
