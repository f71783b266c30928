import Foundation
import JSON
import MusicModel
import TestKit
import Testing

/// A value with everything that synthesized conformances use.
private struct Sample: Codable, Hashable {
  enum Word: String, Codable { case one, two }
  struct Inner: Codable, Hashable {
    var text: String
    var numbers: [Int]
    var word: Word?
  }

  var flag = true
  var amount = 9.99
  var count = -7
  var small: UInt8 = 255
  var large: UInt64 = 9_007_199_254_740_993
  var text = "\"é\" / \\ \n🎵"
  var word = Word.two
  var inner = Inner(text: "", numbers: [1, 2, 3], word: .one)
  var list = [Inner(text: "a", numbers: [], word: nil)]
  var table = ["b": 1.5, "a": -2]
  var matrix = [[true], []]
  var json: JSONValue = ["a": [1, .number(2.5), .null, "x", true]]
  var nothing: String?
  var emptyText = ""
}

@Suite("Reading and writing any value")
struct CodecTests {
  private func foundation(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  /// The sample without its JSON value, which only JSONCodec reads.
  private struct Plain: Codable, Hashable {
    var flag: Bool, amount: Double, count: Int, small: UInt8, large: UInt64, text: String
    var word: Sample.Word, inner: Sample.Inner, list: [Sample.Inner], table: [String: Double]
    var matrix: [[Bool]], nothing: String?, emptyText: String
  }

  @Test("A value is written as Foundation writes it with sorted members, and read")
  func roundTrip() throws {
    let bytes = try JSONCodec.encode(Sample())
    #expect(try JSONCodec.decode(from: bytes) == Sample())
    let plain: Plain = try JSONCodec.decode(from: bytes)
    #expect(try JSONCodec.encode(plain) == foundation(plain))
  }

  @Test("Whatever bytes are read, Foundation reads alike")
  func mutations() throws {
    let seed = LongRun.pick(0, long: UInt64.random(in: .min ... .max))
    var random = SeededRandom(seed)
    let plain: Plain = try JSONCodec.decode(from: JSONCodec.encode(Sample()))
    let original = try JSONCodec.encode(plain)
    let signs = Array("\"\\{}[]:, 019-.eE/nt\u{0}\u{1F}\u{80}".utf8)
    var count = 0
    for _ in 0..<LongRun.pick(2_000, long: 50_000) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[position] = signs.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: position)
        default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: position)
        }
      }
      guard let value = try? JSONCodec.decode(Plain.self, from: bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let wanted = try? JSONDecoder().decode(Plain.self, from: Data(bytes))
      #expect(value == wanted, "\(seed): \(text)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test(
    "A mismatch has a place and a reason",
    arguments: [
      (#""flag":1"#, "flag: must be true or false"),
      (#""flag":null"#, "flag: must be true or false, not null"),
      (#""count":"1""#, "count: must be a whole number"),
      (#""count":1.5"#, "count: must be a whole number in range"),
      (#""count":1e30"#, "count: must be a whole number in range"),
      (#""count":90071992547409E3"#, "count: must be a whole number in range"),
      (#""count":-9007199254740993.0"#, "count: must be a whole number in range"),
      (#""small":256"#, "small: must be a whole number in range"),
      (#""small":-1"#, "small: must be a whole number in range"),
      (#""word":"three""#, #"word: unknown value "three""#), (#""word":3"#, "word: must be a text"),
      (#""inner":{"numbers":[]}"#, #"inner: the member "text" is missing"#),
      (#""inner":{"numbers":[1,true],"text":""}"#, "inner.numbers.1: must be a whole number"),
      (#""inner":[]"#, "inner: must be an object"), (#""list":{}"#, "list: must be a list"),
      (#""table":{"a":"b"}"#, "table.a: must be a number"),
      (#""text":"a","text":"b""#, #"duplicate member "text""#),
    ]
  )
  func mismatch(_ member: String, _ reason: String) throws {
    let name = try #require(member.split(separator: "\"").first)
    guard case .object(var members) = try JSONValue(JSONCodec.encode(Sample()), .wire) else {
      return
    }
    members["\(name)"] = nil
    let rest = EncodedJSON(.object(members)).bytes.dropFirst()
    let error = #expect(throws: JSONMismatch.self) {
      try JSONCodec.decode(Sample.self, from: Array("{\(member),".utf8) + rest)
    }
    #expect(error?.description == reason)
  }

  @Test("A whole number may be written with a fraction or an exponent")
  func wholeNumbers() throws {
    #expect(try JSONCodec.decode([Int].self, from: Array("[1.0,2e2,-0]".utf8)) == [1, 200, 0])
    let largest = "[9007199254740991.0,-9007199254740991e0,9007199254740993]"
    #expect(
      try JSONCodec.decode([Int].self, from: Array(largest.utf8)) == [
        9_007_199_254_740_991, -9_007_199_254_740_991, 9_007_199_254_740_993,
      ]
    )
    #expect(try JSONCodec.decode([Double].self, from: Array("[1,-2]".utf8)) == [1, -2])
  }

  @Test("A number that is not finite cannot be written", arguments: [Double.infinity, .nan])
  func infinite(_ number: Double) {
    #expect(throws: JSONMismatch.self) { try JSONCodec.encode(["a": [number]]) }
    var sample = Sample()
    sample.amount = number
    #expect(throws: JSONMismatch.self) { try JSONCodec.encode(sample) }
  }

  @Test("A number that no Double can hold is not read, wherever it is")
  func huge() {
    for text in ["[1e999]", #"{"a":{"b":-1e999}}"#] {
      #expect(throws: JSONError.self) {
        try JSONCodec.decode(JSONValue.self, from: Array(text.utf8))
      }
    }
    let album = #"{"id":"a:album:1","kind":"album","mood":1e999,"title":"T"}"#
    #expect(throws: JSONError.self) {
      try JSONCodec.decode(Album.self, from: Array(album.utf8))
    }
  }

  @Test("Unknown members are kept, however many, and names are compared as they are written")
  func unknownMembers() throws {
    let others = (0..<50_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let known = #""id":"a:album:1","kind":"album","title":"T""#
    let text = "{\(others),\"album\u{212A}ind\":\"ep\",\(known)}"
    let album: Album = try JSONCodec.decode(from: Array(text.utf8))
    #expect(album.extra.count == 50_001 && album.albumKind == nil && album.title == "T")
  }

  @Test("The text of a value is kept as it is")
  func encoded() throws {
    let text = #"[{"a":null , "b":[1.50]}, "\u0041"]"#
    let values = try JSONCodec.decode([EncodedJSON].self, from: Array(text.utf8))
    #expect(
      values.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"a":null , "b":[1.50]}"#, #""\u0041""#,
      ]
    )
    #expect(try JSONCodec.encode(values) == Array(#"[{"a":null , "b":[1.50]},"\u0041"]"#.utf8))
  }

  @Test("A deep or long text takes linear work")
  func linear() throws {
    let deep = String(repeating: "[", count: 33)
    let error = #expect(throws: JSONError.self) {
      try JSONCodec.decode(JSONValue.self, from: Array(deep.utf8))
    }
    #expect(error?.kind == .tooDeep)
    let members = (0..<50_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let table: [String: Int] = try JSONCodec.decode(from: Array("{\(members)}".utf8))
    #expect(table.count == 50_000)
  }
}
