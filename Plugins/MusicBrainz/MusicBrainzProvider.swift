internal import ProviderKit

/// Artists, release groups, releases and recordings of MusicBrainz, with covers of the archive.
@main
struct MusicBrainzProvider: Provider {
  let api: JSONAPI
  let covers: CoverArtArchive
  /// Whether discographies have bootlegs and promotions.
  let showsAll: Bool

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://musicbrainz.org"
    let source = try configuration.upstream(address, named: "MUSICBRAINZ", interval: .seconds(1))
    api = JSONAPI(source, .init(maxElements: 100), root: ["ws", "2"], query: [("fmt", "json")])
    covers = try CoverArtArchive(configuration)
    showsAll = try configuration.flag("bootlegs", default: false)
  }

  var upstreams: [Upstream] { [api.upstream, covers.upstream] }
  var redirectsMergedIDs: Bool { true }

  var descriptor: Descriptor {
    let types = ["artist", "release-group", "release", "recording"]
    let sites = ["https://musicbrainz.org/", "https://beta.musicbrainz.org/"]
    var descriptor = Descriptor(
      "musicbrainz",
      name: "MusicBrainz",
      thanks: "Data by MusicBrainz, covers by the Cover Art Archive",
      url: "https://musicbrainz.org",
      terms: "https://musicbrainz.org/doc/About/Data_License",
      namespaces: types.map { "mbid:" + $0 } + ["upc:album", "isrc:recording"],
      hosts: ["archive.org", "*.archive.org"],
      lacks: ["artist": ["artwork", "biography"], "song": ["artwork", "previewURL"]],
      urls: .pages(sites, of: "mbid", types, example: "056e4f3e-d505")
    )
    let bootlegs: JSONValue = [
      "type": "boolean", "default": false,
      "description": "Whether discographies also have bootlegs and promotional releases.",
    ]
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: ["bootlegs": bootlegs]
    )
    return descriptor
  }
}
