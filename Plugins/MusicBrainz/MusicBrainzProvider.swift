internal import ProviderKit

/// Artists, release groups, releases and recordings of MusicBrainz, with covers of the archive.
@main
struct MusicBrainzProvider: Provider {
  let api: JSONAPI
  let covers: JSONAPI

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let (address, art) = ("https://musicbrainz.org", "https://coverartarchive.org")
    let paging = JSONAPI.Paging(maxElements: 100)
    let source = try configuration.upstream(address, named: "MUSICBRAINZ", interval: .seconds(1))
    api = JSONAPI(source, paging, root: ["ws", "2"], query: [("fmt", "json")])
    covers = try JSONAPI(configuration.upstream(art, named: "COVERART", key: "coverArtURL"), paging)
  }

  var upstreams: [Upstream] { [api.upstream, covers.upstream] }
  var redirectsMergedIDs: Bool { true }

  var descriptor: Descriptor {
    let types = ["artist", "release-group", "release", "recording"]
    return Descriptor(
      "musicbrainz",
      name: "MusicBrainz",
      thanks: "Data by MusicBrainz, covers by the Cover Art Archive",
      url: "https://musicbrainz.org",
      terms: "https://musicbrainz.org/doc/About/Data_License",
      namespaces: types.map { "mbid:" + $0 } + ["upc:album", "isrc:recording"],
      hosts: ["archive.org", "*.archive.org"],
      lacks: ["artist": ["artwork", "biography"], "song": ["artwork", "previewURL"]],
      urls: .pages(
        ["https://musicbrainz.org/", "https://beta.musicbrainz.org/"],
        of: "mbid",
        types,
        example: "056e4f3e-d505"
      )
    )
  }
}
