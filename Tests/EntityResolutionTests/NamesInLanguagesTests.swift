import MusicModel
import Testing

@testable import EntityResolution

@Suite("The name of an artist")
struct NamesInLanguagesTests {
  private func shown(_ artist: Artist, in language: String?) -> Artist? {
    Entity.artist(artist).named(in: language).asArtist
  }

  private func artist(_ name: String, _ names: [LocalName]) -> Artist {
    var artist = Artist(id: id("x:artist:1"), name: name)
    artist.names = names
    artist.aliases = names.map(\.name)
    return artist
  }

  @Test(
    "is that in the language of the call",
    arguments: [
      ("ja", "宇多田ヒカル"), ("en", "Hikaru Utada"), ("en-GB", "Hikaru Utada"),
      ("ja-Latn", "Utada Hikaru"), ("zh-Hant", "宇多田光"), ("ZH", "宇多田光"),
      // Readers of Latin letters get the English name, others the artist's own.
      ("de", "Hikaru Utada"), ("zh", "宇多田光"), ("ru", "宇多田ヒカル"), (nil, "宇多田ヒカル"),
    ] as [(String?, String)]
  )
  func language(_ language: String?, _ name: String) throws {
    let utada = artist(
      "宇多田ヒカル",
      [
        LocalName(lang: "ja", name: "宇多田ヒカル", primary: true),
        LocalName(lang: "ja", name: "宇多田光"),
        LocalName(lang: "ja-Latn", name: "Utada Hikaru", primary: true),
        LocalName(lang: "en", name: "Utada"),
        LocalName(lang: "en", name: "Hikaru Utada", primary: true),
        LocalName(lang: "zh-Hant", name: "宇多田光", primary: true),
      ]
    )
    let found = try #require(shown(utada, in: language))
    #expect(found.name == name)
    #expect(!found.aliases.contains(name) || found == utada)
    #expect(found == utada || found.aliases.first == "宇多田ヒカル")
  }

  @Test(
    "stays if there is no usual one for the readers of the language",
    arguments: [
      ("Prince", [LocalName(lang: "fr", name: "The Artist")], "fr"),
      ("宇多田ヒカル", [LocalName(lang: "ja-Latn", name: "Utada Hikaru", primary: true)], "ja"),
      ("Björk", [LocalName(lang: "en", name: "Bjork", primary: true)], "de"),
      ("†††", [LocalName(lang: "en", name: "Crosses", primary: true)], "de"),
      ("КИНО", [], "en"),
    ]
  )
  func own(_ name: String, _ names: [LocalName], _ language: String) {
    #expect(shown(artist(name, names), in: language)?.name == name)
  }

  @Test("stands in albums and songs as well, unless they credit another one")
  func references() throws {
    let artist = artist("宇多田ヒカル", [LocalName(lang: "en", name: "Hikaru Utada", primary: true)])
    func album(_ name: String) -> Entity {
      var album = Album(id: id("x:album:1"), title: "First Love")
      album.artist = ArtistReference(id: artist.id, name: name)
      album.artists = [
        CreditedArtist(id: artist.id, name: name, join: "&"), CreditedArtist(name: "宇多田ヒカル"),
      ]
      return .album(album)
    }
    let shown = album("宇多田ヒカル").named(in: "en", artists: [artist.id: artist])
    guard case .album(let one) = shown else { return }
    #expect(one.artist == ArtistReference(id: artist.id, name: "Hikaru Utada"))
    #expect(one.artists.map(\.name) == ["Hikaru Utada", "宇多田ヒカル"])
    #expect(one.artists.first?.join == "&")
    #expect(album("Hikki").named(in: "en", artists: [artist.id: artist]) == album("Hikki"))
    #expect(album("宇多田ヒカル").named(in: nil, artists: [artist.id: artist]) == album("宇多田ヒカル"))
  }
}
