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
    let source = api.upstream.name
    descriptor.serve(.searchArtists, cost: [source: 2], freshFor: 24)
    descriptor.serve(.getArtist, cost: [source: 2], freshFor: 7 * 24)
    descriptor.serve(.artistAlbums, cost: [source: 3], freshFor: 7 * 24)
    descriptor.serve(.getAlbum, cost: [source: 2], freshFor: 7 * 24)
    descriptor.serve(.albumSongs, cost: [source: 3], freshFor: 7 * 24)
    descriptor.serve(.getArtwork, cost: [source: 2, pictures: 2], freshFor: 30 * 24)
    descriptor.namespaces = [
      "audiodb:artist", "audiodb:album", "mbid:artist", "mbid:release-group",
    ]
    descriptor.hosts = [pictures]
    descriptor.configSchema = AudioDBAPI.configSchema
    addSamples(to: &descriptor)
    return descriptor
  }

  private var pictures: String { "*.theaudiodb.com" }

  private func addSamples(to descriptor: inout Descriptor) {
    let coldplay = EntityID("audiodb:artist:111239")
    let parachutes = EntityID("audiodb:album:2109615")
    descriptor.sample(.searchArtists) { $0.text = "Coldplay" }
    descriptor.sample(.getArtist) { $0.id = coldplay }
    descriptor.sample(.artistAlbums) { $0.id = coldplay }
    descriptor.sample(.getAlbum) { $0.id = parachutes }
    descriptor.sample(.albumSongs) { $0.id = parachutes }
    descriptor.sample(.getArtwork) { $0.id = coldplay }
  }
}
