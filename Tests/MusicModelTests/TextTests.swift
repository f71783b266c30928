import MusicModel
import Testing

@Suite("A text")
struct TextTests {
  @Test(
    "is trimmed of white space of any kind",
    arguments: [
      ("a b", "a b"), (" a\u{3000}", "a"), ("\r\n\u{2003}é\t", "é"), ("\u{A0}", ""), ("", ""),
    ]
  )
  func trimmed(_ text: String, _ trimmed: String) { #expect(text.trimmed == trimmed) }

  @Test(
    "is folded: without case, accents and width, but with the marks of Japanese",
    arguments: [
      ("Sigur Rós", "sigur ros"), ("STRASSE", "strasse"), ("Straße", "strasse"),
      ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ａ１", "a1"), ("が", "が"),
    ]
  )
  func folded(_ text: String, _ folded: String) { #expect(text.folded == folded) }

  @Test(
    "is percent-encoded and decoded",
    arguments: [("a-b_c.d~e", "a-b_c.d~e"), ("a b/ö\n", "a%20b%2F%C3%B6%0A")]
  )
  func encoded(_ text: String, _ encoded: String) {
    #expect(text.percentEncoded() == encoded)
    #expect(encoded.percentDecoded() == text)
  }

  @Test("stays where it is no percent code", arguments: ["100%", "%zz", "%+1", "% 1", "%"])
  func uncoded(_ text: String) { #expect(text.percentDecoded() == text) }

  @Test("is escaped for XML, which allows no other control characters than tab and line feed")
  func escaped() {
    #expect("a<\"b\">&\t\n\u{1}\u{FFFF}".escapedForXML == "a&lt;&quot;b&quot;&gt;&amp;\t\n  ")
  }
}
