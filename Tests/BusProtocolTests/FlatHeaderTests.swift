import Testing

@testable import BusProtocol

@Suite("The short way of a header")
struct FlatHeaderTests {
  static let headers = [
    Header(type: .hello, id: "h"),
    Header(type: .call, id: "c1", sid: "a-1", method: .artistAlbums, timeoutMs: 10_000),
    Header(type: .part, re: "c1", sid: "a-1", seq: 0),
    Header(type: .done, re: "{}[],: /~", sid: "a-1"),
    Header(type: .pong, re: "", seq: 999_999_999),
  ]

  @Test("writes the bytes of the general codec", arguments: headers)
  func written(_ header: Header) throws {
    let bytes = try BusCodec.encode(header)
    #expect(FastHeaderCodec.write(header) == bytes)
    #expect(FastHeaderCodec.read(bytes) == header)
  }

  @Test("also reads what has spaces between its members and another order")
  func spaces() {
    let json = #"{ "type" : "part", "seq" : 12 , "re":"c" }"#
    #expect(FastHeaderCodec.read(Array(json.utf8)) == Header(type: .part, re: "c", seq: 12))
  }

  @Test(
    "leaves to the general codec what has escapes or is not ASCII",
    arguments: ["a\"b", "a\\b", "é", "\n", "\u{7F}", "\u{0}"]
  )
  func escapes(_ id: String) throws {
    let header = Header(type: .hello, id: id)
    #expect(FastHeaderCodec.write(header) == nil)
    #expect(FastHeaderCodec.read(try BusCodec.encode(header)) == nil)
    let frames = try WireMessage(header).frames()
    #expect(frames[1] == (try BusCodec.encode(header)))
  }

  @Test(
    "leaves to the general codec everything that is not plain",
    arguments: [
      "", "{", "{}", "[]", "null", #"{"type":"bye""#, #"{"type":"bye"}}"#, #"{"type":"bye"} "#,
      #" {"type":"bye"}"#, #"{"type":"bye",}"#, #"{"type":"bye","type":"bye"}"#,
      #"{"type":"bye","id":"a","id":"b"}"#, #"{"type":"bye","id":null}"#, #"{"type":"none"}"#,
      #"{"type":"bye","seq":01}"#, #"{"type":"bye","seq":-1}"#, #"{"type":"bye","seq":1.0}"#,
      #"{"type":"bye","seq":1e2}"#, #"{"type":"bye","seq":1234567890}"#, #"{"type":"bye","seq":}"#,
      #"{"type":"bye","new":"x"}"#, #"{"type":"bye" "id":"a"}"#, #"{"id":"a"}"#, #"{"type":bye}"#,
    ]
  )
  func others(_ json: String) {
    #expect(FastHeaderCodec.read(Array(json.utf8)) == nil)
  }

  @Test("agrees with the general codec on whatever bytes it takes")
  func mutations() throws {
    var generator = SystemRandomNumberGenerator()
    let original = try BusCodec.encode(FlatHeaderTests.headers[1])
    for _ in 0..<5_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0x1F...0x80)
      }
      guard let header = FastHeaderCodec.read(bytes) else { continue }
      #expect(try BusCodec.decode(Header.self, from: bytes) == header)
    }
  }
}
