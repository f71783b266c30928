import BusProtocol
import MusicModel
import ProviderKit
import Testing

@testable import Example

@Suite("Example")
struct ExampleTests {
  @Test("returns artists and skips unusable records")
  func search() async throws {
    let transport = RecordedTransport([
      "/search?term=nina&entity=musicArtist&limit=2": HTTPResponse(
        body: Array(
          """
          {"resultCount": 2, "results": [
            {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
            {"wrapperType": "artist", "artistName": "Unknown"}
          ]}
          """.utf8
        )
      )
    ])
    let call = try StandaloneCall(Example(ProviderConfiguration()), transport: transport)
    var parameters = CallParameters()
    (parameters.text, parameters.limit) = ("nina", 2)
    let outcome = await call.run(.artistsSearch, parameters)
    #expect(outcome.failure == nil)
    #expect(outcome.items.map(\.displayName) == ["Nina Simone"])
    #expect(outcome.items.map { "\($0.id)" } == ["itunes:artist:38485"])
    #expect(outcome.skipped == ["artist without artistId": 1])
  }

  @Test("rejects a search without text")
  func emptyText() async throws {
    let transport = RecordedTransport([:])
    let call = try StandaloneCall(Example(ProviderConfiguration()), transport: transport)
    var parameters = CallParameters()
    parameters.text = ""
    let outcome = await call.run(.artistsSearch, parameters)
    #expect(outcome.failure?.code == .invalidParams)
  }
}
