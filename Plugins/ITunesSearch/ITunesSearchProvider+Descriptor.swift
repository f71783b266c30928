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
    // With a URL, a call needs only its host.
    let hosts = Array(media.keys)
    descriptor.declare(.getArtwork, cost: media, fallback: hosts, freshHours: 30 * 24)
    descriptor.declare(.getPreview, cost: media, fallback: hosts, freshHours: 24)
    descriptor.namespaces = [
      "itunes:artist", "itunes:album", "itunes:song", "amg:artist", "amg:album", "upc:album",
    ]
    descriptor.hosts = mediaHosts
    descriptor.lacks = ["artist": ["artwork", "biography"]]
    descriptor.urls = ITunesURLs.patterns
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: ITunesAPI.settings
    )
    let johnson: Sample = "itunes:artist:909253"
    let (dreams, together): (Sample, Sample) = ("itunes:album:879273552", "itunes:song:879273565")
    descriptor.addSamples([
      .searchArtists: "Jack Johnson", .searchAlbums: "In Between Dreams",
      .searchSongs: "Better Together", .getArtist: johnson, .artistAlbums: johnson,
      .artistSongs: johnson, .getAlbum: dreams, .albumSongs: dreams, .getSong: together,
      .getArtwork: dreams, .getPreview: together,
    ])
    return descriptor
  }

  /// The hosts of artwork and previews; the last one has previews from before 2014.
  private var mediaHosts: [String] {
    ["*.mzstatic.com", "audio-ssl.itunes.apple.com", "*.phobos.apple.com"]
  }
}
