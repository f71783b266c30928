import BusProtocol
import MusicModel
import ProviderKit
import Testing

@testable import Example

@Suite("Example")
struct ExampleTests {
  @Test("tells artists by their names and leaves out what cannot be used")
  func searches() async throws {
    let source = RecordedTransport([
      "/search?term=nina&entity=musicArtist&limit=2": HTTPResponse(
        body: Array(
          """
          {"resultCount": 2, "results": [
            {"wrapperType": "artist", "artistId": 38485, "artistName": "Nina Simone"},
            {"wrapperType": "artist", "artistName": "Nobody"}
          ]}
          """.utf8
        )
      )
    ])
    let trial = try StandaloneCall(Example(ProviderConfiguration()), transport: source)
    var parameters = CallParameters()
    (parameters.text, parameters.limit) = ("nina", 2)
    let outcome = await trial.run(.searchArtists, parameters)
    #expect(outcome.failure == nil)
    #expect(outcome.items.map(\.displayName) == ["Nina Simone"])
    #expect(outcome.items.map { "\($0.id)" } == ["itunes:artist:38485"])
    #expect(outcome.skipped.values.reduce(0, +) == 1)
  }

  @Test("says what is wrong where the source fails")
  func fails() async throws {
    let trial = try StandaloneCall(Example(ProviderConfiguration()), transport: RecordedTransport([:]))
    var parameters = CallParameters()
    parameters.text = ""
    let outcome = await trial.run(.searchArtists, parameters)
    #expect(outcome.failure?.code == .invalidParams)
  }
}
