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
    "may show a song on the page of its album",
    arguments: [
      "https://itunes.apple.com/us/album/in-between-dreams/id879273552?i=879273565",
      "https://itunes.apple.com/us/album/id879273552?i=879273565&uo=4",
      "https://music.apple.com/us/album/in-between-dreams/879273552?i=879273565",
    ]
  )
  func songs(_ url: String) throws { #expect(try id(url) == "itunes:song:879273565") }
}
