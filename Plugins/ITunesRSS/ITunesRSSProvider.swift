internal import ITunesSupport
internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// Apple's charts of albums and songs, by country.
@main
struct ITunesRSSProvider: Provider {
  let feeds: ChartFeeds

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    feeds = try ChartFeeds(configuration)
  }

  var upstreams: [Upstream] { feeds.upstreams }
}

extension ITunesRSSProvider: ChartListing {
  func charts(_ call: Call) async throws(Failure) -> [Chart] {
    let country = feeds.country(call)
    return CallParameters.Chart.allCases.compactMap { chart in
      guard
        let id = EntityID(
          namespace: "itunes-rss",
          type: "chart",
          value: "\(country).\(chart.rawValue)"
        )
      else { return nil }
      let subject = chart == .albums ? "Albums" : "Songs"
      var list = Chart(id: id, title: "Top \(subject) (\(country.uppercased()))")
      list.of = chart == .albums ? .album : .song
      list.country = country
      list.limit = ChartFeeds.maxLimit
      return list
    }
  }
}

extension ITunesRSSProvider: ChartGetting {
  func chartEntries(_ call: Call) async throws(Failure) -> [Entity] {
    let chart = call.parameters.chart ?? .albums
    return try await feeds.entries(call, of: chart).filter { isRequested($0, call) }
  }

  private func isRequested(_ entry: Entity, _ call: Call) -> Bool {
    let (genres, isExplicit) =
      switch entry {
      case .album(let album): (album.genres, album.explicit == true)
      case .song(let song): (song.genres, song.explicit == true)
      case .artist, .chart: ([], false)
      }
    if call.isCleanOnly && isExplicit { return false }
    guard let genre = call.parameters.genre?.lowercased() else { return true }
    return genres.contains { $0.lowercased() == genre }
  }
}

extension ITunesRSSProvider: ArtworkGetting, PreviewGetting {
  func artwork(_ call: Call) async throws(Failure) -> Media? {
    let url = try url(call)
    let resized = StoreArtwork(url).url(size: call.parameters.size)
    return try await call.fetchImage(at: resized, original: url)
  }

  func preview(_ call: Call) async throws(Failure) -> Media? {
    try await call.fetchMedia(.audio, at: url(call))
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
