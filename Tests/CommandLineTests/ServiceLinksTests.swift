import BusProtocol
import MusicModel
import Testing

@testable import musicbus

@Suite("The services that have an entity")
struct ServiceLinksTests {
  private var artist: Entity {
    var artist = Artist(id: Samples.id("mbid:artist:83d9"), name: "Pink Floyd")
    artist.ids += ["spotify:artist:0k17", "itunes:artist:487143", "wikidata:artist:Q2306"]
      .map(Samples.id)
    artist.links = [
      "itunes": "https://music.example/487143", "website": "https://www.example.org",
      "wikipedia": "https://en.wikipedia.org/wiki/Pink_Floyd",
    ]
    return .artist(artist)
  }

  @Test("are those of its links and ids, each once, and no website")
  func names() {
    #expect(
      ServiceLinks(artist).names
        == ["Apple Music", "Spotify", "MusicBrainz", "Wikipedia"]
    )
    #expect(ServiceLinks(.artist(Artist(id: Samples.id("isrc:song:1"), name: "x"))).names == [])
  }

  @Test("get the page of an id from the URLs of providers, without those of other kinds")
  func patterns() {
    let patterns = [
      URLPattern("https://a.example/album/{id}", id: "spotify:album:{id}", example: ""),
      URLPattern("https://a.example/*/artist/{id}", id: "spotify:artist:{id}", example: ""),
      URLPattern("spotify:artist:{id}", id: "spotify:artist:{id}", example: ""),
      URLPattern("https://a.example/artist/{id}", id: "spotify:artist:{id}", example: ""),
    ]
    let links = ServiceLinks(artist, patterns)
    #expect(links.best(at: "spotify")?.url == "https://a.example/artist/0k17")
    #expect(links.best()?.url == "https://music.example/487143")
    #expect(links.best(at: "MusicBrainz") == nil)
    for name in ["itunes", "Apple Music", "apple music"] {
      #expect(links.best(at: name) == links.best())
    }
    #expect(ServiceLinks.name(ofSite: "wikidata") == "Wikidata")
  }
}
