internal import ProviderKit

/// Artists, albums and songs of the iTunes Search API, with prices, previews and artwork.
@main
struct ITunesSearchProvider: Provider {
  let api: JSONAPI
  let country: String

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://itunes.apple.com"
    api = JSONAPI(
      try configuration.upstream(address, named: "ITUNES", budget: 20, perMs: 60_000)
    )
    country = try configuration.country("country", default: "us")
  }

  var upstreams: [Upstream] { [api.upstream] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "itunes-search",
      name: "iTunes Search",
      thanks: "Provided courtesy of iTunes",
      url: "https://www.apple.com/itunes/",
      terms: "https://performance-partners.apple.com/search-api",
      namespaces: [
        "itunes:artist", "itunes:album", "itunes:song", "amg:artist", "amg:album", "upc:album",
      ],
      // Artwork and previews; the last one has previews from before 2014.
      hosts: ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"],
      lacks: ["artist": ["artwork", "biography"]],
      urls: ITunesURLs.patterns
    )
    let country: JSONValue = [
      "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
      "description": "The storefront of calls that name no country.",
    ]
    let settings = ["country": country]
    descriptor.configSchema = ProviderConfiguration.schema(of: upstreams, settings: settings)
    return descriptor
  }
}
