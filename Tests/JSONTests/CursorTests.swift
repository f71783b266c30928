import Testing

@testable import JSON

@Suite("A cursor in JSON text")
struct CursorTests {
  private func cursor(_ text: String, _ dialect: JSONDialect = .wire) -> JSONCursor {
    JSONCursor(Array(text.utf8), dialect: dialect)
  }

  private func text(_ range: Range<Int>, _ cursor: JSONCursor) -> String {
    String(decoding: cursor.bytes[range], as: UTF8.self)
  }

  @Test("Members and elements are located, not read")
  func located() throws {
    var cursor = cursor(#" { "a" : [1, {"}": "]"}] , "b\"":-1.5e3,"c":"\\" } "#)
    try cursor.open(.object)
    var found: [String] = []
    while let (name, value) = try cursor.nextMember() {
      found += [text(name, cursor), text(value, cursor)]
    }
    try cursor.finish()
    #expect(found == ["a", #"[1, {"}": "]"}]"#, #"b\""#, "-1.5e3", "c", #""\\""#])
  }

  @Test("Elements are located in a range of the text")
  func range() throws {
    let bytes = Array(#"x["a",2]y"#.utf8)
    var cursor = JSONCursor(bytes, 1..<8)
    try cursor.open(.array)
    var count = 0
    while try cursor.nextElement() != nil { count += 1 }
    try cursor.finish()
    #expect(count == 2)
  }

  @Test(
    "Structural errors are found while locating",
    arguments: [
      ("{a:1}", JSONError.Kind.nameMissing), (#"{"a" 1}"#, .colonMissing),
      (#"{"a":1 "b":2}"#, .commaMissing(before: .object)), (#"{"a":1,}"#, .danglingComma),
      (#"{"a":}"#, .valueMissing), (#"{"a":"#, .truncated), (#"{"a":[1"#, .truncated),
      (#"{"a":"b"#, .quoteMissing), ("{\"a\":\"\n\"}", .quoteMissing),
      ("[1]", .bracketMissing(.object)),
      (#"{} x"#, .trailingText), (#"{"a":"# + String(repeating: "[", count: 33), .tooDeep),
    ]
  )
  func structure(_ text: String, _ kind: JSONError.Kind) {
    let error = #expect(throws: JSONError.self) {
      var cursor = cursor(text)
      try cursor.open(.object)
      while try cursor.nextMember() != nil {}
      try cursor.finish()
    }
    #expect(error?.kind == kind)
  }

  @Test("As many brackets are passed over as a text may have")
  func deepest() throws {
    let nested = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    var cursor = cursor(#"{"a":\#(nested),"b":1}"#)
    try cursor.open(.object)
    var names = 0
    while try cursor.nextMember() != nil { names += 1 }
    try cursor.finish()
    #expect(names == 2)
  }

  @Test(
    "A whole number is read as written",
    arguments: [
      ("0", 0), ("-7", -7), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("01", nil), ("1.0", nil),
      ("1e2", nil), ("-", nil), ("+1", nil), ("x", nil), ("", nil),
    ] as [(String, Int?)]
  )
  func integers(_ text: String, _ number: Int?) {
    var cursor = cursor(text)
    let read = cursor.integer()
    #expect(read == number)
    #expect((cursor.next == nil) == (number != nil || text.isEmpty))
  }

  @Test("A string is plain if it has no escapes")
  func plain() throws {
    var plain = cursor(#""é" 1"#)
    let range = plain.plainText()
    #expect(range == 1..<3)
    let number = plain.integer()
    #expect(number == 1)
    for text in [#""a\n""#, "\"a\nb\"", #""a"#, "1", ""] {
      var cursor = cursor(text)
      let range = cursor.plainText()
      #expect(range == nil)
      #expect(cursor.offset == 0)
    }
  }
}
