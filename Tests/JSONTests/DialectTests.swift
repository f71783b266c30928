import JSON
import Testing

@Suite("JSON dialects")
struct DialectTests {
  static let dialects: [JSONDialect] = [.wire, .configuration, .foreign]

  @Test("Unusual input has one result in each dialect", arguments: UnusualInput.all)
  func unusual(_ input: UnusualInput) {
    #expect((try? JSONValue(input.bytes, .wire)) == input.strict)
    #expect((try? JSONValue(input.bytes, .configuration)) == input.strict)
    #expect((try? JSONValue(input.bytes, .foreign)) == input.foreign)
  }

  @Test("Truncated text is rejected as truncated", arguments: dialects)
  func truncated(_ dialect: JSONDialect) throws {
    let text = #"{"a":[1,-2.5e3,"x\n\u00e9\ud83c\udfb5",null,true],"b":{"c":[{}]}}"#
    let bytes = Array(text.utf8)
    for count in bytes.indices {
      let error = #expect(throws: JSONError.self) {
        try JSONValue(Array(bytes[..<count]), dialect)
      }
      #expect(error?.isTruncated == true, "\(count)")
    }
    _ = try JSONValue(bytes, dialect)
  }

  @Test(
    "Malformed text is not rejected as truncated",
    arguments: ["[1 2]", "hello", "{a:1}", "[}"]
  )
  func malformed(_ text: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(Array(text.utf8), .foreign) }
    #expect(error?.isTruncated == false)
  }

  @Test("Changed bytes give a value or an error inside the text", arguments: dialects)
  func damaged(_ dialect: JSONDialect) {
    let original = Array(#"{"a":[1,2.5e3,"x\n\u00e9\ud83c\udfb5",null],"b":{"c":[{}]}}"#.utf8)
    for index in original.indices {
      for byte in [UInt8(0), 0x22, 0x5C, 0x7B, 0x5D, 0x2C, 0x30, 0x80, 0xFF] {
        var bytes = original
        bytes[index] = byte
        do throws(JSONError) { _ = try JSONValue(bytes, dialect) } catch {
          #expect((0...bytes.count).contains(error.offset))
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test("An error has a line and a column")
  func position() {
    let bytes = Array("{\n  \"é\": tru\n}".utf8)
    let error = #expect(throws: JSONError.self) { try JSONValue(bytes, .configuration) }
    #expect(error?.kind == .invalidValue("tru"))
    let position = error.map { $0.position(in: bytes) }
    #expect(position?.line == 2)
    #expect(position?.column == 9)
  }
}
