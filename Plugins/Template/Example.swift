import BusProtocol
import MusicModel
import ProviderKit

/// Example: artists as iTunes tells them. Put your source in the place of iTunes.
@main
struct Example: Provider {
  let source: Upstream

  /// `MUSICBUS_EXAMPLE_URL` and the configuration can put the source somewhere else: to loopback,
  /// where its requests are counted.
  init(_ configuration: ProviderConfiguration) throws(Failure) {
    source = try configuration.upstream(
      "https://itunes.apple.com",
      environment: "MUSICBUS_EXAMPLE_URL",
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
  }

  var upstreams: [Upstream] { [source] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "example",
      name: "Example",
      version: "0.1.0",
      attribution: Descriptor.Attribution(text: "Provided courtesy of iTunes")
    )
    // One request, and one more for when it fails; an answer is good for a day.
    descriptor.serve(.searchArtists, cost: [source.name: 2], freshFor: 24)
    descriptor.namespaces = ["itunes:artist"]
    descriptor.sample(.searchArtists) { $0.text = "Pink Floyd" }
    return descriptor
  }
}

// One protocol for each method; by it the method is served.
extension Example: ArtistSearching {
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
    let query = [("term", call.text), ("entity", "musicArtist"), ("limit", "\(call.limit)")]
    let answer = try await call.record(source.request(["search"], query))
    let records = try answer.list("results")
    return call.keep(records) { record throws(UnusableRecord) in
      guard let number = record.text("artistId"), let name = record.text("artistName"),
        let id = EntityID(namespace: "itunes", type: "artist", value: number)
      else { throw UnusableRecord("no id or no name") }
      return Artist(id: id, name: name)
    }
  }
}
