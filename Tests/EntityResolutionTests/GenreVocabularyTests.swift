import BusProtocol
import JSON
import MusicModel
import TestKit
import Testing

@testable import EntityResolution

@Suite("Genres")
struct GenreVocabularyTests {
  @Test(
    "have MusicBrainz' names, whatever a source calls them",
    arguments: [
      (["Alternative"], ["Alternative Rock"]), (["prog rock"], ["Progressive Rock"]),
      (["Hip-Hop/Rap"], ["Hip Hop"]), (["R&B/Soul"], ["R&B", "Soul"]),
      (["Électronique"], ["Electronic"]),
      // Two genres of one source, one genre of two, and words that name none.
      (["Folk, World, & Country"], ["Country", "Folk", "World"]),
      (["Rap", "hip hop"], ["Hip Hop"]),
      (["Other", "Jazz", "Unknown genre"], ["Jazz"]),
      // Lists in one word.
      (["Jazz; Blues"], ["Jazz", "Blues"]), (["Jazz/Zydeco"], ["Jazz", "Zydeco"]),
      // What nobody lists stays as it is, also with signs.
      (["Zydeco"], ["Zydeco"]), (["zouk / kompa"], ["zouk / kompa"]), ([""], [""]),
    ]
  )
  func names(_ words: [String], _ genres: [String]) {
    #expect(GenreVocabulary.genres(words) == genres)
  }

  @Test("of the registry stand for themselves alone, and each of their words for them")
  func registry() throws {
    let text = try PackageRoot.text("Protocol/registry/genres.json")
    let registry = try JSONCodec.decode(JSONValue.self, from: Array(text.utf8))
    let genres = try #require(registry["genres"]?.elements)
    #expect(genres.count > 100)
    for genre in genres {
      let name = try #require(genre["name"]?.text)
      #expect(GenreVocabulary.genres([name]) == [name])
      for word in (genre["words"]?.elements ?? []).compactMap(\.text) {
        for spelling in [word, word.uppercased()] {
          #expect(GenreVocabulary.genres([spelling]).contains(name), "\(spelling)")
        }
        #expect(GenreVocabulary.spellings(of: name).contains(word))
      }
    }
    for word in (registry["none"]?.elements ?? []).compactMap(\.text) {
      #expect(GenreVocabulary.genres([word]) == [])
    }
  }

  @Test("are named in the views of one and of several records, but not in the records")
  func views() throws {
    let store = album("s", "s:album:1", title: "Animals", by: "Pink Floyd") { $0.genres = ["Prog"] }
    let other = album("d", "d:album:1", "s:album:1", title: "Animals", by: "Pink Floyd") {
      $0.genres = ["Rock Music", "Progressive Rock"]
    }
    let one = Catalog.merge([store])[0]
    #expect(one.entity.asAlbum?.genres == ["Progressive Rock"])
    let both = Catalog.merge([store, other])[0]
    #expect(both.records.count == 2)
    #expect(Set(both.entity.asAlbum?.genres ?? []) == ["Progressive Rock", "Rock"])
    #expect(both.entity.asAlbum?.genres.count == 2)
    let said = both.provenance(at: nil)["genres"]
    let words = ([said?.value].compactMap(\.self) + ((said?.alternatives ?? []).map(\.value)))
      .flatMap { $0.elements ?? [] }.compactMap(\.text)
    #expect(Set(words).isSuperset(of: ["Prog", "Rock Music"]))
  }
}
