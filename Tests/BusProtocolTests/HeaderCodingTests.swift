import MusicModel
import Testing

@testable import BusProtocol

@Suite("Reading and writing headers")
struct HeaderCodingTests {
  static let headers = [
    Header(type: .hello, id: "h"),
    Header(type: .call, id: "c1", sid: "a-1", method: .artistAlbums, timeoutMs: 10_000),
    Header(type: .part, re: "c1", sid: "a-1", seq: 0),
    Header(type: .done, re: "{}[],: /~", sid: "a-1"),
    Header(type: .pong, re: "", seq: 999_999_999),
  ]

  @Test("Headers are written as by the general coder", arguments: headers)
  func written(_ header: Header) throws {
    let bytes = try BusCodec.encodeGenerally(header)
    #expect(header.writtenFast() == bytes)
    #expect(Header.readFast(bytes) == header)
  }

  @Test("Members may have any order and spaces between them")
  func spaces() {
    let json = #"{ "type" : "part", "seq" : 12 , "re":"c" }"#
    #expect(Header.readFast(Array(json.utf8)) == Header(type: .part, re: "c", seq: 12))
  }

  @Test(
    "Escapes and characters beyond ASCII are read and written as by the general coder",
    arguments: ["a\"b", "a\\b", "é", "\n", "\u{7F}", "\u{0}"]
  )
  func escapes(_ id: String) throws {
    let header = Header(type: .hello, id: id)
    let bytes = try BusCodec.encodeGenerally(header)
    #expect(header.writtenFast() == bytes)
    #expect(Header.readFast(bytes) == header)
    #expect(try WireMessage(header).frames()[1] == bytes)
  }

  @Test(
    "Everything that is not plain is left to the general coder",
    arguments: [
      "", "{", "{}", "[]", "null", #"{"type":"bye""#, #"{"type":"bye"}}"#,
      #"{"type":"bye",}"#, #"{"type":"bye","type":"bye"}"#,
      #"{"type":"bye","id":"a","id":"b"}"#, #"{"type":"none"}"#,
      #"{"type":"bye","seq":01}"#, #"{"type":"bye","seq":1.0}"#,
      #"{"type":"bye","seq":1e2}"#, #"{"type":"bye","seq":}"#,
      #"{"type":"bye","new":"x"}"#, #"{"type":"bye" "id":"a"}"#, #"{"id":"a"}"#, #"{"type":bye}"#,
    ]
  )
  func others(_ json: String) {
    #expect(Header.readFast(Array(json.utf8)) == nil)
  }

  @Test(
    "Space, null and any whole number are read as by the general coder",
    arguments: [
      #"{"type":"bye"} "#, #" {"type":"bye"}"#, #"{"type":"bye","id":null}"#,
      #"{"type":"bye","seq":-1}"#, #"{"type":"bye","seq":1234567890}"#,
    ]
  )
  func tolerated(_ json: String) throws {
    let bytes = Array(json.utf8)
    let header = try BusCodec.decodeGenerally(Header.self, from: bytes)
    #expect(Header.readFast(bytes) == header)
  }

  @Test("Whatever bytes are read directly, the general coder reads alike")
  func mutations() throws {
    var generator = SystemRandomNumberGenerator()
    let original = try BusCodec.encode(HeaderCodingTests.headers[1])
    for _ in 0..<5_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0x1F...0x80)
      }
      guard let header = Header.readFast(bytes) else { continue }
      // The direct reader is only given UTF-8.
      guard (try? UTF8Span(validating: bytes.span)) != nil else { continue }
      #expect(try BusCodec.decodeGenerally(Header.self, from: bytes) == header)
    }
  }
}
