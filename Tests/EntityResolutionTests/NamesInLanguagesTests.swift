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

  @Test(
    "stands in albums and songs as well, unless they credit one that the reader uses, or another one",
    arguments: [
      ("宇多田ヒカル", "en", "Hikaru Utada"), ("宇多田ヒカル", "fr", "Hikaru Utada"),
      ("Hikaru Utada", "ja", "宇多田ヒカル"), ("Utada", "en", "Utada"), ("Utada", "fr", "Utada"),
      ("Hikki", "ja", "Hikki"), ("宇多田ヒカル", "ja", "宇多田ヒカル"), ("宇多田ヒカル", nil, "宇多田ヒカル"),
    ] as [(String, String?, String)]
  )
  func references(_ credit: String, _ language: String?, _ shown: String) throws {
    let artist = artist(
      "宇多田ヒカル",
      [
        LocalName(lang: "ja", name: "宇多田ヒカル", primary: true),
        LocalName(lang: "en", name: "Utada"),
        LocalName(lang: "en", name: "Hikaru Utada", primary: true),
      ]
    )
    let both = [
      CreditedArtist(id: artist.id, name: credit, join: "&"), CreditedArtist(name: "宇多田ヒカル"),
    ]
    var album = Album(id: id("x:album:1"), title: "First Love")
    (album.artist, album.artists) = (ArtistReference(id: artist.id, name: credit), both)
    var song = Song(id: id("x:song:1"), title: "Automatic")
    (song.artist, song.artists) = (album.artist, both)
    let known = [artist.id: artist]
    let (one, other) = (
      Entity.album(album).named(in: language, artists: known),
      Entity.song(song).named(in: language, artists: known)
    )
    (album.artist, album.artists[0].name) = (ArtistReference(id: artist.id, name: shown), shown)
    (song.artist, song.artists[0].name) = (album.artist, shown)
    #expect(one == .album(album) && other == .song(song))
  }
}
