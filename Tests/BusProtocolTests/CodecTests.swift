import BusProtocol
import MusicModel
import Testing

@Suite("JSON on the bus")
struct CodecTests {
  @Test("is one line with sorted members and plain slashes")
  func written() throws {
    let value: JSONValue = ["b": 1, "a": ["c": "http://x/y", "B": .null], "é": true]
    let text = String(decoding: try JSONCodec.encode(value), as: UTF8.self)
    #expect(text == #"{"a":{"B":null,"c":"http://x/y"},"b":1,"é":true}"#)
  }

  @Test("is equal bytes for equal values")
  func equalBytes() throws {
    let members = (0..<50).map { ("member\($0)", JSONValue.integer($0)) }
    let one = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
    let other = JSONValue.object(Dictionary(uniqueKeysWithValues: members.reversed()))
    #expect(try JSONCodec.encode(one) == JSONCodec.encode(other))
  }

  @Test("may hold any number of brackets in its texts")
  func brackets() throws {
    let text = String(repeating: #"[{\"\\"#, count: 100)
    let json = Array("{\"text\":\"\(text)\"}".utf8)
    #expect(try JSONCodec.decode(CallParameters.self, from: json).text?.count == 400)
  }

  @Test(
    "is refused with the place and the reason",
    arguments: [
      (#"{"type":"part","seq":"1"}"#, "seq: must be a whole number"),
      (#"{"id":"x"}"#, #"the member "type" is missing"#),
      ("{\u{0}}", "invalid JSON: a name in quotes is missing"),
      (String(repeating: "[", count: 33), "invalid JSON: too many nested brackets"),
      ("{", "invalid JSON: a name in quotes is missing"),
      (#"{"type":"part" "seq":1}"#, "invalid JSON: a comma or } is missing"),
      (#"{"type":"part","seq":1.5}"#, "seq: must be a whole number in range"),
      (#"{"type":"part","seq":1e400}"#, "is not a value"),
      (#"{"type":7}"#, "type: must be a text"), ("[]", "must be an object"),
      ("7", "must be an object"),
      (#"{"type":null}"#, "must be a text, not null"),
    ]
  )
  func described(_ json: String, _ reason: String) throws {
    let error = #expect(throws: (any Error).self) {
      try JSONCodec.decode(Header.self, from: Array(json.utf8))
    }
    let text = try #require(error.map(JSONCodec.describe))
    #expect(text.contains(reason), "\(json): \(text)")
    for word in ["Expected", "decode", "Dictionary", "Int", "String", "Swift", "Parsed"] {
      #expect(!text.contains(word), "\(text)")
    }
  }

  @Test("describes a failure by its message")
  func failure() {
    let failure = Failure(.busy, "Too many calls are waiting.", retryAfterMs: 1_000)
    #expect(JSONCodec.describe(failure) == "Too many calls are waiting.")
  }

  @Test("preserves unknown members of an entity")
  func unknown() throws {
    let json = #"""
      {"kind":"song","id":"x:song:1","ids":["x:song:1"],"title":"T","z":{"y":[1,-2.5,null,{"w":"ü"}],"v":false}}
      """#
    let song = try JSONCodec.decode(Entity.self, from: Array(json.utf8))
    let before = try JSONCodec.decode(JSONValue.self, from: Array(json.utf8))
    let after = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(song))
    #expect(before == after)
  }
}
