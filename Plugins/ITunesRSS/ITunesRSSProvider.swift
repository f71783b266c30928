internal import ITunesSupport
internal import ProviderKit

/// Apple's charts of albums and songs, by country.
///
/// Three services publish them, which are tried from new to old. The oldest lists bestsellers; the
/// others list the most played.
@main
struct ITunesRSSProvider: Provider {
  private let newest: Upstream
  private let older: Upstream
  private let legacy: Upstream
  private let defaultCountry: String

  /// The maximum number of entries of a feed; it often has fewer than requested.
  private static let maxLimit = 100

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    func upstream(_ address: String) throws(Failure) -> Upstream {
      try configuration.upstream(address, named: "RSS", budget: 20, perMs: 60_000)
    }
    newest = try upstream("https://rss.marketingtools.apple.com")
    older = try upstream("https://rss.applemarketingtools.com")
    // Shared with the search API, which is limited at the same host.
    legacy = try upstream("https://itunes.apple.com")
    defaultCountry = try configuration.country("country", default: "us")
  }

  var upstreams: [Upstream] { [newest, older, legacy] }

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
        "description": "Scheme, host and port to use for all three feeds.",
      ],
    ]
    descriptor.configSchema = ProviderConfiguration.schema(of: upstreams, settings: settings)
    return descriptor
  }

  var endpoints: [Endpoint] {
    // If the feeds are redirected, their artwork may be, too.
    let requests = newest.base.host == newest.name ? 0 : 2
    return [
      .list(.chartsList, requests: 0, .noParameters) { charts($0) },
      .list(.chartGet, alternatives: upstreams, .chart(.albums), .chart(.songs, limit: 10)) {
        call in
        try await entries(call).filter { isOfGenre($0, call) }
      },
      .artwork(requests: requests, sized: { StoreArtwork($0).url(size: $1) }) {
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

  /// Returns the entries of the first feed that has any.
  private func entries(_ call: Call) async throws(Failure) -> [Entity] {
    var failures: [Failure] = []
    let feeds = feeds(call)
    for (index, feed) in feeds.enumerated() {
      do throws(Failure) {
        // Leaves time for the remaining feeds.
        let timeout = call.timeLeft / (feeds.count - index)
        let response = try await call.fetchJSON(feed.request, timeout: timeout)
        let entries = try response.chartEntries(call)
        guard !entries.isEmpty else { continue }
        if let failure = failures.first {
          call.addNote("The chart is from \(feed.name): \(failure.message)")
        }
        return entries
      } catch {
        guard error.code != .cancelled else { throw error }
        failures.append(error)
      }
    }
    guard var failure = failures.first(where: { $0.code != .notFound }) ?? failures.first else {
      return []
    }
    failure.message = failures.map(\.message).joined(separator: " ")
    throw failure
  }

  /// Returns the feeds to try, with words that complete "The chart is from …".
  ///
  /// If they are redirected, the first two are the same.
  private func feeds(_ call: Call) -> [(request: HTTPRequest, name: String)] {
    let country = call.country ?? defaultCountry
    let chart = call.chart.rawValue
    let isFiltered = call.isCleanOnly || call.parameters.genre != nil
    let maxLimit = ITunesRSSProvider.maxLimit
    let limit = isFiltered ? maxLimit : min(call.limit, maxLimit)
    let path = ["api", "v2", country, "music", "most-played", "\(limit)", "\(chart).json"]
    let mostPlayed = newest.base == older.base ? [newest] : [newest, older]
    let bestsellers = legacy.request([country, "rss", "top\(chart)", "limit=\(limit)", "json"])
    return mostPlayed.map { ($0.request(path), $0.name) }
      + [(bestsellers, "the bestsellers of the iTunes Store")]
  }

  private func isOfGenre(_ entry: Entity, _ call: Call) -> Bool {
    guard let genre = call.parameters.genre?.lowercased() else { return true }
    let genres =
      switch entry {
      case .album(let album): album.genres
      case .song(let song): song.genres
      case .artist, .chart: [String]()
      }
    return genres.contains { $0.lowercased() == genre }
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
