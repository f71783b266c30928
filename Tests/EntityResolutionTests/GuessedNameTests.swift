import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("A name that is a guess")
struct GuessedNameTests {
  @Test("joins nothing")
  func names() {
    let records = [
      song("files", "files:song:1", title: "Time", by: "Pink Floyd", on: "Animals", length: 200) {
        $0.guessed = true
      },
      song("a", "a:song:1", title: "Time", by: "Pink Floyd", on: "Animals", length: 200),
      album("files", "files:album:1", title: "Animals", by: "Pink Floyd") { $0.guessed = true },
      album("a", "a:album:1", title: "Animals", by: "Pink Floyd"),
      artist("files", "files:artist:1", name: "Pink Floyd") { $0.guessed = true },
      artist("a", "a:artist:1", name: "Pink Floyd"),
    ]
    #expect(Catalog.merge(records).count == 6)
    #expect(Catalog.compare(records[0], records[1]).decision != .same)
  }

  @Test("does not keep ids from joining")
  func ids() {
    let records = [
      song("files", "files:song:1", "mbid:recording:5", title: "track 1") { $0.guessed = true },
      song("a", "a:song:1", "mbid:recording:5", title: "Time", by: "Pink Floyd"),
    ]
    #expect(Catalog.merge(records).count == 1)
  }

  @Test("leaves an equal record that is no guess its matches")
  func twins() {
    let records = [
      artist("files", "files:artist:1", name: "Pink Floyd") { $0.guessed = true },
      artist("b", "b:artist:2", name: "Pink Floyd"),
      artist("a", "a:artist:1", name: "Pink Floyd"),
    ]
    let merged = Catalog.merge(records)
    #expect(merged.map(\.records.count).sorted() == [1, 2])
  }
}
