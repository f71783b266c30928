import BusProtocol
import ClientKit
import HostKit
import MusicModel

/// More sources do not make replies noticeably slower.
extension Measurement {
  static let manySources = Measurement(
    name: "sources",
    summary:
      "an artist and the albums of an artist from all bundled sources, against three of them",
    run: { _ in
      let demo = try DemoEnvironment(environment: Environment.current)
      defer { demo.stop() }
      let endpoint = try HubPaths(environment: demo.environment).clientsEndpoint()
      let calls = try SourceCalls(HubCaller(RawContext(), endpoint))
      return try [
        calls.target("sources.artist", "An artist", .getArtist),
        calls.target("sources.albums", "The albums of an artist", .artistAlbums),
      ]
    }
  )
}

/// Calls about the same artists to three sources and to all.
private struct SourceCalls {
  private static let first = ["audiodb", "itunes-rss", "itunes-search"]
  private static let names = [
    "Pink Floyd", "Radiohead", "Queen", "Daft Punk", "Massive Attack", "Metallica", "Portishead",
    "David Bowie",
  ]
  private static let roundCount = 12
  private static let callsPerArtist = 3

  private let caller: HubCaller
  private let artists: [EntityID]

  init(_ caller: HubCaller) throws {
    self.caller = caller
    let end = Stopwatch.nowMicroseconds + 20e6
    while try caller.providers().contains(where: { $0.state != .ready }) {
      guard Stopwatch.nowMicroseconds < end else { throw Missing("all providers within 20 s") }
    }
    artists = try SourceCalls.names.map { name in
      var parameters = CallParameters()
      (parameters.text, parameters.exact) = (name, true)
      let frames = try caller.call(caller.message(.searchArtists, parameters))
      let done: Done = try BusCodec.decode(from: frames[2])
      guard let artist = done.items?.elements.first else { throw Missing("\(name) at the sources") }
      return artist.id
    }
  }

  func target(_ name: String, _ title: String, _ method: Method) throws -> PerformanceTarget {
    let three = SourceCalls.first.compactMap { ProviderID(rawValue: $0) }
    var rounds = AlternatingRounds()
    var (processorTimes, baselines) = (Samples(), Samples())
    for _ in 0..<SourceCalls.roundCount {
      let few = try round(method, three)
      let all = try round(method, nil)
      rounds.add(all.time, baseline: few.time)
      processorTimes.add(all.processorTime)
      baselines.add(few.processorTime)
    }
    return .ratio(
      name,
      "\(title) from all bundled sources, p50, against three of them",
      "all",
      to: "three",
      .microseconds,
      in: rounds,
      .atMost(1.5),
      further: [
        .init("processor time of all", processorTimes.median, .microseconds),
        .init("of three", baselines.median, .microseconds),
      ],
      note: "The sample sources and all providers share the cores with the hub."
    )
  }

  /// Calls about each artist.
  ///
  /// - Returns: The median of their times, and the processor time of all processes for one, both in
  ///   microseconds.
  private func round(_ method: Method, _ providers: [ProviderID]?) throws -> (
    time: Double, processorTime: Double
  ) {
    let before = MachineLoad.Times.now
    let times = Samples(
      try (0..<SourceCalls.callsPerArtist).flatMap { _ in
        try artists.map { try time(method, $0, providers) }
      }
    )
    guard let before, let after = MachineLoad.Times.now else { return (times.median, 0) }
    let calls = artists.count * SourceCalls.callsPerArtist
    return (times.median, (after.busyMicroseconds - before.busyMicroseconds) / Double(calls))
  }

  private func time(_ method: Method, _ artist: EntityID, _ providers: [ProviderID]?) throws
    -> Double
  {
    var parameters = CallParameters()
    (parameters.id, parameters.providers, parameters.cache) = (artist, providers, .bypass)
    let message = try caller.message(method, parameters)
    return try Stopwatch.microseconds { try caller.call(message) }
  }
}
