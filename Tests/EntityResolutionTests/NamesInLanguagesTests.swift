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
      ("de", "Hikaru Utada"), ("ru", "宇多田ヒカル"), (nil, "宇多田ヒカル"),
    ] as [(String?, String)]
  )
  func language(_ language: String?, _ name: String) throws {
    let utada = artist(
      "宇多田ヒカル",
      [
        LocalName(lang: "ja", name: "宇多田ヒカル", primary: true),
        LocalName(lang: "ja", name: "宇多田光"), LocalName(lang: "ja-Latn", name: "Utada Hikaru"),
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

  @Test("stays if no name in the language is the usual one")
  func several() {
    let names = ["Prince", "The Artist"].map { LocalName(lang: "fr", name: $0) }
    #expect(shown(artist("Prince", names), in: "fr")?.name == "Prince")
    #expect(
      shown(artist("Björk", [LocalName(lang: "en", name: "Bjork", primary: true)]), in: "de")?.name
        == "Björk"
    )
    #expect(shown(artist("КИНО", []), in: "en")?.name == "КИНО")
  }
}
