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
    // One request, and one retry.
    let cost = [api.upstream.name: 2]
    for method in [Method.searchArtists, .searchAlbums, .searchSongs] {
      descriptor.declare(method, cost: cost, freshHours: 24)
    }
    let lookups: [Method] = [
      .getArtist, .artistAlbums, .artistSongs, .getAlbum, .albumSongs, .getSong,
    ]
    for method in lookups { descriptor.declare(method, cost: cost, freshHours: 7 * 24) }
    let media = cost.merging(Dictionary(uniqueKeysWithValues: mediaHosts.map { ($0, 2) })) { $1 }
    descriptor.declare(.getArtwork, cost: media, freshHours: 30 * 24)
    descriptor.declare(.getPreview, cost: media, freshHours: 24)
    descriptor.namespaces = [
      "itunes:artist", "itunes:album", "itunes:song", "amg:artist", "amg:album", "upc:album",
    ]
    descriptor.hosts = mediaHosts
    descriptor.configSchema = ITunesAPI.configSchema
    addSamples(to: &descriptor)
    return descriptor
  }

  /// The hosts of artwork and previews; the last one has previews from before 2014.
  private var mediaHosts: [String] {
    ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
  }

  private func addSamples(to descriptor: inout Descriptor) {
    let johnson = EntityID("itunes:artist:909253")
    let dreams = EntityID("itunes:album:879273552")
    let together = EntityID("itunes:song:879273565")
    descriptor.addSample(.searchArtists) { $0.text = "Jack Johnson" }
    descriptor.addSample(.searchAlbums) { $0.text = "In Between Dreams" }
    descriptor.addSample(.searchSongs) { $0.text = "Better Together" }
    descriptor.addSample(.getArtist) { $0.id = johnson }
    descriptor.addSample(.artistAlbums) { $0.id = johnson }
    descriptor.addSample(.artistSongs) { $0.id = johnson }
    descriptor.addSample(.getAlbum) { $0.id = dreams }
    descriptor.addSample(.albumSongs) { $0.id = dreams }
    descriptor.addSample(.getSong) { $0.id = together }
    descriptor.addSample(.getArtwork) { $0.id = dreams }
    descriptor.addSample(.getPreview) { $0.id = together }
  }
}
