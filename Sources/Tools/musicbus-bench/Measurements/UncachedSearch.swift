import BusProtocol
import Curl
import Glibc
import MusicModel

/// A search that no cache answers: hub, three real providers, HTTP and storage.
extension Measurement {
  static let uncachedSearch = Measurement(name: "search") { _ in
    let hub = try BenchHub()
    let bus = try BusSearch(hub)
    let direct = try await DirectSearch(bus, of: hub)
    var rounds = AlternatingRounds()
    let (before, written) = (bus.processorMs, hub.figures)
    let (bytes, disk) = (written.bytesWritten, written.bytesToDisk)
    // Each text is searched once, and its albums are in no other reply.
    for (text, other) in zip(SearchTexts.ofBus, SearchTexts.ofBaseline) {
      rounds.add(try bus.time(of: text) / 1000, baseline: try await direct.time(of: other) / 1000)
    }
    let count = Double(rounds.values.count)
    let after = bus.processorMs
    let hubMs = (after.hub - before.hub) / count
    let providerMs = (after.providers - before.providers) / count
    // The hub stores replies after it sent them.
    poll(nil, 0, 3_000)
    return [
      PerformanceTarget(
        "search.p50",
        "Uncached search of 25 albums from three real providers, p50, against its HTTP requests alone",
        "hub p50",
        to: "requests p50",
        .milliseconds,
        in: rounds,
        max: 4,
        [
          .init("hub p90", rounds.values.percentile(0.9), .milliseconds),
          .init("requests", Double(direct.count), .count),
        ]
      ),
      PerformanceTarget(
        "search.processor",
        "Processor time of it, hub and providers",
        hubMs + providerMs,
        .milliseconds,
        [.init("hub", hubMs, .milliseconds), .init("providers", providerMs, .milliseconds)]
      ),
      PerformanceTarget(
        "search.written",
        "Written by the hub for it",
        (hub.figures.bytesWritten - bytes) / count / 1000,
        .kilobytes,
        max: 854,
        [.init("of it to a disk", (hub.figures.bytesToDisk - disk) / count / 1000, .kilobytes)]
      ),
    ]
  }
}

/// Words in titles of the sample sources' prolific artist. Each one finds more than 25 of its albums.
private enum SearchTexts {
  /// The first words of titles: each album has one of them.
  static let ofBus = """
    Amber Autumn Bitter Broken Copper Crimson Distant Dusty Electric Empty Frozen Gentle Golden \
    Hidden Hollow Iron Ivory Jade Lonely Marble Midnight Narrow Northern Oaken Painted Quiet \
    Restless
    """.split(separator: " ").map(String.init)
  /// The second words.
  static let ofBaseline = """
    Anchors Bridges Candles Deserts Echoes Feathers Gardens Harbours Islands Journeys Kingdoms \
    Lanterns Mountains Nightingales Orchards Pyramids Quarries Rivers Shadows Thunder Umbrellas \
    Valleys Windmills Xylophones Yesterdays Zeppelins Mirrors
    """.split(separator: " ").map(String.init)
  static let probe = "Tangled"
}

/// The search through the bus.
private struct BusSearch {
  private static let providers = ["deezer", "musicbrainz", "spotify"]

  private let hub: BenchHub
  private let caller: HubCaller
  private let providers: [ProviderStatus]

  init(_ hub: BenchHub) throws {
    self.hub = hub
    caller = try HubCaller(hub)
    providers = try caller.readyProviders().filter { Self.providers.contains($0.id.rawValue) }
  }

  /// The time until the reply of all providers, in microseconds.
  func time(of text: String) throws -> Double {
    let message = try caller.message(.searchAlbums) {
      ($0.text, $0.limit, $0.providers) = (text, 25, providers.map(\.id))
    }
    var reply: [[UInt8]] = []
    let time = try Stopwatch.microseconds { reply = try caller.call(message) }
    let done: Done = try JSONCodec.decode(from: reply[2])
    guard let sources = done.sources, sources.count == Self.providers.count,
      sources.allSatisfy({ $0.outcome == .ok }), done.items?.elements.count == 25
    else { throw Missing("25 albums of all three providers for \"\(text)\"") }
    return time
  }

  /// The processor time so far.
  var processorMs: (hub: Double, providers: Double) {
    let pids = providers.compactMap(\.pid).map { Int32($0) }
    return (hub.figures.processorMs, pids.reduce(0) { $0 + ProcessFigures(pid: $1).processorMs })
  }
}

/// The baseline: the requests of the providers, without the bus, all at the same time.
private struct DirectSearch {
  private let thread = TransferThread()
  private let requests: [Transfer]

  var count: Int { requests.count }

  private struct SeenRequest: Decodable {
    var path: String
    var query: String
  }

  /// Learns the requests from a search through the bus.
  init(_ bus: BusSearch, of hub: BenchHub) async throws {
    _ = try bus.time(of: SearchTexts.probe)
    let list = DirectSearch.transfer(hub.sources + "/_control/requests")
    let seen = try JSONCodec.decode([SeenRequest].self, from: await thread.run(list).body)
    requests = seen.filter { $0.query.contains(SearchTexts.probe) }.map {
      DirectSearch.transfer("\(hub.sources)\($0.path)?\($0.query)")
    }
    guard requests.count >= 3 else { throw Missing("a request of each provider") }
  }

  private static func transfer(_ url: String) -> Transfer {
    // What the sample of Spotify expects; the others ignore it.
    let headers = ["Authorization": "Bearer sample-access-token"]
    return Transfer(url: url, headers: headers, timeoutMs: 20_000, maxBytes: 10_000_000)
  }

  /// The time until the last response, in microseconds.
  func time(of text: String) async throws -> Double {
    let start = Stopwatch.nowMicroseconds
    try await withThrowingTaskGroup { group in
      for var request in requests {
        request.url = request.url.replacing(SearchTexts.probe, with: text)
        group.addTask { [thread, request] in
          let response = try await thread.run(request)
          guard response.status == 200 else { throw Missing("\(request.url): \(response.status)") }
        }
      }
      try await group.waitForAll()
    }
    return Stopwatch.nowMicroseconds - start
  }
}
