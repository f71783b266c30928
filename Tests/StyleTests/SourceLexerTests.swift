import Testing

@Suite("The lexer of the style tests")
struct SourceLexerTests {
  @Test("separates code, comments and strings")
  func lines() {
    let text = ##"""
      let a = "one // \(b + "two") \n three"  // four "five"
      let c = #"six "seven" \(d) \#(e)"#
      let f = """
        eight { \(g)
        """ + h
      """##
    let lines = SourceLexer.lines(of: text)
    #expect(
      lines.map(\.code) == [
        #"let a = "b + """  "#, #"let c = "e""#, "let f = \"", "g", "\" + h",
      ]
    )
    #expect(lines[0].comment == "// four \"five\"")
    #expect(lines[0].strings.split(separator: " ") == ["one", "//", "two", "three"])
    #expect(lines[1].strings.split(separator: " ") == ["six", "\"seven\"", "\\(d)"])
    #expect(lines[3].strings.split(separator: " ") == ["eight", "{"])
  }
}
