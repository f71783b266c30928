import ProviderKit

/// Artists of iTunes. Replace iTunes by your source.
@main
struct Example: Provider {
  let api: JSONAPI

  /// `MUSICBUS_EXAMPLE_URL` or the configuration can redirect the provider to a local upstream.
  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://itunes.apple.com"
    api = JSONAPI(
      try configuration.upstream(address, named: "EXAMPLE", budget: 20, perMs: 60_000)
    )
  }

  var upstreams: [Upstream] { [api.upstream] }

  var descriptor: Descriptor {
    Descriptor(
      "example",
      name: "Example",
      version: "0.1.0",
      thanks: "Provided courtesy of iTunes",
      namespaces: ["itunes:artist"]
    )
  }

  /// One for each method, with a call that finds something.
  var endpoints: [Endpoint] {
    [
      .list(.artistsSearch, "Pink Floyd") { call in
        let query = [("term", call.text), ("entity", "musicArtist"), ("limit", "\(call.limit)")]
        let response = try await api.record(call, ["search"], query)
        return call.convert(try response.list("results")) { record throws(UnusableRecord) in
          Artist(
            id: try record.requiredID("itunes", "artist", "artistId"),
            name: try record.requiredText("artistName")
          )
        }
      }
    ]
  }
}
