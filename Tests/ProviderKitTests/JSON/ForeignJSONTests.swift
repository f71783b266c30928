import MusicModel
import Testing

@testable import ProviderKit

@Suite("Reading the JSON of a source")
struct ForeignJSONTests {
  @Test(
    "understands every kind of value",
    arguments: [
      (#"null"#, .null),
      (#" true "#, .bool(true)),
      (#"-12"#, .integer(-12)),
      (#"12.5"#, .number(12.5)),
      (#"1e2"#, .number(100)),
      (#""a\"b\\c\/d\n\u00e9""#, .string("a\"b\\c/d\né")),
      (#""\ud83c\udfb5""#, .string("🎵")),
      (#"[]"#, .array([])),
      (#"[1, [2]]"#, .array([.integer(1), .array([.integer(2)])])),
      (#"{}"#, .object([:])),
      (#"{"a": 1, "a": 2}"#, .object(["a": .integer(2)])),
      ("\n\n\n{\"a\":null}\n\n", .object(["a": .null])),
    ] as [(String, JSONValue)]
  )
  func understands(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(foreign: Array(text.utf8)) == value)
  }

  @Test(
    "accepts almost valid JSON if no data is lost",
    arguments: [
      ("\"a\u{1}b\"", .string("a b")),
      ("\"a\nb\tc\"", .string("a\nb\tc")),
      (#""\ud83c!""#, .string("\u{FFFD}!")),
      (#""\ud83c\u0041""#, .string("\u{FFFD}A")),
      (#""\u0000""#, .string(" ")),
      ("\u{FEFF}[1]", .array([.integer(1)])),
      ("1e999", .null),
      ("1000000000000000000000000000000", .number(1e30)),
    ] as [(String, JSONValue)]
  )
  func forgives(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(foreign: Array(text.utf8)) == value)
  }

  @Test(
    "describes a body that is not JSON",
    arguments: [
      ("", .empty),
      (" \n\n", .empty),
      ("<!DOCTYPE html><p>Sorry", .html),
      ("\n<HTML><body>403</body>", .html),
      ("<?xml version=\"1.0\"?><feed/>", .xml),
      (#"{"a": [1, 2"#, .endsInTheMiddle),
      (#"{"a": "b"#, .endsInTheMiddle),
      (#"{"a""#, .endsInTheMiddle),
      (#"{"#, .endsInTheMiddle),
      (#"tru"#, .endsInTheMiddle),
      (#""\u12"#, .endsInTheMiddle),
      (#"-"#, .endsInTheMiddle),
      ("{}\n{}", .severalDocuments(line: 2)),
      ("[1] x", .notJSON(line: 1)),
      ("hello", .notJSON(line: 1)),
      ("{a: 1}", .notJSON(line: 1)),
      ("[1,]", .notJSON(line: 1)),
      ("[\n1 2]", .notJSON(line: 2)),
      (#""\x""#, .notJSON(line: 1)),
      (#""\u12g4""#, .notJSON(line: 1)),
      ("1.2.3 ", .notJSON(line: 1)),
      (String(repeating: "[", count: 100), .tooDeep),
    ] as [(String, JSONProblem)]
  )
  func refuses(_ text: String, _ problem: JSONProblem) {
    #expect(throws: problem) { try JSONValue(foreign: Array(text.utf8)) }
  }

  @Test("distinguishes text in another encoding from JSON")
  func encoding() {
    // "don’t" in Windows-1252.
    let bytes = Array("\"don".utf8) + [0x92] + Array("t\"".utf8)
    #expect(throws: JSONProblem.notUTF8) { try JSONValue(foreign: bytes) }
  }

  @Test("comes to an end with every beginning of a document")
  func truncated() throws {
    let text = #"{"a":[1,2.5e3,"x\n\u00e9\ud83c\udfb5",null,true],"b":{"c":[{}]}}"#
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count {
      #expect(throws: JSONProblem.self) { try JSONValue(foreign: Array(bytes[..<count])) }
    }
    _ = try JSONValue(foreign: bytes)
  }

  @Test("comes to an end with every byte of a document changed")
  func damaged() {
    let text = #"{"a":[1,2.5e3,"x\n\u00e9\ud83c\udfb5",null,true],"b":{"c":[{}]}}"#
    for position in text.utf8.indices {
      var bytes = Array(text.utf8)
      let index = text.utf8.distance(from: text.utf8.startIndex, to: position)
      for byte in [UInt8(0), 0x22, 0x5C, 0x7B, 0x5D, 0x2C, 0x80, 0xFF] {
        bytes[index] = byte
        // Whatever comes of it, it is a value or a reason.
        #expect(throws: Never.self) {
          do throws(JSONProblem) { _ = try JSONValue(foreign: bytes) } catch {
            _ = error.description
          }
        }
      }
    }
  }
}
