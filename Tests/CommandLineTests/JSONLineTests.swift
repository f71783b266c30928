import BusProtocol
import Foundation
import MusicModel
import Testing

@testable import musicbus

@Suite("A line of JSON")
struct JSONLineTests {
  @Test("is flat, has sorted members and omits missing values")
  func flat() throws {
    #expect(
      try JSONLine.text(Entity.artist(Samples.namelessRiver))
        == #"{"id":"itunes:artist:1","ids":["itunes:artist:1"],"kind":"artist","name":"Nameless River"}"#
    )
  }

  @Test(
    "stays one line whatever the texts contain",
    arguments: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
  )
  func oneLine(_ separator: String) throws {
    var artist = Samples.namelessRiver
    artist.biography = "one\(separator)two"
    let line = try JSONLine.text(Entity.artist(artist))
    #expect(!line.contains { $0.isNewline })
    #expect(try JSONCodec.decode(Artist.self, from: Array(line.utf8)) == artist)
  }

  @Test(
    "contains no character that could control a terminal or the direction of text",
    arguments: [
      0x7F, 0x80, 0x9B, 0x9F, 0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF,
      0x200B, 0x2060,
    ]
  )
  func controls(_ value: UInt32) throws {
    let character = Character(try #require(Unicode.Scalar(value)))
    var artist = Samples.namelessRiver
    artist.name = "a\(character)b"
    let line = try JSONLine.text(Entity.artist(artist))
    #expect(!line.unicodeScalars.contains { $0.value == value })
    let digits = String(value, radix: 16)
    #expect(line.contains("a\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "b"))
    #expect(try JSONCodec.decode(Artist.self, from: Array(line.utf8)) == artist)
  }

  @Test("contains no tags, with which a text can hide another one")
  func tags() throws {
    var artist = Samples.namelessRiver
    artist.name = "a\u{E0041}b"
    let line = try JSONLine.text(Entity.artist(artist))
    #expect(line.contains(#""a\udb40\udc41b""#))
    #expect(try JSONCodec.decode(Artist.self, from: Array(line.utf8)) == artist)
  }

  @Test(
    "nests nothing deeper than lists, images, links and references",
    arguments: [
      Entity.artist(Samples.pinkFloyd), .album(Samples.moon), .song(Samples.money),
    ]
  )
  func depth(_ entity: Entity) throws {
    let line = try JSONLine.text(entity)
    let members = try JSONCodec.decode([String: JSONValue].self, from: Array(line.utf8))
    for (name, value) in members where value.members != nil {
      #expect(["artist", "album", "links"].contains(name))
    }
    #expect(try JSONCodec.decode(Entity.self, from: Array(line.utf8)) == entity)
  }

  @Test("has the number of albums of an artist if it is known")
  func albumCounts() throws {
    var artist = Samples.namelessRiver
    artist.albumCount = 0
    #expect(
      try JSONLine.text(Entity.artist(artist))
        == #"{"albumCount":0,"id":"itunes:artist:1","ids":["itunes:artist:1"],"kind":"artist","name":"Nameless River"}"#
    )
  }

  @Test("for an image contains its location and the file written")
  func media() throws {
    let line = MediaLine(
      kind: "artwork",
      id: Samples.id("itunes:album:1"),
      url: "https://img.example/1.jpg",
      type: "image/jpeg",
      bytes: 7,
      file: "cover.jpg"
    )
    #expect(
      try JSONLine.text(line)
        == #"{"bytes":7,"file":"cover.jpg","id":"itunes:album:1","kind":"artwork","type":"image/jpeg","url":"https://img.example/1.jpg"}"#
    )
  }
}
