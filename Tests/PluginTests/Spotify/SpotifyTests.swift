import BusProtocol
import MusicModel
import ProviderKit
import Synchronization
import Testing

@testable import Spotify

@Suite("Spotify")
struct SpotifyTests {
  /// Returns tokens, and rejects the first ones at the API.
  final class TokenTransport: HTTPTransport {
    private let rejected: Int
    private let seen = Mutex<[HTTPRequest]>([])

    init(rejecting rejected: Int = 0) { self.rejected = rejected }

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      let tokens = seen.withLock { seen in
        seen.append(request)
        return seen.count { $0.body != nil }
      }
      if request.body != nil {
        let body = #"{"access_token":"t\#(tokens)","token_type":"Bearer","expires_in":3600}"#
        return HTTPResponse(body: Array(body.utf8))
      }
      guard tokens > rejected, headers["Authorization"] == "Bearer t\(tokens)" else {
        return HTTPResponse(status: 401)
      }
      return HTTPResponse(body: Array(#"{"id":"a","name":"Air"}"#.utf8))
    }
  }

  private static let credentials: JSONValue = ["clientID": "id", "clientSecret": "hidden"]

  private func artist(_ trial: StandaloneCall) async -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    parameters.id = EntityID("spotify:artist:a")
    return await trial.run(.artistGet, parameters)
  }

  @Test("fetches one token for many calls")
  func token() async throws {
    let source = TokenTransport()
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    for _ in 0..<3 { #expect(await artist(trial).artists.count == 1) }
    #expect(source.requests.count { $0.body == "grant_type=client_credentials" } == 1)
    #expect(source.requests.first?.headers["Authorization"] == "Basic aWQ6aGlkZGVu")
    #expect(source.requests.count == 4)
  }

  @Test("finds a bar code whose zeros the source states")
  func barCode() async throws {
    let found = HTTPResponse(body: Array(#"{"albums":{"items":[{"id":"a","name":"Air"}]}}"#.utf8))
    let none = HTTPResponse(body: Array(#"{"albums":{"items":[]}}"#.utf8))
    let codes = ["602475093060", "0602475093060", "00602475093060"]
    var responses = ["/api/token": HTTPResponse(body: Array(#"{"access_token":"t"}"#.utf8))]
    for code in codes {
      responses["/v1/search?q=upc%3A\(code)&type=album"] = code == codes[2] ? found : none
    }
    let source = RecordedTransport(responses)
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    var parameters = CallParameters()
    parameters.id = EntityID("upc:album:602475093060")
    let outcome = await trial.run(.albumGet, parameters)
    #expect(outcome.albums.first?.title == "Air", "\(source.requests)")
    #expect(source.requests.count == 4)
  }

  @Test(
    "asks for the albums of an artist, or for those of others",
    arguments: [
      (BusProtocol.Method.artistAlbums, "include_groups=album%2Csingle%2Ccompilation"),
      (.artistAppearances, "include_groups=appears_on"),
    ]
  )
  func groups(_ method: BusProtocol.Method, _ query: String) async throws {
    let source = TokenTransport()
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    var parameters = CallParameters()
    parameters.id = EntityID("spotify:artist:a")
    _ = await trial.run(method, parameters)
    let target = try #require(source.requests.last).address.target
    #expect(target.contains(query), "\(target)")
  }

  @Test(
    "leaves open whether a single of several tracks is an EP",
    arguments: [("single", 3, AlbumKind.single), ("single", 4, nil), ("album", 4, .album)]
  )
  func extendedPlay(_ type: String, _ tracks: Int, _ kind: AlbumKind?) throws {
    let record: JSONValue = [
      "id": "a", "name": "Air", "album_type": .string(type), "total_tracks": .integer(tracks),
    ]
    #expect(try Album(spotify: #require(JSONRecord(record))).albumKind == kind)
  }

  @Test("fetches another token if the first one is rejected")
  func expired() async throws {
    let source = TokenTransport(rejecting: 1)
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    #expect(await artist(trial).artists.count == 1)
    #expect(source.requests.count == 4)
  }

  @Test("fails if the second token is rejected, too, without the secret in the message")
  func rejectedTwice() async throws {
    let source = TokenTransport(rejecting: 9)
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    let outcome = await artist(trial)
    #expect(outcome.failure?.code == .configurationInvalid)
    #expect(outcome.failure?.message.contains("hidden") == false)
    #expect(source.requests.count == 4)
  }

  /// Grants one token, and rejects it at the API.
  final class OneTokenTransport: HTTPTransport {
    private let seen = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(
      _ request: HTTPRequest,
      headers: [String: String],
      timeout: Duration,
      maxBytes: Int
    ) async throws(TransportError) -> HTTPResponse {
      let isFirst = seen.withLock { seen in
        seen.append(request)
        return seen.count == 1
      }
      guard isFirst else { return HTTPResponse(status: request.body == nil ? 401 : 429) }
      return HTTPResponse(body: Array(#"{"access_token":"t"}"#.utf8))
    }
  }

  @Test("does not use a rejected token again while no new one can be fetched")
  func rejectedToken() async throws {
    let source = OneTokenTransport()
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    let trial = try StandaloneCall(SpotifyProvider(configuration), transport: source)
    for _ in 0..<3 { #expect(await artist(trial).failure?.code == .upstreamRateLimited) }
    #expect(source.requests.map { $0.body == nil } == [false, true, false, false, false])
  }

  @Test(
    "ends a search at the last position that Spotify serves",
    arguments: [(980, 10, 990), (990, 10, nil), (995, 5, nil), (1_000, 0, nil), (2_000, 0, nil)]
  )
  func lastPosition(_ offset: Int, _ limit: Int, _ next: Int?) async throws {
    let element = #"{"id":"a","name":"Air"}"#
    let elements = Array(repeating: element, count: limit).joined(separator: ",")
    let source = FixedResponseTransport(
      #"{"artists":{"items":[\#(elements)],"total":5000}}"#,
      others: ["/api/token": #"{"access_token":"t"}"#]
    )
    let outcome = try await Plugin.spotify.run(
      .artistsSearch,
      at: source,
      configuration: SpotifyTests.credentials
    ) { ($0.text, $0.offset) = ("Air", offset) }
    #expect(outcome.failure == nil && outcome.next == next.map { .offset($0) })
    #expect(outcome.artists.count == limit)
    let last = source.requests.last
    #expect((last?.hasSuffix("offset=\(offset)&limit=\(limit)") == true) == (limit > 0))
  }

  @Test("names the settings that it needs")
  func missing() throws {
    let missing = try SpotifyProvider(ProviderConfiguration()).missingConfiguration
    #expect(missing?.contains("musicbus provider setup spotify") == true)
    let configuration = try ProviderConfiguration(section: SpotifyTests.credentials)
    #expect(try SpotifyProvider(configuration).missingConfiguration == nil)
  }

  @Test("converts an album with what newer terms withhold missing")
  func album() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"a","name":"Low","album_type":"album","release_date":"1999-09","total_tracks":11.0,
       "artists":[{"id":"b","name":"David Bowie"},{"id":"e","name":"Brian Eno"}],
       "external_ids":{"upc":"00602537518357"},
       "images":[{"url":"https://i.scdn.co/image/x","width":640,"height":640}]}
      """#,
      others: ["/api/token": #"{"access_token":"t"}"#]
    )
    let outcome = try await Plugin.spotify.run(
      .albumGet,
      at: source,
      configuration: SpotifyTests.credentials
    ) { $0.id = EntityID("spotify:album:a") }
    let album = try #require(outcome.albums.first, "\(outcome)")
    #expect(album.ids.map(\.description) == ["upc:album:602537518357", "spotify:album:a"])
    #expect(album.artist == ArtistReference(name: "David Bowie, Brian Eno"))
    #expect(album.artists.map(\.id) == ["b", "e"].map { EntityID("spotify:artist:\($0)") })
    #expect(album.releaseDate == PartialDate(year: 1999, month: 9))
    #expect((album.trackCount, album.artwork.first?.width) == (11, 640))
  }
}
