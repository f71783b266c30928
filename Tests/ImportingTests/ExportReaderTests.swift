import BusProtocol
import FavoritesModel
import HostKit
import MusicModel
import Testing

@testable import Importing

/// What the formats are is tested by the cases of `Plugins/Exports`.
@Suite("The reader of exports", .timeLimit(.minutes(5)))
struct ExportReaderTests {
  private func read(_ text: String, name: String = "export") throws -> ImportedFile {
    try ExportReader(Environment.current).read(Array(text.utf8), name: name)
  }

  @Test("gives the rows of a file, what is skipped, and what is repeated")
  func rows() throws {
    let file = try read(
      """
      Track URI,Track Name,Artist Name(s),Album Name
      spotify:track:4uLU6hMCjMI75M1A2tKUQC,Rain,Ann Bell,Blue Hours
      spotify:track:4uLU6hMCjMI75M1A2tKUQC,Rain,Ann Bell,Blue Hours
      spotify:episode:4uLU6hMCjMI75M1A2tKUQD,A talk,Some Show,
      """
    )
    #expect(file.format == "Exportify")
    #expect(file.rows.map(\.name) == ["Rain"])
    #expect(file.rows.first?.ids == [try #require(EntityID("spotify:song:4uLU6hMCjMI75M1A2tKUQC"))])
    #expect(file.repeated == 1)
    #expect(file.skipped.values.reduce(0, +) == 1)
    #expect(file.rowCount == 3)
    let stored = StoredImport(file, id: "0123456789abcdef", name: "x.csv")
    #expect(stored.openRows.isEmpty, "its id and its names are known")
  }

  @Test("a row with a cell too many is never taken for sure")
  func doubt() throws {
    let file = try read(
      """
      Track URI,Track Name,Artist Name(s)
      spotify:track:4uLU6hMCjMI75M1A2tKUQC,Rain,Ann Bell,Blue Hours
      """
    )
    #expect(file.rows.first?.doubt != nil)
    let stored = StoredImport(file, id: "0123456789abcdef", name: "x.csv")
    #expect(stored.openRows.count == 1)
  }

  @Test("gives links the ids that providers know")
  func links() throws {
    let file = try read("https://music.example.org/song/17\nhttps://other.example.org/song/18\n")
    #expect(file.hasLinks)
    #expect(file.rows.isEmpty)
    let pattern = URLPattern(
      "https://music.example.org/song/{id}",
      id: "example:song:{id}",
      example: "https://music.example.org/song/17"
    )
    let resolved = file.resolved([pattern])
    #expect(resolved.rows.map(\.ids) == [[try #require(EntityID("example:song:17"))]])
    #expect(resolved.rows.first?.entity == nil, "only its id is known")
    #expect(resolved.rowCount == file.rowCount)
  }

  @Test("reads tables of MusicBus as they were written, with any content")
  func own() throws {
    let file = try read(
      "\u{FEFF}fav,kind,name,artist,album,date,genres,ids,added,note\r\n"
        + "f-1,album,\"Guns N' Roses; \"\"live\"\"\",Nina,,1980-06,Jazz; Soul,a:album:1 b:album:2,"
        + "2024-05-06T07:08:09.000000Z,'=1+1\r\n"
        + ",artist,'Til Tuesday,,,,,a:artist:2,,\r\n"
    )
    #expect(file.format == "MusicBus")
    let items = FavoritesImport(try #require(file.own)).items
    #expect(items.map(\.content.name) == ["Guns N' Roses; \"live\"", "'Til Tuesday"])
    #expect(items.first?.content.ids.map(\.description) == ["a:album:1", "b:album:2"])
    #expect(items.first?.note == "=1+1")
    #expect(items.first?.added == Timestamp("2024-05-06T07:08:09Z"))
  }

  @Test(
    "says in a sentence why it cannot read a file",
    arguments: [
      "", "Stars,Comment\n5,nice\n", "<!DOCTYPE a [<!ENTITY b \"c\">]><playlist>&b;</playlist>",
      String(repeating: "[", count: 100_000),
    ]
  )
  func errors(_ text: String) throws {
    let error = #expect(throws: ImportFailure.self) { try read(text) }
    #expect(error?.message.last == ".", "\(error?.message ?? "")")
    #expect(error?.message.contains("Traceback") == false)
  }
}
