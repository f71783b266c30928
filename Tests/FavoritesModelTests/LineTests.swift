import FavoritesModel
import MusicModel
import Testing

@Suite("A line of the document")
struct LineTests {
  private let fav = FavoriteID("01ARYZ6S410123456789ABCDEF")!
  private let at = Timestamp("2026-11-20T13:07:01.5Z")!

  private func text(_ event: FavoriteLine.Event, undoes: Timestamp? = nil) -> String {
    String(decoding: FavoriteLine(fav, at: at, event, undoes: undoes).text, as: UTF8.self)
  }

  private func parse(_ text: String) throws(LineError) -> FavoriteLine {
    let bytes = Array(text.utf8)
    return try FavoriteLine(bytes, 0..<bytes.count)
  }

  /// A text with its checksum.
  private func sealed(_ text: String) -> String {
    "\(text),\"sum\":\(Checksum.of(Array(text.utf8)[...]))}"
  }

  @Test("starts with its type and ends with the checksum")
  func written() {
    #expect(
      text(.move(to: .between(.start, nil), from: .start))
        == #"{"op":"move","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20T13:07:01.500000Z","#
        + #""rank":"a1","was":"a0","sum":4230282280}"# + "\n"
    )
  }

  @Test(
    "stores an entity as it is written elsewhere, and returns it",
    arguments: [
      Samples.artist(1), Samples.album(2, "Ágætis \"byrjun\" \\ / 🎸", date: "1999-06"),
      Samples.album(3, "with a\ttab"), Samples.song(4), Samples.song(5, ""),
    ]
  )
  func entity(_ entity: Entity) throws {
    let content = try #require(FavoriteContent(entity))
    let written = try JSONCodec.encode(try #require(content.entity))
    #expect(content.entityText.elementsEqual(written))
    #expect(content.entity?.ids == entity.ids.sorted())
    #expect(content.entity?.base.extra == entity.base.extra)
    #expect(content.name == entity.displayName)
  }

  @Test("rejects an entity that is not UTF-8")
  func notUTF8() throws {
    let content = try #require(FavoriteContent(Samples.song(4)))
    let text = String(decoding: content.entityText, as: UTF8.self)
    let bytes = text.split(separator: "Ágætis", maxSplits: 1).map { Array($0.utf8) }
    let broken = Array(try #require(bytes.first) + [0xC3, 0x28] + (try #require(bytes.last)))
    #expect(throws: (any Error).self) { try JSONCodec.decode(Entity.self, from: broken) }
  }

  @Test("is read as it was written")
  func roundTrip() throws {
    var record = FavoriteRecord(fav)
    record.content = FavoriteContent(
      Samples.album(1, "\"Quotes\" and \\ and\ttabs", date: "1980-06")
    )
    record.added = Timestamp("2020-01-01")!
    record.rank = .between(.start, nil)
    record.note = "line one\nline \"two\" \u{1}\u{7F}"
    (record.hereAt, record.contentAt, record.rankAt, record.noteAt) = (at, at, at, at)
    var moved = record
    moved.rankAt = at.next
    moved.note = nil
    moved.noteAt = at.next.next
    let content = try #require(record.content)
    let events: [FavoriteLine.Event] = [
      .add(record), .add(nil), .remove, .gone, .restore, .refresh(content),
      .move(to: .start, from: nil), .note("x", was: nil), .note(nil, was: "y"),
    ]
    for event in events {
      for undoes in [nil, Timestamp("2026-11-19")] {
        let line = FavoriteLine(fav, at: at, event, undoes: undoes)
        let bytes = line.text
        #expect(try FavoriteLine(bytes, 0..<bytes.count - 1) == line)
      }
    }
    let saved = moved.line
    #expect(saved.at == moved.noteAt)
    #expect(try FavoriteLine(saved.text, 0..<saved.text.count - 1) == saved)
  }

  @Test("preserves unknown members of the line and of the entity")
  func unknownMembers() throws {
    let line = try parse(
      sealed(
        #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"artist","#
          + #""name":"X","colour":{"deep":[1,"}"]},"ids":["a:artist:1"],"rank":"a0","stars":5,"#
          + #""entity":{"kind":"artist","id":"a:artist:1","name":"X","shoe":[{"size":44}]}"#
      )
    )
    let again = String(decoding: line.effect.line.text, as: UTF8.self)
    #expect(again.contains(#""colour":{"deep":[1,"}"]},"stars":5,"entity""#))
    #expect(again.contains(#""shoe":[{"size":44}]"#))
    #expect(line.effect.content?.entity?.base.extra["shoe"] == [["size": 44]])
  }

  @Test(
    "is rejected with the reason",
    arguments: [
      (#"{"op":"remove","at":"2026-11-20""#, "its \"fav\" is not a ULID"),
      (#"{"op":"remove","fav":"x","at":"2026-11-20""#, "its \"fav\" is not a ULID"),
      (#"{"op":"remove","fav":"01ARYZ6S410123456789ABCDEF""#, "its \"at\" is missing"),
      (
        #"{"op":"remove","fav":"01ARYZ6S410123456789ABCDEF","at":"today""#,
        "its \"at\" is not a date of the form 2026-11-20T13:07:01.123456Z before the year 9999"
      ),
      (#"{"fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20""#, "its \"op\" is missing"),
      (
        #"{"op":"burn","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20""#,
        "its \"op\" is \"burn\", which is not known"
      ),
      (
        #"{"op":"move","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20""#,
        "its \"rank\" is missing"
      ),
      (
        #"{"op":"move","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","rank":"a10""#,
        "its \"rank\" is not a rank"
      ),
      (
        #"{"op":"refresh","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20""#,
        "its \"entity\" is missing"
      ),
      (
        #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"chart","#
          + #""name":"X","ids":["a:b:c"],"entity":{}"#,
        "its \"kind\" is not artist, album or song"
      ),
      (
        #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"album","#
          + #""ids":["a:b:c"],"entity":{}"#,
        "its \"name\" is missing"
      ),
      (
        #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"album","#
          + #""name":"X","ids":[],"entity":{}"#,
        "its \"ids\" are not a list of ids of the form namespace:type:value"
      ),
      (
        #"{"op":"add","fav":"01ARYZ6S410123456789ABCDEF","at":"2026-11-20","kind":"album","#
          + #""name":"X","ids":["a:b:c"],"entity":7"#,
        "its \"entity\" is not an object"
      ),
      (#"{"op":"remove","op":"add""#, "invalid JSON: duplicate member \"op\""),
      (#"{"op":"remove" "fav":1"#, "invalid JSON: a comma or } is missing"),
      (#"{"op":"rem"#, "invalid JSON: a comma or } is missing"),
    ]
  )
  func refused(text: String, reason: String) {
    let error = #expect(throws: LineError.self) { try parse(sealed(text)) }
    #expect(error?.description == reason)
  }

  @Test(
    "is rejected if it is incomplete",
    arguments: ["", "{", "{}", "hello", #"{"op":"add"}"#, #"{"sum":}"#]
  )
  func torn(text: String) {
    #expect(throws: LineError.self) { try parse(text) }
  }

  @Test("is rejected if any bit changed, or if it is truncated anywhere")
  func everyBit() throws {
    let content = try #require(FavoriteContent(Samples.song(1)))
    let line = FavoriteLine(fav, at: at, .refresh(content)).text.dropLast()
    for position in line.indices {
      for bit in 0..<8 {
        var bytes = Array(line)
        bytes[position] ^= 1 << bit
        if (try? FavoriteLine(bytes, 0..<bytes.count)) != nil {
          Issue.record("\(position), \(bit)")
        }
      }
      let cut = Array(line.prefix(position))
      if (try? FavoriteLine(cut, 0..<cut.count)) != nil { Issue.record("cut at \(position)") }
    }
  }
}
