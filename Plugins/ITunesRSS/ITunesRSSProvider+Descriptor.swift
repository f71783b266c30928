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
    descriptor.declare(.listCharts, cost: [:], freshHours: 24)
    let cost = Dictionary(uniqueKeysWithValues: feeds.upstreams.map { ($0.name, 1) })
    descriptor.declare(.getChart, cost: cost, fallback: Array(cost.keys), freshHours: 1)
    let media = Dictionary(uniqueKeysWithValues: (mediaHosts + feeds.redirected).map { ($0, 2) })
    let hosts = Array(media.keys)
    descriptor.declare(.getArtwork, cost: media, fallback: hosts, freshHours: 30 * 24)
    descriptor.declare(.getPreview, cost: media, fallback: hosts, freshHours: 24)
    descriptor.namespaces = ["itunes-rss:chart"]
    descriptor.hosts = mediaHosts
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: ChartFeeds.settings
    )
    descriptor.addSample(.listCharts) { _ in }
    descriptor.addSample(.getChart) { $0.chart = .albums }
    descriptor.addSample(.getChart) { ($0.chart, $0.limit) = (.songs, 10) }
    return descriptor
  }

  private var mediaHosts: [String] {
    ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
  }
}
