internal import BusProtocol
internal import MusicModel
internal import ProviderKit

extension AudioDBProvider {
  var descriptor: Descriptor {
    var descriptor = Descriptor(
      "audiodb",
      name: "TheAudioDB",
      version: "1.0.0",
      attribution: Descriptor.Attribution(
        text: "Data and pictures by TheAudioDB.com",
        url: "https://www.theaudiodb.com",
        terms: "https://www.theaudiodb.com/docs_terms_of_use.php"
      )
    )
    let upstream = api.upstream.name
    descriptor.declare(.searchArtists, cost: [upstream: 2], freshHours: 24)
    descriptor.declare(.searchAlbums, cost: [upstream: 2], freshHours: 24)
    descriptor.declare(.getArtist, cost: [upstream: 2], freshHours: 7 * 24)
    descriptor.declare(.artistAlbums, cost: [upstream: 3], freshHours: 7 * 24)
    descriptor.declare(.getAlbum, cost: [upstream: 2], freshHours: 7 * 24)
    descriptor.declare(.albumSongs, cost: [upstream: 3], freshHours: 7 * 24)
    // With a URL, a call needs only the host of the picture.
    let hosts = [upstream, imageHosts]
    let cost = [upstream: 2, imageHosts: 2]
    descriptor.declare(.getArtwork, cost: cost, fallback: hosts, freshHours: 30 * 24)
    descriptor.namespaces = [
      "audiodb:artist", "audiodb:album", "mbid:artist", "mbid:release-group",
    ]
    descriptor.hosts = [imageHosts]
    descriptor.urls = [("artist", "111239-Coldplay"), ("album", "2109615-Coldplay-Parachutes")]
      .flatMap { type, name in
        // The name may be missing.
        ["{id}-*", "{id}"].map { end in
          URLPattern(
            "https://theaudiodb.com/\(type)/\(end)",
            id: "audiodb:\(type):{id}",
            example: "https://www.theaudiodb.com/\(type)/\(name)"
          )
        }
      }
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: AudioDBAPI.settings
    )
    let (coldplay, parachutes): (Sample, Sample) = (
      "audiodb:artist:111239", "audiodb:album:2109615"
    )
    descriptor.addSamples([
      .searchArtists: "Coldplay", .searchAlbums: "Parachutes", .getArtist: coldplay,
      .artistAlbums: coldplay, .getAlbum: parachutes, .albumSongs: parachutes,
      .getArtwork: coldplay,
    ])
    return descriptor
  }

  private var imageHosts: String { "*.theaudiodb.com" }
}
