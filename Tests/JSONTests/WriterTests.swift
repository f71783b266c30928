import Foundation
import JSON
import Testing

@Suite("Writing JSON")
struct WriterTests {
  @Test("Every character is written as Foundation writes it")
  func characters() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    for code in Array(UInt32(0)..<0x180) + [0x2028, 0xFEFF, 0xFFFD, 0x1F3B5] {
      let text = String(try #require(Unicode.Scalar(code)))
      var writer = JSONWriter()
      writer.add(text: text)
      #expect(writer.bytes == [UInt8](try encoder.encode(text)), "\(code)")
      #expect(try JSONValue(writer.bytes, .wire) == .string(text))
    }
  }

  @Test("Members are separated by commas")
  func members() {
    var writer = JSONWriter()
    writer.open(.object)
    writer.name("a")
    writer.add(text: "{")
    writer.name("b" as String)
    writer.open(.array)
    writer.separate()
    writer.add(-1)
    writer.separate()
    writer.add(true)
    writer.close(.array)
    writer.close(.object)
    #expect(writer.bytes == Array(#"{"a":"{","b":[-1,true]}"#.utf8))
  }
}
