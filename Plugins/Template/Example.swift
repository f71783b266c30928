import BusProtocol
import MusicModel
import ProviderKit

/// Artists of iTunes. Replace iTunes by your source.
@main
struct Example: Provider {
  let api: Upstream

  /// `MUSICBUS_EXAMPLE_URL` or the configuration can redirect the provider to a local upstream.
  init(_ configuration: ProviderConfiguration) throws(Failure) {
    api = try configuration.upstream(
      "https://itunes.apple.com",
      environment: "MUSICBUS_EXAMPLE_URL",
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
  }

  var upstreams: [Upstream] { [api] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "example",
      name: "Example",
      version: "0.1.0",
      attribution: Descriptor.Attribution(text: "Provided courtesy of iTunes")
    )
    // One request and one retry; replies stay fresh for a day.
    descriptor.declare(.searchArtists, cost: [api.name: 2], freshHours: 24)
    descriptor.namespaces = ["itunes:artist"]
    descriptor.addSample(.searchArtists) { $0.text = "Pink Floyd" }
    return descriptor
  }
}

// Conform to one protocol per method.
extension Example: ArtistSearching {
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist] {
    let query = [("term", call.text), ("entity", "musicArtist"), ("limit", "\(call.limit)")]
    let response = try await call.fetchJSON(api.request(["search"], query))
    return call.convert(try response.list("results")) { record throws(UnusableRecord) in
      guard let number = record.text("artistId"), let name = record.text("artistName"),
        let id = EntityID(namespace: "itunes", type: "artist", value: number)
      else { throw UnusableRecord("artist without id or name") }
      return Artist(id: id, name: name)
    }
  }
}
