internal import BusProtocol
internal import MusicModel
internal import ProviderKit

extension ITunesSearchProvider {
  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "itunes-search",
      name: "iTunes Search",
      version: "1.0.0",
      attribution: Descriptor.Attribution(
        text: "Provided courtesy of iTunes",
        url: "https://www.apple.com/itunes/",
        terms: "https://performance-partners.apple.com/search-api"
      )
    )
    // One request each; the second one is for a failure.
    let cost = [api.upstream.name: 2]
    for method in [Method.searchArtists, .searchAlbums, .searchSongs] {
      descriptor.serve(method, cost: cost, freshFor: 24)
    }
    let lookups: [Method] = [
      .getArtist, .artistAlbums, .artistSongs, .getAlbum, .albumSongs, .getSong,
    ]
    for method in lookups { descriptor.serve(method, cost: cost, freshFor: 7 * 24) }
    let media = cost.merging(Dictionary(uniqueKeysWithValues: mediaHosts.map { ($0, 2) })) { $1 }
    descriptor.serve(.getArtwork, cost: media, freshFor: 30 * 24)
    descriptor.serve(.getPreview, cost: media, freshFor: 24)
    descriptor.namespaces = [
      "itunes:artist", "itunes:album", "itunes:song", "amg:artist", "amg:album", "upc:album",
    ]
    descriptor.hosts = mediaHosts
    descriptor.configSchema = ITunesAPI.configSchema
    addSamples(to: &descriptor)
    return descriptor
  }

  /// Pictures and sounds; the last one is where previews were until about 2014.
  private var mediaHosts: [String] {
    ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
  }

  private func addSamples(to descriptor: inout Descriptor) {
    let johnson = EntityID("itunes:artist:909253")
    let dreams = EntityID("itunes:album:879273552")
    let together = EntityID("itunes:song:879273565")
    descriptor.sample(.searchArtists) { $0.text = "Jack Johnson" }
    descriptor.sample(.searchAlbums) { $0.text = "In Between Dreams" }
    descriptor.sample(.searchSongs) { $0.text = "Better Together" }
    descriptor.sample(.getArtist) { $0.id = johnson }
    descriptor.sample(.artistAlbums) { $0.id = johnson }
    descriptor.sample(.artistSongs) { $0.id = johnson }
    descriptor.sample(.getAlbum) { $0.id = dreams }
    descriptor.sample(.albumSongs) { $0.id = dreams }
    descriptor.sample(.getSong) { $0.id = together }
    descriptor.sample(.getArtwork) { $0.id = dreams }
    descriptor.sample(.getPreview) { $0.id = together }
  }
}
