import BusProtocol
import FavoritesModel
import MusicModel
import TestKit
import Testing

@Suite("Reading a document")
struct ReadingTests {
  private func text() -> [UInt8] {
    var document = FavoritesDocument.holding([Samples.artist(1), Samples.album(2), Samples.song(3)])
    _ = document.note(document.key("Album 2"), "x", now: Samples.moment(9))
    _ = document.remove([document.key("Song 3")], now: Samples.moment(10))
    return document.compacted()
  }

  private func reading(_ bytes: [UInt8]) throws(DocumentError) -> ParsedDocument {
    try ParsedDocument(bytes, now: Samples.start)
  }

  @Test("returns the written favourites, and writes the same bytes again")
  func roundTrip() throws {
    let text = text()
    let document = try read(text)
    #expect(document.shown.map(\.entity.displayName) == ["Artist 1", "Album 2"])
    #expect(document.compacted() == text)
  }

  @Test(
    "an empty file is a document without favourites",
    arguments: [[], [0x0A, 0x0A], [0xEF, 0xBB, 0xBF]]
  )
  func empty(bytes: [UInt8]) throws {
    #expect(try reading(bytes).document.count == 0)
  }

  @Test("other line endings, a byte order mark and a missing final line feed do no harm")
  func lineEnds() throws {
    let text = String(decoding: text(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let foreign = "\u{FEFF}" + lines.joined(separator: "\r\n\r\n")
    let reading = try reading(Array(foreign.utf8))
    #expect(reading.damaged.isEmpty)
    #expect(!reading.endsWithLineFeed)
    #expect(reading.document.compacted() == Array(text.utf8))
  }

  @Test("a change of several lines counts only with all of them, wherever the file was torn")
  func tornChange() throws {
    let base = text()
    var document = try read(base)
    let keys = [document.key("Artist 1"), document.key("Album 2")]
    let change = try #require(document.remove(keys, now: Samples.moment(50)).change)
    #expect(change.lines.count == 2)
    for size in 0..<change.text.count {
      let torn = try reading(base + change.text.prefix(size))
      #expect(torn.document.count == (size < change.text.count - 1 ? 2 : 0), "\(size) bytes")
      #expect(try read(torn.document.compacted()).count == torn.document.count)
    }
    let whole = try reading(base + change.text)
    #expect(whole.document.count == 0 && whole.damaged.isEmpty)
    #expect(try read(base + change.text + base + change.text).count == 0)
    let compacted = try read(whole.document.compacted())
    #expect(compacted.past.first?.count == 2, "The removal can still be undone as a whole.")
    let first = try reading(base + Array(change.lines[0].text))
    let reason = first.damaged.first?.reason.description
    #expect(reason == "the other lines of its change are missing")
    #expect(first.damaged.first?.number == base.split(separator: 0x0A).count + 1)
  }

  @Test("merging a document with itself changes nothing")
  func merged() throws {
    var document = try read(text())
    let keys = [document.key("Artist 1"), document.key("Album 2")]
    _ = document.remove(keys, now: Samples.moment(50))
    let before = document.compacted()
    document.merge(try read(before).lines)
    #expect(document.compacted() == before)
  }

  @Test("a corrupt line costs no other line of its change", arguments: [true, false])
  func corruptLine(isLastChange: Bool) throws {
    let base = text()
    var document = try read(base)
    let songs = (20..<30).map { Samples.song($0) }
    var random = SeededRandom(3)
    let added = try #require(document.add(songs, now: Samples.moment(50), using: &random).change)
    let noted = document.note(document.key("Artist 1"), "x", now: Samples.moment(60)).change
    let later = try #require(noted).text
    for number in added.lines.indices {
      let texts = added.lines.enumerated().map { index, line in
        var text = line.text
        if index == number { text[text.count / 2] ^= 1 }
        return text
      }
      let found = try reading(base + texts.joined() + (isLastChange ? [] : later))
      #expect(found.document.count == document.count - 1)
      #expect(found.damaged.count == 1)
    }
  }

  @Test("a line of the year 9999 is corrupt, since no change could follow it")
  func lastYear() throws {
    var document = try read(text())
    let removed = document.remove([document.key("Artist 1")], now: Samples.moment(50)).change
    var line = try #require(removed?.lines.first)
    line = FavoriteLine(line.fav, at: Timestamp(microseconds: .max), .remove)
    let late = try reading(text() + line.text)
    #expect(
      late.damaged.map(\.reason.description) == [
        "its \"at\" is not a date of the form 2026-11-20T13:07:01.123456Z before the year 9999"
      ]
    )
    #expect(late.document.count == document.count + 1 && late.document.acceptsChanges)
    line = FavoriteLine(
      line.fav,
      at: try #require(Timestamp("9998-12-31T23:59:59.999999Z")),
      .remove
    )
    let last = try reading(text() + line.text)
    #expect(last.damaged.isEmpty && !last.document.acceptsChanges)
  }

  @Test("two concatenated documents are read as one")
  func concatenated() throws {
    let other = FavoritesDocument.holding([Samples.song(7)], seed: 5).compacted()
    #expect(try read(text() + other).count == 3)
  }

  @Test("a newer version is rejected, whatever its header looks like")
  func newer() {
    for header in [
      "{\"format\":\"musicbus-favorites\",\"version\":2,\"sum\":1}",
      "{\"version\": 77, \"format\": \"musicbus-favorites\", \"more\": []}",
    ] {
      #expect(throws: DocumentError.newerVersion(header.contains("77") ? 77 : 2)) {
        try reading(Array(header.utf8) + [0x0A] + text())
      }
    }
  }

  @Test(
    "other files are rejected",
    arguments: [
      "hello\n", "{\"a\": 1}\n", "[1, 2]\n", "\u{0}\u{1}\u{2}",
      "{\"format\":\"other\",\"version\":1}",
    ]
  )
  func foreign(text: String) {
    #expect(throws: DocumentError.notFavorites) { try reading(Array(text.utf8)) }
  }

  @Test("a document without a valid header is read, and the corrupt header is reported")
  func noHeader() throws {
    var bytes = text()
    bytes[3] ^= 1
    let reading = try reading(bytes)
    #expect(reading.document.count == 2)
    #expect(reading.damaged.map(\.number) == [1])
    #expect(try read(Array(text().drop { $0 != 0x0A })).count == 2)
  }

  @Test("a handwritten list of version 0 is read, with the same result twice")
  func handwritten() throws {
    let text = """
      {"format": "musicbus-favorites", "version": 0}
      {"kind": "artist", "id": "itunes:artist:7", "name": "Nina"}

      {"entity": {"kind": "album", "id": "itunes:album:8", "title": "X"}, "note": "n", "added": "2001-02-03"}
      {"kind": "artist", "name": "without id"}
      """
    let reading = try reading(Array(text.utf8))
    #expect(reading.version == 0)
    #expect(reading.damaged.map(\.number) == [5])
    #expect(
      reading.damaged[0].reason.description
        == "it is not an artist, album or song: the member \"id\" is missing"
    )
    #expect(reading.document.shown.map(\.entity.displayName) == ["Nina", "X"])
    #expect(reading.document.shown[1].note == "n")
    #expect(reading.document.shown[1].added == Timestamp("2001-02-03"))
    #expect(reading.document.lastPending == nil)
    let again = try ParsedDocument(Array(text.utf8), now: Samples.moment(99))
    #expect(again.document.shown.map(\.fav) == reading.document.shown.map(\.fav))
  }

  @Test("a favourite whose main line is corrupt is reported, and retains its other fields")
  func incomplete() throws {
    var document = FavoritesDocument.holding([Samples.song(1)])
    let change = document.note(document.key("Song 1"), "x", now: Samples.moment(9)).change!
    let fav = change.lines[0].fav
    let reading = try reading(DocumentHeader.current.text + change.text)
    #expect(reading.document.count == 0)
    #expect(reading.document.incompleteCount == 1)
    let compact = try read(reading.document.compacted())
    #expect(compact.record(fav)?.note == "x")
    var united = compact
    united.merge(document.lines)
    #expect(united.shown == document.shown)
    #expect(DocumentCheck(reading, of: "favorites").report.incomplete == [fav.description])
    #expect(!DocumentCheck(reading, of: "favorites").report.isSound)
  }

  @Test("a check finds snapshots that do not match their lines")
  func doubtful() throws {
    let sound = try reading(text())
    #expect(DocumentCheck(sound, of: "favorites").report.isSound)
    let wrong = String(decoding: text(), as: UTF8.self).split(separator: "\n").map { line in
      let text = line.split(separator: ",\"sum\":")[0]
        .replacing("\"title\":\"Album 2\"", with: "\"title\":\"Album 3\"")
        .replacing("\"biography\"", with: "biography")
      return "\(text),\"sum\":\(Checksum.of(Array(text.utf8)[...]))}\n"
    }
    let check = DocumentCheck(try reading(Array(wrong.joined().utf8)), of: "favorites").report
    #expect(check.doubtful.count == 2)
    #expect(check.damaged.isEmpty)
  }

  @Test("an unreadable snapshot shows the name and ids of its line")
  func unreadable() throws {
    let text =
      #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"album","#
      + #""name":"X","ids":["b:album:2","a:album:1"],"rank":"a0","entity":{oops}"#
    let line = "\(text),\"sum\":\(Checksum.of(Array(text.utf8)[...]))}\n"
    let shown = try reading(DocumentHeader.current.text + Array(line.utf8)).document.shown
    #expect(shown.map(\.entity.displayName) == ["X"])
    #expect(shown[0].entity.ids.count == 2)
  }

  @Test(
    "damaged documents: no crash, nothing silently dropped",
    arguments: 0..<LongRun.pick(3, long: 30)
  )
  func fuzz(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let whole = text()
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, &random) }
      guard let reading = try? reading(bytes) else { continue }
      _ = DocumentCheck(reading, of: "favorites")
      // Every line that is not empty is a header, a change or a corrupt line.
      let lines = bytes.split(separator: 0x0A).filter { $0 != [0x0D] && $0 != [0xEF, 0xBB, 0xBF] }
      let unusable = reading.damaged.count
      let headers = reading.version == 1 ? lines.count - reading.lineCount - unusable : 0
      #expect((0...2).contains(headers))
      #expect(try reading.document.shown == read(reading.document.compacted()).shown)
    }
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let position = Int.random(in: 0..<bytes.count, using: &random)
    let length = Int.random(in: 0...min(200, bytes.count - position), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(position..<position + length)
    case 2: bytes.insert(contentsOf: bytes[position..<position + length], at: 0)
    case 3: bytes.removeLast(length)
    case 4: bytes.insert(contentsOf: "\n{\"\\\u{1}".utf8, at: position)
    default:
      for index in position..<position + length {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
    }
  }
}
