internal import BusProtocol
internal import ProviderKit

extension ITunesRSSProvider {
  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "itunes-rss",
      name: "Apple charts",
      version: "1.0.0",
      attribution: Descriptor.Attribution(
        text: "Charts by Apple Music and the iTunes Store",
        url: "https://rss.marketingtools.apple.com",
        terms: "https://www.apple.com/legal/internet-services/itunes/"
      )
    )
    descriptor.serve(.listCharts, cost: [:], freshFor: 24)
    let each = Dictionary(uniqueKeysWithValues: feeds.upstreams.map { ($0.name, 1) })
    descriptor.serve(.getChart, cost: each, freshFor: 1)
    let media = Dictionary(uniqueKeysWithValues: (mediaHosts + feeds.elsewhere).map { ($0, 2) })
    descriptor.serve(.getArtwork, cost: media, freshFor: 30 * 24)
    descriptor.serve(.getPreview, cost: media, freshFor: 24)
    descriptor.namespaces = ["itunes-rss:chart"]
    descriptor.hosts = mediaHosts
    descriptor.configSchema = ChartFeeds.configSchema
    descriptor.sample(.listCharts) { _ in }
    descriptor.sample(.getChart) { $0.chart = .albums }
    descriptor.sample(.getChart) { ($0.chart, $0.limit) = (.songs, 10) }
    return descriptor
  }

  private var mediaHosts: [String] {
    ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
  }
}
