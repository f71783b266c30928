import BusProtocol
import FavoritesModel
import MusicModel
import TestKit
import Testing

@Suite("The specification of the format")
struct FormatTests {
  /// The examples in the specification.
  private func examples() throws -> [[UInt8]] {
    let text = try PackageRoot.text("Protocol/favorites-document.md")
    return text.split(separator: "```jsonl\n").dropFirst().map { part in
      Array((part.split(separator: "```").first ?? "").utf8)
    }
  }

  @Test("contains examples that are valid")
  func example() throws {
    let text = try #require(try examples().first)
    var document = try read(text)
    #expect(document.names() == ["Pastel Blues", "Nina Simone"])
    let artist = try #require(document.show(document.key("Nina Simone")))
    #expect(artist.note == "the Montreux concert!")
    #expect(artist.added == Timestamp("2026-11-02T19:30:00.120000Z"))
    let kinds = (0..<5).map { _ in
      document.undo(now: Samples.moment(1_000_000)).results.first?.steps.map(\.kind)
    }
    #expect(kinds == [[.moved], [.added], [.noted], nil, nil])
    #expect(document.names() == ["Nina Simone"])
    let lines = text.split(separator: 0x0A).map { Array($0) + [0x0A] }
    for line in lines.dropFirst() {
      let read = try FavoriteLine(line, 0..<line.count - 1)
      #expect(String(decoding: read.text, as: UTF8.self) == String(decoding: line, as: UTF8.self))
    }
    #expect(lines.first == DocumentHeader.current.text)
  }

  @Test("contains lines that a hand may add to the document")
  func byHand() throws {
    let examples = try examples()
    #expect(examples.count == 3)
    let reading = try ParsedDocument(examples[0] + examples[1], now: Samples.start)
    #expect(reading.damaged.isEmpty)
    let shown = reading.document.shown
    #expect(shown.map(\.entity.displayName) == ["Pastel Blues", "Nina Simone"])
    #expect(shown.map(\.note) == ["for Sundays", "on vinyl"])
  }

  @Test("contains a handwritten list that can be read")
  func handwritten() throws {
    let reading = try ParsedDocument(try #require(try examples().last), now: Samples.start)
    #expect(reading.version == 0)
    #expect(reading.damaged.isEmpty)
    #expect(reading.document.shown.map(\.note) == [nil, "on vinyl"])
  }
}
