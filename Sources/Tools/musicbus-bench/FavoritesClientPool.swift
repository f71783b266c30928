import BusProtocol
import MusicModel

/// Clients of one hub who each add the next favourite when the one before is acknowledged.
final class FavoritesClientPool {
  private let hub: BenchHub
  private let callers: [HubCaller]
  private var number = 20_000_000

  /// The numbers of durable changes and of syncs.
  struct Counts {
    var changes = 0
    var syncs = 0
  }

  /// Starts a hub with this document, and so many clients.
  init(of count: Int, _ document: String) throws {
    let hub = try BenchHub(providers: 0, ["--favorites", document])
    let context = try RawContext()
    self.hub = hub
    callers = try (0..<count).map { _ in try HubCaller(context, hub) }
    // Until the document is open.
    _ = try callers[0].call(callers[0].message(.listFavorites, CallParameters()))
  }

  func add(rounds: Int) throws {
    for caller in callers { try caller.socket.send(addition(caller)) }
    for round in 1...rounds {
      for caller in callers {
        let reply = try caller.awaitReply()
        guard reply[2].firstRange(of: FavoritesClientPool.added) != nil else {
          throw Missing("an addition: \(String(decoding: reply[2], as: UTF8.self))")
        }
        if round < rounds { try caller.socket.send(addition(caller)) }
      }
    }
  }

  /// The numbers in the hub's metrics.
  func counts() throws -> Counts {
    let frames = try callers[0].call(callers[0].message(.hubMetrics, CallParameters()))
    let done: Done = try BusCodec.decode(from: frames[2])
    func value(_ name: String) throws -> Int {
      let metric = done.metrics?.first { $0.name == name }
      guard let sample = metric?.samples.first else { throw Missing(name) }
      return Int(sample.value)
    }
    return Counts(
      changes: try value("musicbus_favorites_changes_total"),
      syncs: try value("musicbus_favorites_syncs_total")
    )
  }

  private static let added = Array("\"outcome\":\"added\"".utf8)

  /// The frames of a call that adds a new favourite.
  private func addition(_ caller: HubCaller) throws -> [[UInt8]] {
    number += 1
    guard let entity = FavoriteSamples.entity(number) else { throw Missing("a sample") }
    var parameters = CallParameters()
    parameters.rows = [EncodedJSON(json: try BusCodec.encode(entity))]
    return try caller.message(.importFavorites, parameters)
  }
}
