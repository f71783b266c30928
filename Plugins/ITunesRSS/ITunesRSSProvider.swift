internal import ITunesSupport
internal import ProviderKit

/// Apple's charts of the most played albums and songs, by country.
@main
struct ITunesRSSProvider: Provider {
  private let feeds: Upstream
  private let defaultCountry: String

  /// The maximum number of entries of a feed; it often has fewer than requested.
  private static let maxLimit = 100

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://rss.marketingtools.apple.com"
    feeds = try configuration.upstream(address, named: "RSS", budget: 20, perMs: 60_000)
    defaultCountry = try configuration.country("country", default: "us")
  }

  var upstreams: [Upstream] { [feeds] }

  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "itunes-rss",
      name: "Apple charts",
      thanks: "Charts by Apple Music and the iTunes Store",
      url: "https://rss.marketingtools.apple.com",
      terms: "https://www.apple.com/legal/internet-services/itunes/",
      namespaces: ["itunes-rss:chart"],
      hosts: ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
    )
    let settings: [String: JSONValue] = [
      "country": [
        "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
        "description": "The country of calls that name none.",
      ],
      "baseURL": [
        "type": "string", "format": "uri",
        "description": "Scheme, host and port to use of the feeds.",
      ],
    ]
    descriptor.configSchema = ProviderConfiguration.schema(of: upstreams, settings: settings)
    return descriptor
  }

  var endpoints: [Endpoint] {
    [
      .list(.chartsList, requests: 0, .noParameters) { charts($0) },
      // The hub selects the entries of a genre: it knows what sources call it.
      .list(.chartGet, .chart(.albums), .chart(.songs, limit: 10)) { try await entries($0) },
      .artwork(sized: { StoreArtwork($0).url(size: $1) }) {
        [Artwork(url: try url($0), role: .cover)]
      },
    ]
  }

  private func charts(_ call: Call) -> [Chart] {
    let country = call.country ?? defaultCountry
    return CallParameters.Chart.allCases.compactMap { chart in
      let value = "\(country).\(chart.rawValue)"
      guard let id = EntityID(namespace: "itunes-rss", type: "chart", value: value) else {
        return nil
      }
      let subject = chart == .albums ? "Albums" : "Songs"
      var list = Chart(id: id, title: "Top \(subject) (\(country.uppercased()))")
      list.of = chart == .albums ? .album : .song
      (list.country, list.limit) = (country, ITunesRSSProvider.maxLimit)
      return list
    }
  }

  /// Returns the entries of a feed; none for a country without charts.
  private func entries(_ call: Call) async throws(Failure) -> [Entity] {
    let country = call.country ?? defaultCountry
    let maxLimit = ITunesRSSProvider.maxLimit
    let limit = call.isCleanOnly ? maxLimit : min(call.limit, maxLimit)
    let file = "\(call.chart.rawValue).json"
    let path = ["api", "v2", country, "music", "most-played", "\(limit)", file]
    return try await call.fetchJSON(feeds.request(path)).chartEntries(call)
  }

  /// Returns the URL of the call; feeds cannot be queried by id.
  private func url(_ call: Call) throws(Failure) -> String {
    guard let url = call.parameters.url else {
      throw Failure(
        .invalidParams,
        "\(call.method) needs \"url\" here: feeds cannot be queried by id."
      )
    }
    return url
  }
}
