import Glibc
import HostKit

/// Clients do not wait for the library to store the records of a reply.
extension Measurement {
  static let indexing = Measurement(
    name: "indexing",
    summary: "calls to three providers, of a hub with a library against one without",
    run: { _ in
      let hubs = try [BenchHub(providers: 3), BenchHub.withoutLibrary(providers: 3)]
      let fans = try hubs.map { hub in
        let caller = try HubCaller(RawContext(), hub)
        for number in 0..<3 { try caller.awaitReply(of: number, within: 20) }
        return Fan(caller)
      }
      var rounds = AlternatingRounds()
      try withExtendedLifetime(hubs) {
        for _ in 0..<30 {
          rounds.add(
            try fans[0].median(of: 10, providers: 3, albums: 25),
            baseline: try fans[1].median(of: 10, providers: 3, albums: 25)
          )
        }
      }
      return [
        .ratio(
          "library.indexing",
          "Fan-out whose records the library stores, p50, against a hub without a library",
          "with a library",
          to: "without",
          .microseconds,
          in: rounds,
          .atMost(1.05),
          note: "All processes share the cores with the thread that stores the records."
        )
      ]
    }
  )
}

extension BenchHub {
  /// A hub that cannot open its library, because a directory has its name.
  fileprivate static func withoutLibrary(providers: Int) throws -> BenchHub {
    let hub = try BenchHub(providers: providers)
    let path = try HubPaths(environment: hub.environment).library
    try HubCaller(RawContext(), hub).awaitReply(of: 0, within: 20)
    guard hub.end(SIGTERM) != nil else { throw Missing("the end of the hub") }
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    try HubPaths.makeDirectory(path)
    try hub.startAgain()
    return hub
  }
}
