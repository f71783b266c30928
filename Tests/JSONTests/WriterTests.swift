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

  @Test(
    "Every number is written as Foundation writes it",
    arguments: [
      0, -0.0, 0.1, 9.99, 10, -3.5, 123_456_789.25, 1e15, 9_007_199_254_740_992, 1e16, 1e17,
      123_456_789_012_345_683_968, 1e21, 0.0001, 1e-5, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude,
    ]
  )
  func numbers(_ number: Double) throws {
    var writer = JSONWriter()
    writer.add(number)
    #expect(writer.bytes == [UInt8](try JSONEncoder().encode(number)))
    #expect(writer.isComplete)
  }

  @Test("Numbers that are not finite cannot be written", arguments: [Double.infinity, .nan])
  func infinite(_ number: Double) {
    var writer = JSONWriter()
    writer.add(number)
    #expect(!writer.isComplete)
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
