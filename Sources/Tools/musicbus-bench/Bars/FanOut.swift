import BusProtocol
import Glibc
import MusicModel

/// Asking several providers and merging what they say costs little more than the bytes themselves.
extension Measurement {
  static let fanOut = Measurement(
    name: "fanout",
    summary:
      "questions to 1, 3, 10 and 30 providers, merged, against raw hops and the codec's work",
    run: { _ in
      let hub = try BenchHub(providers: 30)
      let context = try RawContext()
      let fan = try Fan(HubCaller(context, hub))
      return try againstRaw(fan, hub, context) + growth(fan)
    }
  )

  private static func againstRaw(
    _ fan: Fan,
    _ hub: BenchHub,
    _ context: RawContext
  ) throws -> [PerformanceTarget] {
    let baseline = try FanBaseline(fan, hub, context, providers: 3, albums: 25)
    var times = Samples()
    for _ in 0..<30 {
      for _ in 0..<10 { times.add(try fan.time(providers: 3, albums: 25)) }
      for _ in 0..<10 { try baseline.measure() }
    }
    let question = "Fan-out to 3 providers with 25 albums each, merged, p50, against"
    return [
      PerformanceTarget(
        "fanout.p50",
        "\(question) two raw hops and Foundation's codec",
        times.median / baseline.median,
        .times,
        .atMost(1.5),
        [
          .init("hub p50", times.median, .microseconds),
          .init("two raw hops", baseline.hops.median, .microseconds),
          .init("decoding three bodies", baseline.decoding.median, .microseconds),
          .init("encoding the merged one", baseline.encoding.median, .microseconds),
          .init("merged albums", Double(baseline.mergedCount), .count),
        ]
      ),
      .ratio(
        "fanout.hops",
        "\(question) two raw hops alone",
        .init("hub p50", times.median, .microseconds),
        to: .init("two raw hops", baseline.hops.median, .microseconds),
        nil
      ),
      .ratio(
        "fanout.codec",
        "\(question) two raw hops and the hub's own codec",
        .init("hub p50", times.median, .microseconds),
        to: .init("hops and codec", baseline.ownMedian, .microseconds),
        nil,
        note: "The hub reads and writes plain lists without Foundation."
      ),
    ]
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
      bar(
        "fanout.providers",
        "Growth with the providers (25 albums each)",
        "providers",
        byProviders
      ),
      bar("fanout.results", "Growth with the results (3 providers)", "albums", byResults),
    ]
  }

  private static func bar(_ name: String, _ title: String, _ unit: String, _ points: [FanPoint])
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

/// What a question costs that brings so many records.
struct FanPoint {
  var records: Int
  var label: Int
  /// In microseconds.
  var time: Double

  /// How much more it costs than a smaller one, against n log n.
  func growth(from smaller: FanPoint) -> Double {
    func effort(_ count: Int) -> Double { Double(count) * log2(Double(count)) }
    return (time / smaller.time) / (effort(records) / effort(smaller.records))
  }
}

/// Questions to several model providers, no two of them the same.
final class Fan {
  let caller: HubCaller
  private var number = 0

  init(_ caller: HubCaller) { self.caller = caller }

  func question(providers: Int, albums: Int) throws -> [[UInt8]] {
    try question(Array(0..<providers), albums)
  }

  func question(only provider: Int, albums: Int) throws -> [[UInt8]] {
    try question([provider], albums)
  }

  private func question(_ providers: [Int], _ albums: Int) throws -> [[UInt8]] {
    number += 1
    var parameters = CallParameters()
    parameters.text = "\(albums) number \(number)"
    parameters.limit = 200
    parameters.providers = providers.compactMap { ProviderID(rawValue: BenchHub.providerName($0)) }
    return try caller.question(.searchAlbums, parameters)
  }

  /// In microseconds.
  func time(providers: Int, albums: Int) throws -> Double {
    let question = try question(providers: providers, albums: albums)
    return try Stopwatch.microseconds { try caller.ask(question) }
  }

  func median(providers: Int, albums: Int) throws -> Double {
    var times = Samples()
    _ = try time(providers: providers, albums: albums)
    for _ in 0..<(providers * albums > 500 ? 15 : 50) {
      times.add(try time(providers: providers, albums: albums))
    }
    return times.median
  }

  /// The last message of an answer in which every provider has its part.
  func wholeAnswer(providers: Int, albums: Int) throws -> [[UInt8]] {
    for _ in 0..<20 {
      let frames = try caller.ask(question(providers: providers, albums: albums))
      let done: Done = try BusCodec.decode(from: frames[2])
      let sources = done.sources ?? []
      if sources.count == providers, sources.allSatisfy({ $0.outcome == .ok }) { return frames }
    }
    throw Missing("an answer of all \(providers) model providers")
  }
}

/// What a fan-out cannot do without: its bytes on their two ways, and the codec's work.
final class FanBaseline {
  private(set) var hops = Samples()
  private(set) var decoding = Samples()
  private(set) var encoding = Samples()
  /// Both, as the hub does them.
  private(set) var own = Samples()
  let mergedCount: Int
  private let question: [[UInt8]]
  private let echoes: [EchoPeer]
  private let bodies: [[UInt8]]
  private let merged: Done

  init(_ fan: Fan, _ hub: BenchHub, _ context: RawContext, providers: Int, albums: Int) throws {
    let answer = try fan.wholeAnswer(providers: providers, albums: albums)
    merged = try BusCodec.decode(from: answer[2])
    mergedCount = merged.items?.elements.count ?? 0
    question = try fan.question(providers: providers, albums: albums)
    bodies = try (0..<providers).map {
      try StubProvider.body(albums, of: BenchHub.providerName($0))
    }
    echoes = [
      try EchoPeer(context, in: hub.home, answer: answer),
      try EchoPeer(context, in: hub.home, answer: [answer[0], answer[1], bodies[0]]),
    ]
  }

  func measure() throws {
    hops.add(try echoes.reduce(0) { try $0 + $1.socket.time(of: question) })
    decoding.add(
      try Stopwatch.microseconds {
        for body in bodies { blackHole(try BusCodec.decodeGenerally(Done.self, from: body)) }
      }
    )
    encoding.add(try Stopwatch.microseconds { blackHole(try BusCodec.encodeGenerally(merged)) })
    own.add(
      try Stopwatch.microseconds {
        for body in bodies { blackHole(try BusCodec.decode(Done.self, from: body)) }
        blackHole(try BusCodec.encode(merged))
      }
    )
  }

  /// In microseconds.
  var median: Double { hops.median + decoding.median + encoding.median }
  var ownMedian: Double { hops.median + own.median }
}
