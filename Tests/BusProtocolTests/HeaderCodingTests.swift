import MusicModel
import Testing

@testable import BusProtocol

@Suite("Headers on the wire")
struct HeaderCodingTests {
  @Test(
    "are read as they were written",
    arguments: [
      Header(type: .hello, id: "h"), Header(type: .hello, id: "a\"b\\é\n\u{7F}\u{0}"),
      Header(type: .call, id: "c1", sid: "a-1", method: .artistAlbums, timeoutMs: 10_000),
      Header(type: .part, re: "c1", sid: "a-1", seq: 0),
      Header(type: .done, re: "{}[],: /~", sid: "a-1"),
      Header(type: .pong, re: "", seq: 999_999_999),
    ]
  )
  func roundTrip(_ header: Header) throws {
    #expect(try JSONCodec.decode(from: JSONCodec.encode(header)) == header)
  }

  @Test(
    "may have any order, spaces, nulls, and members that this version does not know",
    arguments: [
      #" { "type" : "part", "seq" : 12 , "re":"c" } "#,
      #"{"re":"c","seq":12,"type":"part","id":null}"#,
      #"{"re":"c","seq":12.0,"type":"part","new":{"a":[]}}"#,
    ]
  )
  func tolerated(_ json: String) throws {
    let header: Header = try JSONCodec.decode(from: Array(json.utf8))
    #expect(header == Header(type: .part, re: "c", seq: 12))
  }

  @Test(
    "are refused if they are not valid",
    arguments: [
      "", "{", "{}", "[]", "null", #"{"type":"bye""#, #"{"type":"bye"}}"#,
      #"{"type":"bye",}"#, #"{"type":"bye","type":"bye"}"#,
      #"{"type":"bye","id":"a","id":"b"}"#, #"{"type":"none"}"#,
      #"{"type":"bye","seq":01}"#, #"{"type":"bye","seq":1.5}"#, #"{"type":"bye","seq":}"#,
      #"{"type":"bye" "id":"a"}"#, #"{"id":"a"}"#, #"{"type":bye}"#,
      #"{"type":"bye","new":[1,,2]}"#,
    ]
  )
  func refused(_ json: String) {
    #expect(throws: (any Error).self) { try JSONCodec.decode(Header.self, from: Array(json.utf8)) }
  }
}
