import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Version words")
struct VersionWordsTests {
  static let words = [
    "Live", "Alesso Remix", "Karaoke Version", "Tribute", "Demo", "Acoustic", "Instrumental",
    "Cover", "Orchestral Version", "A Cappella", "Alternate Take", "Spanish Version", "Extended",
  ]

  @Test("make another recording of a song, in brackets and after a dash", arguments: words)
  func songs(word: String) {
    let plain = song("a", "a:song:1", title: "Yellow", by: "Coldplay")
    for title in ["Yellow (\(word))", "Yellow - \(word)"] {
      let other = song("b", "b:song:2", title: title, by: "Coldplay")
      #expect(Catalog.compare(plain, other).decision != .same)
      #expect(Catalog.compare(other, plain).decision != .same)
      #expect(
        Catalog.compare(other, song("c", "c:song:3", title: title, by: "Coldplay")).decision
          == .same
      )
    }
  }

  @Test("make another release group of an album", arguments: words)
  func albums(word: String) {
    let plain = album("a", "a:album:1", title: "Parachutes", by: "Coldplay")
    let other = album("b", "b:album:2", title: "Parachutes (\(word))", by: "Coldplay")
    #expect(Catalog.compare(plain, other).decision == .different)
  }

  @Test("a single and an EP are not the album of their title", arguments: ["Single", "EP"])
  func shortWorks(word: String) {
    let plain = album("a", "a:album:1", title: "Yellow", by: "Coldplay")
    let other = album("b", "b:album:2", title: "Yellow - \(word)", by: "Coldplay")
    #expect(Catalog.compare(plain, other).decision != .same)
  }

  @Test(
    "do not count in the middle of a title",
    arguments: ["Live and Let Die", "Cover Me", "Demons", "Acoustic Guitar", "Tribute to a Friend"]
  )
  func titles(title: String) {
    let one = song("a", "a:song:1", title: title, by: "Unknown Artist", length: 200)
    let other = song("b", "b:song:2", title: title.lowercased(), by: "Unknown Artist", length: 200)
    #expect(Catalog.compare(one, other).decision == .same)
  }
}
