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
  private static let roundCount = 15

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
    var (few, all) = (Samples(), Samples())
    for _ in 0..<SourceCalls.roundCount {
      for artist in artists {
        few.add(try time(method, artist, three))
        all.add(try time(method, artist, nil))
      }
    }
    return .ratio(
      name,
      "\(title) from all bundled sources, p50, against three of them",
      .init("all", all.median, .microseconds),
      to: .init("three", few.median, .microseconds),
      .atMost(1.5),
      note: "The sample sources and all providers share the cores with the hub."
    )
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
