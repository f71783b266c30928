import BusProtocol
import ClientKit
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

  @Test(
    "of an address of Odesli's pages are those of the page or id in it",
    arguments: [
      ("https://song.link/us/i/900032829", "itunes:song:900032829"),
      ("https://album.link/s/4LH4d3cOWNNsVw41Gqt2kv?x=1", "spotify:album:4LH4d3cOWNNsVw41Gqt2kv"),
      ("http://Song.link/d/7", "deezer:song:7"),
      (
        "https://song.link/https://www.deezer.com/track/7?utm=x",
        "https://www.deezer.com/track/7?utm=x"
      ),
      ("https://song.link/q/7", "https://song.link/q/7"),
      ("https://song.link", "https://song.link"), ("deezer:song:7", "deezer:song:7"),
      ("https://www.deezer.com/track/7", "https://www.deezer.com/track/7"),
    ]
  )
  func ownAddresses(_ address: String, _ subject: String) {
    #expect(LinksReply.subject(of: address) == subject)
  }

  @Test("are those of its links and ids, each once, and no website")
  func names() {
    #expect(
      ServiceLinks(artist, Samples.services).names
        == ["Apple Music", "Spotify", "MusicBrainz", "Wikipedia"]
    )
    let other = Entity.artist(Artist(id: Samples.id("isrc:song:1"), name: "x"))
    #expect(ServiceLinks(other, Samples.services).names == [])
  }

  @Test("are those of any provider, also if it does not run")
  func anyProvider() {
    var shelf = ProviderStatus(id: Samples.provider("shelf"), state: .unconfigured, methods: [])
    shelf.services = [MusicService("The Shelf", namespaces: ["shelf"])]
    let entity = Entity.artist(Artist(id: Samples.id("shelf:artist:1"), name: "x"))
    #expect(ServiceLinks(entity, ServiceTable([])).services == [])
    let known = ServiceLinks(entity, ServiceTable([shelf]))
    #expect(known.names == ["The Shelf"])
    #expect(known.services.first?.url == nil)
    shelf.urls = [URLPattern("https://a.example/{id}", id: "shelf:artist:{id}", example: "")]
    let links = ServiceLinks(entity, ServiceTable([shelf]))
    for name in [nil, "the shelf", "shelf", "theshelf"] {
      #expect(links.best(at: name)?.url == "https://a.example/1", "\(name ?? "")")
    }
  }

  @Test("have no page whose host is made of an id")
  func host() {
    var shelf = Samples.status("shelf")
    shelf.services = [MusicService("The Shelf", namespaces: ["shelf"])]
    shelf.urls = [
      URLPattern("https://{id}.shelf.example", id: "shelf:artist:{id}", example: ""),
      URLPattern("https://shelf.example/{id}", id: "shelf:artist:{id}", example: ""),
    ]
    let entity = Entity.artist(Artist(id: Samples.id("shelf:artist:evil.example/"), name: "x"))
    let links = ServiceLinks(entity, ServiceTable([shelf]))
    #expect(links.services.map(\.url) == ["https://shelf.example/evil.example/"])
  }

  @Test(
    "get the page of an id at its own service, though another source of the same ids comes first"
  )
  func ownService() {
    let id = "mbid:artist:83d91898-7763-47d7-b03b-b92132375c47"
    let entity = Entity.artist(Artist(id: Samples.id(id), name: "Pink Floyd"))
    var (other, own) = (Samples.status("listenbrainz"), Samples.status("musicbrainz"))
    other.urls = [
      URLPattern("https://listenbrainz.org/artist/{id}", id: "mbid:artist:{id}", example: "")
    ]
    own.urls = [
      URLPattern("https://musicbrainz.org/artist/{id}", id: "mbid:artist:{id}", example: "")
    ]
    own.services = [MusicService("MusicBrainz", namespaces: ["mbid"])]
    for providers in [[other, own], [own, other]] {
      let links = ServiceLinks(entity, ServiceTable(providers))
      #expect(links.services.map(\.url) == ["https://musicbrainz.org/artist/\(id.dropFirst(12))"])
    }
    // Without the source itself, the other one's page is better than none.
    own.urls = nil
    let links = ServiceLinks(entity, ServiceTable([other, own]))
    #expect(links.services.first?.url?.hasPrefix("https://listenbrainz.org/") == true)
  }

  @Test("get the page of an id from the URLs of providers, without those of other kinds")
  func patterns() {
    var spotify = Samples.status("spotify")
    spotify.services = [MusicService("Spotify", namespaces: ["spotify"], streams: true)]
    spotify.urls = [
      URLPattern("https://a.example/album/{id}", id: "spotify:album:{id}", example: ""),
      URLPattern("https://a.example/*/artist/{id}", id: "spotify:artist:{id}", example: ""),
      URLPattern("spotify:artist:{id}", id: "spotify:artist:{id}", example: ""),
      URLPattern("https://a.example/{+id}", id: "spotify:artist:{id}", example: ""),
      URLPattern("https://a.example/artist/{id}", id: "spotify:artist:{id}", example: ""),
    ]
    var itunes = Samples.status("itunes-search")
    itunes.services = [MusicService("Apple Music", namespaces: ["itunes"], streams: true)]
    let links = ServiceLinks(artist, ServiceTable([spotify, itunes]))
    #expect(links.best(at: "spotify")?.url == "https://a.example/artist/0k17")
    #expect(links.best()?.url == "https://music.example/487143")
    #expect(links.best(at: "MusicBrainz") == nil)
    for name in ["itunes", "Apple Music", "apple music", "applemusic"] {
      #expect(links.best(at: name) == links.best())
    }
  }

  @Test("name sites; those that are no service have names of their own")
  func sites() {
    let names = [
      "wikidata": "Wikidata", "wikipedia": "Wikipedia", "lastfm": "Last.fm", "bbc": "Bbc",
    ]
    for (site, name) in names { #expect(Samples.services.name(ofSite: site) == name) }
  }
}
