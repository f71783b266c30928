internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// Artists, albums, songs, previews and charts of Deezer.
@main
struct DeezerProvider: Provider {
  let api: JSONAPI

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let upstream = try configuration.upstream(
      "https://api.deezer.com",
      environment: "MUSICBUS_DEEZER_URL",
      budget: Descriptor.Budget(requests: 50, perMs: 5000)
    )
    var api = JSONAPI(
      upstream,
      JSONAPI.Paging(offset: "index", maxElements: 100, elements: "data", total: "total")
    )
    api.errorCodes = [4: .upstreamRateLimited, 800: .notFound]
    self.api = api
  }

  var upstreams: [Upstream] { [api.upstream] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "deezer",
      name: "Deezer",
      version: "1.0.0",
      attribution: Descriptor.Attribution(
        text: "Data and previews by Deezer",
        url: "https://www.deezer.com",
        terms: "https://developers.deezer.com/termsofuse"
      )
    )
    descriptor.namespaces = [
      "deezer:artist", "deezer:album", "deezer:song", "upc:album", "isrc:recording",
    ]
    descriptor.hosts = ["*.dzcdn.net"]
    return descriptor
  }
}
