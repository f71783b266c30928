import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("A call of a provider")
struct CallTests {
  private func run(
    _ text: String,
    _ responses: [String: HTTPResponse] = [:],
    _ set: (inout CallParameters) -> Void = { _ in }
  ) async throws -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    parameters.text = text
    set(&parameters)
    return await (try StandaloneCall(FakeProvider.make(), transport: RecordedTransport(responses)))
      .run(.artistsSearch, parameters)
  }

  private func response(_ text: String) -> [String: HTTPResponse] {
    ["/artists?q=source": HTTPResponse(body: Array(text.utf8))]
  }

  @Test("converts usable records and counts the others by reason")
  func convert() async throws {
    let responses = response(#"{"artists":[{"name":"Air"},{"name":""},5,{"x":1},{"name":"U2"}]}"#)
    let outcome = try await run("source", responses)
    #expect(outcome.items.map(\.displayName) == ["Air", "U2"])
    #expect(outcome.skipped == ["artist without name": 2, "not an object": 1])
    #expect(outcome.spent == ["source.example": 1])
    #expect(outcome.failure == nil)
  }

  @Test(
    "fails with a description of an invalid response",
    arguments: [
      ("<html>busy</html>", "HTML instead of JSON"), ("{\"artists\":[", "ends in the middle"),
      ("", "an empty body"), ("[]", "not an object"), ("{}", "\"artists\""),
      ("{}{}", "several JSON"),
    ]
  )
  func badData(_ body: String, _ description: String) async throws {
    let outcome = try await run("source", response(body))
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains(description) == true)
  }

  @Test("returns an empty result if the page does not exist")
  func notFound() async throws {
    for text in ["source", "nothing"] {
      let outcome = try await run(text)
      #expect(outcome.failure == nil)
      #expect(outcome.items.isEmpty)
      #expect(outcome.notes.count == 1)
    }
  }

  @Test("fails if the source has it in other countries only, which is not the same as nothing")
  func notInCountry() async throws {
    let failure = try await run("elsewhere").failure
    #expect(failure == Failure(.notInCountry, "It is in Japan only."))
  }

  @Test("returns streamed items first")
  func parts() async throws {
    let names = try await run("parts").items.map(\.displayName)
    #expect(names == ["first", "second", "third", "last"])
  }

  @Test(
    "is rejected if its parameters are invalid",
    arguments: [
      #"{}"#, #"{"text":" "}"#, #"{"text":"a","limit":0}"#, #"{"text":"a","limit":201}"#,
      #"{"text":"a","country":"usa"}"#, #"{"text":"a","country":"1x"}"#,
      #"{"text":"a","size":0}"#, #"{"text":"a","grant":{"x":-1}}"#,
    ]
  )
  func invalid(_ json: String) async throws {
    let parameters: CallParameters = try JSONCodec.decode(from: Array(json.utf8))
    let outcome = try await run("", [:]) { $0 = parameters }
    #expect(outcome.failure?.code == .invalidParams)
  }

  @Test("provides its parameters in a convenient form")
  func parameters() {
    var parameters = CallParameters()
    parameters.text = "  U2 "
    parameters.exact = true
    parameters.country = "de"
    parameters.lang = "pt-BR"
    parameters.explicit = false
    parameters.id = EntityID("mbid:artist:x")
    parameters.ids = [EntityID("fake:artist:1"), EntityID("fake:artist:2")].compactMap { $0 }
    let fake = FakeProvider.make()
    let client = HTTPClient(fake, fake.descriptor, transport: RecordedTransport([:]))
    let context = CallContext(client: client, timeLeft: .seconds(1), grant: nil)
    let call = Call(method: .artistsSearch, parameters: parameters, context: context)
    #expect(call.text == "U2")
    #expect(call.country == "de")
    #expect(call.language == "pt")
    #expect(call.isCleanOnly)
    #expect(call.limit == 200)
    #expect(call.id("fake", "artist") == "1")
    #expect(call.id("mbid", "artist") == "x")
    #expect(call.id("fake", "album") == nil)
    #expect(call.matches(CallTests.artist("u2")))
    #expect(!call.matches(CallTests.artist("U2 Tribute")))
  }

  @Test(
    "matches exact names no more strictly than the hub",
    arguments: [
      ("bjork", "Björk", true), ("Beatles", "The Beatles", true), ("AC/DC", "ACDC", true),
      ("!!!", "!!!", true), ("!!!", "+", false), ("U2", "U2 Tribute", false),
    ]
  )
  func matches(_ text: String, _ name: String, _ isMatch: Bool) {
    #expect(CallTests.exact(.artistsSearch, text).matches(CallTests.artist(name)) == isMatch)
  }

  @Test("matches artists by their aliases, and titles that begin with the text")
  func otherNames() throws {
    let ye = CallTests.artist("Ye", aliases: ["Kanye West"])
    #expect(CallTests.exact(.artistsSearch, "kanye west").matches(ye))
    let id = try #require(EntityID("fake:song:1"))
    let song = Entity.song(Song(id: id, title: "Thrift Shop (feat. Wanz)"))
    #expect(CallTests.exact(.songsSearch, "thrift shop").matches(song))
    #expect(!CallTests.exact(.songsSearch, "shop").matches(song))
  }

  private static func artist(_ name: String, aliases: [String] = []) -> Entity {
    var artist = Artist(id: EntityID("fake:artist:1")!, name: name)
    artist.aliases = aliases
    return .artist(artist)
  }

  private static func exact(_ method: Method, _ text: String) -> Call {
    var parameters = CallParameters()
    parameters.text = text
    parameters.exact = true
    let fake = FakeProvider.make()
    let client = HTTPClient(fake, fake.descriptor, transport: RecordedTransport([:]))
    let context = CallContext(client: client, timeLeft: .seconds(1), grant: nil)
    return Call(method: method, parameters: parameters, context: context)
  }

  @Test("returns no more items than the limit")
  func limit() async throws {
    let records = (1...9).map { "{\"name\":\"N\($0)\"}" }.joined(separator: ",")
    let outcome = try await run("source", response("{\"artists\":[\(records)]}")) { $0.limit = 3 }
    #expect(outcome.items.map(\.displayName) == ["N1", "N2", "N3"])
  }

  @Test("fetches images only from declared hosts, and rejects other files")
  func media() async throws {
    let fake = FakeProvider.make()
    let transport = RecordedTransport([
      "https://is1.pictures.example/a": HTTPResponse(body: Array("GIF89a".utf8)),
      "https://is1.pictures.example/b": HTTPResponse(body: Array("<html>".utf8)),
    ])
    let client = HTTPClient(fake, try fake.resolvedDescriptor(), transport: transport)
    let context = CallContext(client: client, timeLeft: .seconds(1), grant: nil)
    let call = Call(method: .artworkGet, parameters: CallParameters(), context: context)
    let media = try await call.fetchMedia(.image, at: "http://is1.pictures.example/a")
    #expect(media.type == "image/gif")
    #expect(media.url == "https://is1.pictures.example/a")
    #expect(context.summary.spent == ["*.pictures.example": 1])
    for (url, code) in [
      ("https://is1.pictures.example/b", ErrorCode.upstreamBadData),
      ("https://evil.example/a", .invalidParams), ("nonsense", .invalidParams),
    ] {
      let failure = await #expect(throws: Failure.self) {
        try await call.fetchMedia(.image, at: url)
      }
      #expect(failure?.code == code)
    }
    #expect(transport.requests.count == 2)
  }
}
