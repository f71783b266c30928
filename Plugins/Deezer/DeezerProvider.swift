internal import ProviderKit

/// Artists, albums, songs, previews and charts of Deezer.
@main
struct DeezerProvider: Provider {
  let api: JSONAPI
  let known = RecordCache(containing: ["artist", "album"])

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://api.deezer.com"
    let upstream = try configuration.upstream(address, named: "DEEZER", budget: 50, perMs: 5000)
    api = JSONAPI(
      upstream,
      JSONAPI.Paging(offset: "index", maxElements: 100, elements: "data", total: "total"),
      errorCodes: ["4": .upstreamRateLimited, "800": .notFound]
    )
  }

  var upstreams: [Upstream] { [api.upstream] }

  var descriptor: Descriptor {
    let kinds = ["artist", "album", "song"]
    let sites = ["https://deezer.com/", "https://deezer.com/*/", "https://m.deezer.com/"]
    return Descriptor(
      "deezer",
      name: "Deezer",
      thanks: "Data and previews by Deezer",
      url: "https://www.deezer.com",
      terms: "https://developers.deezer.com/termsofuse",
      namespaces: kinds.map { "deezer:" + $0 } + ["upc:album", "isrc:recording"],
      hosts: ["*.dzcdn.net"],
      lacks: ["artist": ["biography"]],
      urls: .pages(sites, of: "deezer", kinds, words: ["song": "track"], example: "27")
    )
  }
}
