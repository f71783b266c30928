import FavoritesModel

/// Importing and listing many favourites takes no longer than a user is willing to wait.
extension Measurement {
  static let favoritesCommands = Measurement(
    name: "favorites",
    summary: "whole processes: importing an export of 100,000 favourites twice, and listing 10,000",
    run: { _ in
      let many = try FavoritesProcesses(100_000)
      let imports = try [many.importing.time(), many.importing.time()].map { $0 / 1_000 }
      let few = try FavoritesProcesses(10_000)
      _ = try few.importing.time()
      var times = Samples()
      for _ in 0..<20 { times.add(try few.listing.time()) }
      return [
        PerformanceTarget(
          "favorites.import",
          "Importing 100,000 favourites, whole process",
          imports[0],
          .seconds,
          .atMost(3)
        ),
        PerformanceTarget(
          "favorites.again",
          "Importing the same 100,000 again, whole process",
          imports[1],
          .seconds,
          .atMost(3)
        ),
        PerformanceTarget(
          "favorites.list",
          "Listing all of 10,000 favourites, whole process, p50",
          times.median,
          .milliseconds,
          .atMost(150),
          [.init("fastest", times.percentile(0), .milliseconds)]
        ),
      ]
    }
  )
}

/// The processes of the command line beside a hub and a file of favourites.
private struct FavoritesProcesses {
  let importing: Command
  let listing: Command
  private let hub: BenchHub

  init(_ count: Int) throws {
    hub = try BenchHub(providers: 0)
    _ = try HubCaller(RawContext(), hub)
    var document = FavoriteSamples.document(count)
    try hub.home.write(document.export(as: .jsonLines).text, to: "favorites.jsonl")
    let program = try Programs.path("musicbus")
    let environment = ["MUSICBUS_HOME": hub.home.path, "MUSICBUS_NO_AUTOSTART": "1"]
    let file = "\(hub.home.path)/favorites.jsonl"
    importing = Command(program, ["favorites", "import", file], environment)
    listing = Command(program, ["favorites", "list", "--all"], environment)
  }
}
