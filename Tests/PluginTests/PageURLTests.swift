import BusProtocol
import MusicModel
import ProviderKit
import Testing

@Suite("The URLs of a provider")
struct PageURLTests {
  private func id(_ url: String) throws -> String? {
    let patterns = try Plugin.allCases.map { try $0.make(ProviderConfiguration()).descriptor }
      .flatMap { $0.urls ?? [] }
    return EntityID(pasted: url, patterns)?.description
  }

  @Test(
    "may lack the name of the entity",
    arguments: [
      ("https://www.theaudiodb.com/artist/111492", "audiodb:artist:111492"),
      ("https://www.theaudiodb.com/artist/111239-Coldplay", "audiodb:artist:111239"),
      ("https://www.theaudiodb.com/album/2109615", "audiodb:album:2109615"),
      ("https://music.apple.com/us/artist/295015", "itunes:artist:295015"),
      ("https://music.apple.com/us/album/879273552", "itunes:album:879273552"),
      ("https://music.apple.com/us/album/879273552?i=879273565", "itunes:song:879273565"),
      ("https://music.apple.com/us/song/879273565", "itunes:song:879273565"),
      ("https://itunes.apple.com/us/artist/id909253", "itunes:artist:909253"),
      ("https://itunes.apple.com/us/album/id879273552", "itunes:album:879273552"),
    ]
  )
  func names(_ url: String, _ id: String) throws { #expect(try self.id(url) == id) }

  @Test(
    "may be of a mirror, another language or a subpage, and have a query and a fragment",
    arguments: [
      ("https://en.wikipedia.org/wiki/Daft_Punk", "wikipedia:artist:en:Daft_Punk"),
      ("https://en.m.wikipedia.org/wiki/Daft_Punk#History", "wikipedia:artist:en:Daft_Punk"),
      ("de.wikipedia.org/wiki/Kraftwerk", "wikipedia:artist:de:Kraftwerk"),
      ("https://en.wikipedia.org/wiki/Beyonc%C3%A9", "wikipedia:artist:en:Beyoncé"),
      ("https://ko.wikipedia.org/wiki/AC/DC", "wikipedia:artist:ko:AC/DC"),
      (
        "https://cy.wikipedia.org/wiki/Super Furry Animals",
        "wikipedia:artist:cy:Super_Furry_Animals"
      ),
      ("https://pt.m.wikipedia.org/wiki/Os_Mutantes", "wikipedia:artist:pt:Os_Mutantes"),
      ("https://m.wikidata.org/wiki/Q185828", "wikidata:artist:Q185828"),
      ("https://www.deezer.com/us/album/302127", "deezer:album:302127"),
      ("https://deezer.com/album/302127?utm_source=x", "deezer:album:302127"),
      ("https://www.deezer.com/en/artist/27/top_track", "deezer:artist:27"),
      ("https://m.deezer.com/artist/27", "deezer:artist:27"),
      (
        "https://open.spotify.com/intl-de/album/2noRn2Aes5aoNVsU6iWThc?si=x",
        "spotify:album:2noRn2Aes5aoNVsU6iWThc"
      ),
      (
        "https://open.spotify.com/artist/4tZwfgrHOc3mvqYlEYSvVi/discography#x",
        "spotify:artist:4tZwfgrHOc3mvqYlEYSvVi"
      ),
      (
        "https://play.spotify.com/album/2noRn2Aes5aoNVsU6iWThc",
        "spotify:album:2noRn2Aes5aoNVsU6iWThc"
      ),
      (
        "https://beta.musicbrainz.org/artist/056E4F3E-D505-4DAD-8EC1-D04F521CBB56",
        "mbid:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
      ),
      (
        "https://musicbrainz.org/artist/056e4f3e-d505-4dad-8ec1-d04f521cbb56/releases",
        "mbid:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
      ),
      ("https://geo.music.apple.com/us/album/x/879273552", "itunes:album:879273552"),
      ("https://embed.music.apple.com/us/album/x/879273552", "itunes:album:879273552"),
      ("https://geo.itunes.apple.com/us/album/id879273552?mt=1", "itunes:album:879273552"),
    ]
  )
  func variants(_ url: String, _ id: String) throws { #expect(try self.id(url) == id) }

  @Test(
    "have a form without country and name, which shows the page of an id",
    arguments: ["artist", "album", "song"]
  )
  func pages(_ type: String) throws {
    let id = "\(type):1"
    for (plugin, namespace) in [
      (Plugin.iTunesSearch, "itunes"), (.deezer, "deezer"), (.spotify, "spotify"),
    ] {
      let patterns = try plugin.make(ProviderConfiguration()).descriptor.urls ?? []
      let urls = patterns.filter { $0.id == "\(namespace):\(type):{id}" }.map(\.url)
      let page = urls.first { $0.hasPrefix("https://") && !$0.contains("*") }
      #expect(page != nil, "\(namespace):\(id)")
    }
  }

  @Test("are at most as many as a descriptor may have", arguments: Plugin.allCases)
  func count(_ plugin: Plugin) throws {
    let descriptor = try plugin.make(ProviderConfiguration()).descriptor
    #expect((descriptor.urls ?? []).count <= 50)
    for pattern in descriptor.urls ?? [] {
      #expect(pattern.problem(namespaces: descriptor.namespaces) == nil)
    }
  }

  @Test(
    "may show a song on the page of its album",
    arguments: [
      "https://itunes.apple.com/us/album/in-between-dreams/id879273552?i=879273565",
      "https://itunes.apple.com/us/album/id879273552?i=879273565&uo=4",
      "https://music.apple.com/us/album/in-between-dreams/879273552?i=879273565",
    ]
  )
  func songs(_ url: String) throws { #expect(try id(url) == "itunes:song:879273565") }
}
