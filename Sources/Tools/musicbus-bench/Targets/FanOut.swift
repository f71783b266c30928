import BusProtocol
import EntityResolution
import Glibc
import MusicModel

/// Calling several providers and merging their replies costs little more than the transport.
extension Measurement {
  static let fanOut = Measurement(
    name: "fanout",
    summary:
      "calls to 1, 3, 10 and 30 providers, merged, against raw hops and the codec's work",
    run: { _ in
      let hub = try BenchHub(providers: 30)
      let context = try RawContext()
      let fan = try Fan(HubCaller(context, hub))
      return try againstRaw(fan, hub, context) + [sevenAgainstThree(fan)] + growth(fan)
    }
  )

  private static func againstRaw(
    _ fan: Fan,
    _ hub: BenchHub,
    _ context: RawContext
  ) throws -> [PerformanceTarget] {
    let baseline = try FanBaseline(fan, hub, context, providers: 3, albums: 25)
    var (hops, codecs, general) = (AlternatingRounds(), AlternatingRounds(), AlternatingRounds())
    var (raw, least) = (AlternatingRounds(), AlternatingRounds())
    for _ in 0..<30 {
      let time = try fan.median(of: 10, providers: 3, albums: 25)
      let round = try baseline.measure(rounds: 10)
      hops.add(time, baseline: round.hops)
      codecs.add(time, baseline: round.hops + round.own)
      general.add(time, baseline: round.hops + round.decoding + round.encoding)
      raw.add(round.raw, baseline: round.hops)
      least.add(round.raw + round.own + round.merging, baseline: round.hops)
    }
    let title = "Fan-out to 3 providers with 25 albums each, merged, p50, against"
    return [
      .ratio(
        "fanout.hops",
        "\(title) two raw hops",
        "hub p50",
        to: "two raw hops",
        .microseconds,
        in: hops,
        .atMost(4),
        further: [.init("merged albums", Double(baseline.mergedCount), .count)]
      ),
      .ratio(
        "fanout.codec",
        "\(title) two raw hops and the hub's own codec",
        "hub p50",
        to: "hops and codec",
        .microseconds,
        in: codecs,
        nil
      ),
      .ratio(
        "fanout.p50",
        "\(title) two raw hops and Foundation's codec",
        "hub p50",
        to: "hops and Foundation's codec",
        .microseconds,
        in: general,
        .atMost(1.5)
      ),
      .ratio(
        "fanout.raw",
        "The same bytes between the same number of processes, unread, against two raw hops",
        "raw fan-out",
        to: "two raw hops",
        .microseconds,
        in: raw,
        nil
      ),
      .ratio(
        "fanout.least",
        "Raw fan-out, and reading, merging and writing the records in a loop, against two raw hops",
        "together",
        to: "two raw hops",
        .microseconds,
        in: least,
        nil
      ),
    ]
  }

  private static func sevenAgainstThree(_ fan: Fan) throws -> PerformanceTarget {
    var rounds = AlternatingRounds()
    for _ in 0..<20 {
      rounds.add(
        try fan.median(of: 10, providers: 7, albums: 25),
        baseline: try fan.median(of: 10, providers: 3, albums: 25)
      )
    }
    return .ratio(
      "fanout.seven",
      "Fan-out to 7 providers with 25 albums each, merged, p50, against 3 providers",
      "7 providers",
      to: "3 providers",
      .microseconds,
      in: rounds,
      .atMost(2)
    )
  }

  private static func growth(_ fan: Fan) throws -> [PerformanceTarget] {
    let byProviders = try [1, 3, 10, 30].map { count in
      FanPoint(
        records: count * 25,
        label: count,
        time: try fan.median(providers: count, albums: 25)
      )
    }
    let byResults = try [10, 100, 200].map { count in
      FanPoint(records: 3 * count, label: count, time: try fan.median(providers: 3, albums: count))
    }
    return [
      target(
        "fanout.providers",
        "Growth with the providers (25 albums each)",
        "providers",
        byProviders
      ),
      target("fanout.results", "Growth with the results (3 providers)", "albums", byResults),
    ]
  }

  private static func target(_ name: String, _ title: String, _ unit: String, _ points: [FanPoint])
    -> PerformanceTarget
  {
    let steepest = zip(points, points.dropFirst()).map { $1.growth(from: $0) }.max() ?? 0
    let figures = points.map {
      PerformanceTarget.Figure("\($0.label) \(unit)", $0.time, .microseconds)
    }
    let title = "\(title), the steepest step against n log n"
    return PerformanceTarget(name, title, steepest, .times, .atMost(1), figures)
  }
}

/// The cost of a call with this number of records.
struct FanPoint {
  var records: Int
  var label: Int
  /// In microseconds.
  var time: Double

  /// The growth of the cost from a smaller call, against n log n.
  func growth(from smaller: FanPoint) -> Double {
    func effort(_ count: Int) -> Double { Double(count) * log2(Double(count)) }
    return (time / smaller.time) / (effort(records) / effort(smaller.records))
  }
}

/// Calls to several stub providers, all of them different.
final class Fan {
  let caller: HubCaller
  private var number = 0

  init(_ caller: HubCaller) { self.caller = caller }

  func message(providers: Int, albums: Int) throws -> [[UInt8]] {
    try message(Array(0..<providers), albums)
  }

  func message(only provider: Int, albums: Int) throws -> [[UInt8]] {
    try message([provider], albums)
  }

  private func message(_ providers: [Int], _ albums: Int) throws -> [[UInt8]] {
    number += 1
    var parameters = CallParameters()
    parameters.text = "\(albums) number \(number)"
    parameters.limit = 200
    parameters.providers = providers.compactMap { ProviderID(rawValue: BenchHub.providerName($0)) }
    return try caller.message(.searchAlbums, parameters)
  }

  /// In microseconds.
  func time(providers: Int, albums: Int) throws -> Double {
    let message = try message(providers: providers, albums: albums)
    return try Stopwatch.microseconds { try caller.call(message) }
  }

  func median(providers: Int, albums: Int) throws -> Double {
    _ = try time(providers: providers, albums: albums)
    let count = providers * albums > 500 ? 15 : 50
    return try median(of: count, providers: providers, albums: albums)
  }

  func median(of count: Int, providers: Int, albums: Int) throws -> Double {
    Samples(
      try (0..<count).map { _ in try time(providers: providers, albums: albums) }
    ).median
  }

  /// The last message of a reply with the results of all providers.
  func wholeReply(providers: Int, albums: Int) throws -> [[UInt8]] {
    for _ in 0..<20 {
      let frames = try caller.call(message(providers: providers, albums: albums))
      let done: Done = try BusCodec.decode(from: frames[2])
      let sources = done.sources ?? []
      if sources.count == providers, sources.allSatisfy({ $0.outcome == .ok }) { return frames }
    }
    throw Missing("a reply of all \(providers) model providers")
  }
}

/// The minimum cost of a fan-out: its bytes on both ways, and the codec's work.
final class FanBaseline {
  let mergedCount: Int
  private let message: [[UInt8]]
  private let echoes: [EchoPeer]
  private let relay: EchoPeer
  private let sources: [EchoPeer]
  private let records: [SourceRecord]
  private let bodies: [[UInt8]]
  private let merged: Done

  init(_ fan: Fan, _ hub: BenchHub, _ context: RawContext, providers: Int, albums: Int) throws {
    let reply = try fan.wholeReply(providers: providers, albums: albums)
    merged = try BusCodec.decode(from: reply[2])
    mergedCount = merged.items?.elements.count ?? 0
    message = try fan.message(providers: providers, albums: albums)
    bodies = try (0..<providers).map {
      try StubProvider.body(albums, of: BenchHub.providerName($0))
    }
    sources = try bodies.map {
      try EchoPeer(context, in: hub.home, reply: [reply[0], reply[1], $0])
    }
    echoes = [try EchoPeer(context, in: hub.home, reply: reply), sources[0]]
    relay = try EchoPeer(context, in: hub.home, reply: reply, after: sources)
    records = try bodies.enumerated().flatMap { index, body in
      let done: Done = try BusCodec.decode(from: body)
      let provider = ProviderID(rawValue: BenchHub.providerName(index))
      return (done.items?.elements ?? []).compactMap { entity in
        provider.map { SourceRecord(provider: $0, entity: entity) }
      }
    }
  }

  /// Medians in microseconds.
  struct Round {
    /// Both ways of the bytes, with one source.
    var hops: Double
    /// Both ways of the bytes, with all sources.
    var raw: Double
    /// Reading and writing the bodies with Foundation.
    var decoding: Double
    var encoding: Double
    /// Reading and writing them as the hub does.
    var own: Double
    /// Matching and merging the records.
    var merging: Double
  }

  func measure(rounds count: Int) throws -> Round {
    func median(_ time: () throws -> Double) rethrows -> Double {
      Samples(try (0..<count).map { _ in try time() }).median
    }
    return Round(
      hops: try median { try echoes.reduce(0) { try $0 + $1.socket.time(of: message) } },
      raw: try median { try relay.socket.time(of: message) },
      decoding: try median {
        try Stopwatch.microseconds {
          for body in bodies { blackHole(try BusCodec.decodeGenerally(Done.self, from: body)) }
        }
      },
      encoding: try median {
        try Stopwatch.microseconds { blackHole(try BusCodec.encodeGenerally(merged)) }
      },
      own: try median {
        try Stopwatch.microseconds {
          for body in bodies { blackHole(try BusCodec.decode(Done.self, from: body)) }
          blackHole(try BusCodec.encode(merged))
        }
      },
      merging: median { Stopwatch.microseconds { blackHole(Catalog.merge(records)) } }
    )
  }
}
