import BusProtocol
import MusicModel
import ProviderKit
import Synchronization

@testable import AudioDB
@testable import Deezer
@testable import ITunesRSS
@testable import ITunesSearch
@testable import MusicBrainz
@testable import Spotify
@testable import Wikipedia

/// A provider whose source returns the same arbitrary response to every request.
struct ProviderTarget: Sendable {
  private let trial: StandaloneCall
  private let source = StrangeSource()
  private let calls: [(Method, CallParameters)]
  /// Whether its calls wait: for their turn, or for a token that several share.
  private let waits: Bool

  static let audioDB = ProviderTarget(
    { try AudioDBProvider($0) },
    [
      (.artistsSearch, { $0.text = "a" }),
      (.artistGet, { ($0.id, $0.lang) = (EntityID("audiodb:artist:1"), "de") }),
      (.artistAlbums, { $0.id = EntityID("audiodb:artist:1") }),
      (.albumSongs, { $0.id = EntityID("audiodb:album:1") }),
      (.artworkGet, { ($0.id, $0.size) = (EntityID("audiodb:album:1"), 300) }),
    ]
  )

  static let iTunesSearch = ProviderTarget(
    { try ITunesSearchProvider($0) },
    [
      (.artistsSearch, { ($0.text, $0.exact) = ("a", true) }),
      (.artistAlbums, { $0.id = EntityID("itunes:artist:1") }),
      (.albumSongs, { $0.id = EntityID("itunes:album:1") }),
      (.artworkGet, { ($0.id, $0.size) = (EntityID("itunes:album:1"), 300) }),
    ]
  )

  static let iTunesRSS = ProviderTarget(
    { try ITunesRSSProvider($0) },
    [
      (.chartGet, { $0.chart = .albums }),
      (.chartGet, { ($0.chart, $0.genre) = (.songs, "rock") }),
    ]
  )

  static let deezer = ProviderTarget(
    { try DeezerProvider($0) },
    [
      (.artistsSearch, { $0.text = "a" }),
      (.artistAlbums, { $0.id = EntityID("deezer:artist:1") }),
      (.albumSongs, { $0.id = EntityID("deezer:album:1") }),
      (.chartGet, { ($0.chart, $0.genre) = (.songs, "rock") }),
      (.artworkGet, { ($0.id, $0.size) = (EntityID("deezer:song:1"), 300) }),
    ]
  )

  static let musicBrainz = ProviderTarget(
    { try MusicBrainzProvider($0) },
    [
      (.songsSearch, { ($0.text, $0.artist) = ("a", "b") }),
      (.artistGet, { $0.id = EntityID("mbid:artist:1") }),
      (.albumGet, { $0.id = EntityID("mbid:release:1") }),
      (.albumSongs, { $0.id = EntityID("mbid:release-group:1") }),
    ],
    ["requestFactor": 1000],
    waits: true
  )

  static let spotify = ProviderTarget(
    { try SpotifyProvider($0) },
    [
      (.albumsSearch, { ($0.text, $0.artist) = ("a", "b") }),
      (.artistGet, { $0.id = EntityID("spotify:artist:1") }),
      (.songGet, { $0.id = EntityID("isrc:recording:GBDUW0000059") }),
      (.albumSongs, { $0.id = EntityID("spotify:album:1") }),
      (.artworkGet, { ($0.id, $0.size) = (EntityID("spotify:album:1"), 300) }),
    ],
    ["clientID": "a", "clientSecret": "b"],
    waits: true
  )

  static let wikipedia = ProviderTarget(
    { try WikipediaProvider($0) },
    [
      (.artistGet, { ($0.id, $0.lang) = (EntityID("wikidata:artist:Q1"), "de") }),
      (.artistGet, { $0.id = EntityID("mbid:artist:1") }),
    ]
  )

  private init(
    _ make: (ProviderConfiguration) throws -> any Provider,
    _ calls: [(Method, (inout CallParameters) -> Void)],
    _ section: JSONValue = .null,
    waits: Bool = false
  ) {
    self.waits = waits
    do {
      let provider = try make(ProviderConfiguration(section: section))
      trial = try StandaloneCall(provider, transport: source)
    } catch {
      preconditionFailure("The provider cannot be made: \(error)")
    }
    self.calls = calls.map { method, set in
      var parameters = CallParameters()
      set(&parameters)
      return (method, parameters)
    }
  }

  /// Runs all calls and checks that the hub can decode every item.
  func receive(_ bytes: [UInt8]) {
    source.bytes.withLock { $0 = bytes }
    for (method, parameters) in calls {
      let outcome =
        waits
        ? BlockingExecutor.run { await trial.run(method, parameters) }
        : InlineExecutor.run { await trial.run(method, parameters) }
      for item in outcome.items {
        guard let written = try? JSONCodec.encode(item) else { continue }
        let again = try? JSONCodec.decode(Entity.self, from: written)
        precondition(again == item, "The hub decodes something other than the provider sent.")
      }
    }
  }

  /// The source.
  private final class StrangeSource: HTTPTransport {
    let bytes = Mutex<[UInt8]>([])

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      if request.body != nil {
        return HTTPResponse(body: Array(#"{"access_token":"t"}"#.utf8))
      }
      return HTTPResponse(body: bytes.withLock { $0 })
    }
  }
}
