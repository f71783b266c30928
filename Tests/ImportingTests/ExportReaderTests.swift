import BusProtocol
import FavoritesModel
import Foundation
import HostKit
import MusicModel
import TestKit
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
    let row = try #require(file.rows.first?.row(from: nil))
    #expect(row.isIdentified, "its id and its names are known")
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
    #expect(file.rows.first?.row(from: nil).isIdentified == false)
  }

  @Test("gives the file that a playlist names, from where the playlist is")
  func files() throws {
    let directory = try TestDirectory()
    let path = directory.path
    try FileManager.default.createDirectory(
      atPath: "\(path)/Ann Bell",
      withIntermediateDirectories: true
    )
    for name in ["Ann Bell/a b.mp3", "Ann Bell/e.mp3", "c%20d.mp3"] {
      try Data().write(to: URL(filePath: "\(path)/\(name)"))
    }
    let text = """
      #EXTM3U
      Ann%20Bell/a%20b.mp3
      lists/../c%20d.mp3
      .\\Ann Bell\\e.mp3
      Ann Bell/gone.flac
      /srv/music/Ann Bell/100%/x.ogg
      C:\\Music\\x.mp3
      """
    let file = try read(text)
    func stored(_ directory: String?) -> [String?] {
      file.rows.map { $0.row(from: directory).file }
    }
    let absolute = "file:///srv/music/Ann Bell/100%25/x.ogg"
    #expect(
      stored(path).prefix(5).map { $0?.replacing("file://\(path)", with: "") } == [
        "/Ann Bell/a b.mp3", "/c%2520d.mp3", "/Ann Bell/e.mp3", "/Ann Bell/gone.flac", absolute,
      ]
    )
    #expect(stored(nil) == [nil, nil, nil, nil, absolute, nil])
  }

  @Test("counts the rows of which letters cannot be decoded")
  func letters() throws {
    // UTF-16 with half of a letter.
    let half: [UInt16] = [0xD800]
    let units = Array("title,artist\nRa".utf16) + half + Array("n,Ann Bell\nSun,Bob\n".utf16)
    let bytes: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let file = try ExportReader(Environment.current).read(bytes, name: "x.csv")
    #expect(file.notDecoded == 1 && file.rows.map { $0.doubt != nil } == [true, false])
    #expect(file.resolved([]).notDecoded == 1)
    #expect(file.info(name: "x.csv").notDecoded == 1)
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
