import BusProtocol
import FavoritesModel
import MusicModel
import Testing

/// Lines without a checksum.
@Suite("A line that was written by hand")
struct HandLineTests {
  private static let fav = "01ARYZ6S410123456789ABCDEF"

  /// A document of two songs; the last change is of second 9.
  private func base() -> FavoritesDocument {
    var document = FavoritesDocument.holding([Samples.song(1), Samples.song(2)])
    _ = document.note(document.key("Song 1"), "x", now: Samples.moment(9))
    return document
  }

  /// The document with further lines.
  private func reading(_ lines: String..., now: Timestamp = Samples.moment(500)) throws
    -> ParsedDocument
  {
    let text = lines.map { $0 + "\n" }.joined()
    return try ParsedDocument(base().compacted() + Array(text.utf8), now: now)
  }

  /// The time that a line gets, counted from 1.
  private func time(_ number: Int64) -> Timestamp {
    Timestamp(microseconds: Samples.moment(9).microseconds + number)
  }

  private let queen = #"{"op":"add","kind":"artist","name":"Queen","ids":["itunes:artist:7"]}"#
  private let nina =
    #"{ "op": "add", "note": "!", "entity": {"kind": "artist", "id": "a:artist:8", "name": "Nina"} }"#

  @Test("adds a favourite at the end with its kind, name and ids, or with its entity alone")
  func added() throws {
    let reading = try reading(queen, nina + "  ")
    #expect(reading.damaged.isEmpty && !reading.isComplete)
    var document = reading.document
    #expect(document.names() == ["Song 1", "Song 2", "Queen", "Nina"])
    let favorites = document.shown.suffix(2)
    #expect(favorites.map(\.refreshed) == [time(1), time(2)])
    #expect(favorites.map(\.added) == [Samples.moment(500), Samples.moment(500)])
    #expect(favorites.map(\.note) == [nil, "!"])
    #expect(document.undo(now: Samples.moment(600)).results.first?.steps.map(\.kind) == [.added])
    #expect(document.names() == ["Song 1", "Song 2", "Queen"])
  }

  @Test("is not what a whole file becomes in whose header a bit has changed")
  func header() throws {
    var bytes = base().compacted()
    let version = try #require(bytes.firstRange(of: Array("\"version\":1".utf8)))
    bytes[version.upperBound - 1] = UInt8(ascii: "0")
    let reading = try? ParsedDocument(bytes, now: Samples.moment(500))
    #expect(reading?.version != 0)
  }

  @Test(
    "with a time of more than a day in the future is corrupt: it would be newer than all that follows"
  )
  func future() throws {
    let line =
      #"{"op":"add","at":"2206-01-01T00:00:00Z","kind":"artist","name":"A","ids":["a:artist:7"]}"#
    let reading = try reading(line, queen)
    #expect(reading.damaged.map { "\($0.reason)" } == ["it has a time in the future"])
    var document = reading.document
    #expect(document.names() == ["Song 1", "Song 2", "Queen"])
  }

  @Test("is complete when the document is written again")
  func completed() throws {
    let reading = try reading(queen, nina)
    let text = reading.document.compacted()
    let again = try ParsedDocument(text, now: Samples.moment(900))
    #expect(again.damaged.isEmpty && again.isComplete)
    #expect(again.document.shown == reading.document.shown)
    #expect(again.document.compacted() == text)
  }

  @Test("has the same favourite, time and rank for all who read the same file, also twice in it")
  func deterministic() throws {
    let one = try reading(queen, nina)
    #expect(try reading(queen, nina).document.compacted() == one.document.compacted())
    let other = try reading(queen, nina, now: Samples.moment(700)).document
    #expect(other.shown.map(\.fav) == one.document.shown.map(\.fav))
    #expect(other.shown.map(\.refreshed) == one.document.shown.map(\.refreshed))
    var merged = other
    merged.merge(one.document.lines)
    #expect(merged.shown == one.document.shown)
    let twice = try reading(queen, queen).document
    #expect(twice.count == 3 && twice.shown[2].members.count == 1)
  }

  @Test("starts a document that has no times")
  func alone() throws {
    let header = #"{"format":"musicbus-favorites","version":1}"#
    let reading = try ParsedDocument(
      Array("\(header)\r\n\(queen)\r\n\(nina)".utf8),
      now: Samples.moment(1)
    )
    #expect(reading.damaged.isEmpty)
    #expect(reading.document.shown.map(\.entity.displayName) == ["Queen", "Nina"])
    #expect(reading.document.shown.map(\.added) == [Samples.moment(1), Samples.moment(1)])
    #expect(try read(reading.document.compacted()).shown == reading.document.shown)
  }

  @Test("that was changed counts as the newest if its time was deleted")
  func changed() throws {
    let before = base()
    let text = String(decoding: before.compacted(), as: UTF8.self)
    let edited = text.split(separator: "\n").map { line in
      guard line.hasPrefix("{\"op\":\"keep\""), line.contains("Song 1") else {
        return "\(line)\n"
      }
      let changed = line.replacing(/"at":"[^"]*",/, with: "", maxReplacements: 1)
        .replacing(/,"sum":\d+/, with: "").replacing("\"x\"", with: "\"edited\"")
      return changed.replacing("\"title\":\"Song 1\"", with: "\"title\":\"Renamed\"") + "\n"
    }
    let reading = try ParsedDocument(Array(edited.joined().utf8), now: Samples.moment(500))
    #expect(reading.damaged.isEmpty)
    // A hub that has the former state, and one that has not.
    var merged = before
    merged.merge(reading.document.lines)
    for var document in [merged, reading.document] {
      #expect(document.names() == ["Renamed", "Song 2"])
      #expect(document.shown[0].note == "edited")
      #expect(document.shown[0].added == before.shown[0].added)
    }
  }

  @Test("moves, notes, removes and restores the favourite that it names")
  func changes() throws {
    let favs = base().shown.map(\.fav)
    let reading = try reading(
      #"{"op":"move","fav":"\#(favs[1])","rank":"Zz"}"#,
      #"{"op":"note","fav":"\#(favs[1])","note":"new"}"#,
      #"{"op":"remove","fav":"\#(favs[0])"}"#
    )
    #expect(reading.damaged.isEmpty)
    #expect(reading.document.shown.map(\.note) == ["new"])
    let text = String(decoding: reading.document.compacted(), as: UTF8.self)
    let restored = text + #"{"op":"restore","fav":"\#(favs[0])"}"#
    #expect(
      try ParsedDocument(Array(restored.utf8), now: Samples.start).document.shown.map(\.fav)
        == favs.reversed()
    )
  }

  @Test("preserves the members that it states, also those that are not known")
  func stated() throws {
    let line =
      #"{"op":"add","fav":"\#(Self.fav)","at":"2026-11-21","added":"2001-02-03","rank":"Zz","#
      + #""stars":5,"entity":{"kind":"artist","id":"a:artist:8","name":"Nina","shoe":44}}"#
    let document = try reading(line).document
    let nina = try #require(document.shown.first)
    #expect(nina.fav.description == Self.fav)
    #expect(nina.added == Timestamp("2001-02-03") && nina.refreshed == Timestamp("2026-11-21"))
    let text = String(decoding: document.compacted(), as: UTF8.self)
    #expect(text.contains(#""stars":5,"entity""#) && text.contains(#""shoe":44"#))
  }

  @Test(
    "is corrupt with the reason",
    arguments: [
      (#"{"kind":"artist"}"#, "its \"op\" is missing"),
      (
        #"{"op":"burn","fav":"01ARYZ6S410123456789ABCDEF"}"#,
        "its \"op\" is \"burn\", which is not known"
      ),
      (#"{"op":"remove"}"#, "its \"fav\" is missing"),
      (#"{"op":"keep","at":"2026-11-21"}"#, "its \"fav\" is missing"),
      (#"{"op":"note","ids":["a:artist:8"],"note":"x"}"#, "its \"fav\" is missing"),
      (#"{"op":"move","fav":"01ARYZ6S410123456789ABCDEF"}"#, "its \"rank\" is missing"),
      (#"{"op":"refresh","fav":"01ARYZ6S410123456789ABCDEF"}"#, "its \"entity\" is missing"),
      (#"{"op":"add"}"#, "its \"entity\" is missing"),
      (
        #"{"op":"add","fav":"x","kind":"artist","name":"X","ids":["a:b:c"]}"#,
        "its \"fav\" is not a ULID"
      ),
      (#"{"op":"add","name":"X","ids":["a:b:c"]}"#, "its \"kind\" is not artist, album or song"),
      (#"{"op":"add","kind":"artist","ids":["a:b:c"]}"#, "its \"name\" is missing"),
      (
        #"{"op":"add","kind":"artist","name":"X","ids":["Queen"]}"#,
        "its \"ids\" are not a list of ids of the form namespace:type:value"
      ),
      (
        #"{"op":"add","entity":{"kind":"artist","name":"X"}}"#,
        "its \"entity\" is not an artist, album or song: the member \"id\" is missing"
      ),
      (
        #"{"op":"remove","fav":"01ARYZ6S410123456789ABCDEF","sum": 5}"#,
        "its \"sum\" is not a checksum at its end, without spaces"
      ),
      (
        #"{"op":"remove","fav":"01ARYZ6S410123456789ABCDEF","rum":5}"#,
        "it has no checksum, and its last member is not known"
      ),
      (#"{"op":"add","entity":{oops}}"#, "invalid JSON: a name in quotes is missing"),
      (#"{"op":"remove","fav":"#, "it is no JSON object, or it was not written whole"),
    ]
  )
  func corrupt(line: String, reason: String) throws {
    let reading = try reading(line)
    #expect(reading.damaged.map(\.reason.description) == [reason])
    #expect(reading.document.shown == base().shown)
  }

  @Test("is corrupt if there is no time after all others")
  func lastMoment() throws {
    let last = FavoriteLine(
      FavoriteID(Self.fav)!,
      at: Timestamp("9998-12-31T23:59:59.999999Z")!,
      .remove
    )
    let reading = try reading(String(decoding: last.text.dropLast(), as: UTF8.self), queen)
    #expect(
      reading.damaged.map(\.reason.description) == ["its \"at\" is missing, and none is left"]
    )
    #expect(reading.document.count == 2)
  }

  @Test("costs no other line of its change if its time was deleted")
  func ofChange() throws {
    var document = base()
    var random = SeededRandom(3)
    let songs = (20..<23).map { Samples.song($0) }
    let added = try #require(document.add(songs, now: Samples.moment(50), using: &random).change)
    let texts = added.lines.map { String(decoding: $0.text.dropLast(), as: UTF8.self) }
    let edited = texts[1]
      .replacing(/"at":"[^"]*",/, with: "")
      .replacing(/,"sum":\d+/, with: "")
    let reading = try reading(texts[0], edited, texts[2])
    #expect(reading.damaged.isEmpty)
    #expect(Set(reading.document.shown.map(\.fav)) == Set(document.shown.map(\.fav)))
  }

  @Test("is not what a line becomes of which a bit has changed, or a part was not written")
  func everyBit() throws {
    let content = try #require(FavoriteContent(Samples.song(1)))
    let fav = try #require(FavoriteID(Self.fav))
    let events: [FavoriteLine.Event] = [.refresh(content), .remove, .note("x", was: nil)]
    for event in events {
      let line = FavoriteLine(fav, at: Samples.moment(20), event).text.dropLast()
      for position in line.indices {
        var texts = (0..<8).map { bit in
          var bytes = Array(line)
          bytes[position] ^= 1 << bit
          return bytes
        }
        texts.append(Array(line.prefix(position)))
        for text in texts where !text.isEmpty {
          let text = DocumentHeader.current.text + text
          let reading = try ParsedDocument(text, now: Samples.moment(1))
          if reading.damaged.isEmpty { Issue.record("\(String(decoding: text, as: UTF8.self))") }
        }
      }
    }
  }
}
