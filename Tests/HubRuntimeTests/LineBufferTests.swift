import Testing

@testable import HubRuntime

@Suite("The lines of a process")
struct LineBufferTests {
  @Test(
    "are those that a line feed ends, in whatever pieces they arrive",
    arguments: [1, 2, 3, 50]
  )
  func pieces(size: Int) {
    let text = Array("one\n\ntwo words\nthree\nrest".utf8)
    var buffer = LineBuffer()
    var lines: [String] = []
    for start in stride(from: 0, to: text.count, by: size) {
      lines += buffer.add(Array(text[start..<min(text.count, start + size)]))
    }
    #expect(lines == ["one", "", "two words", "three"])
    #expect(buffer.add(Array(" of it\n".utf8)) == ["rest of it"])
  }

  @Test("are all of a large piece, and the last ones are retained")
  func many() {
    var buffer = LineBuffer()
    let lines = buffer.add(Array((0..<50_000).map { "\($0)\n" }.joined().utf8))
    #expect(lines.count == 50_000)
    #expect(lines.last == "49999")
    #expect(buffer.last.count == LineBuffer.maxLines)
    #expect(buffer.last.last == "49999")
  }

  @Test("are cut at a bound")
  func long() {
    var buffer = LineBuffer()
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: LineBuffer.maxLineBytes + 1)
    #expect(buffer.add(text).map(\.utf8.count) == [LineBuffer.maxLineBytes])
  }
}
