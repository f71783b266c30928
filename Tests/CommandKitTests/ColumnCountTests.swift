import CommandKit
import Testing

@Suite("The width of a text on a terminal")
struct ColumnCountTests {
  @Test(
    "is counted in columns by grapheme clusters",
    arguments: [
      ("", 0), ("Pink Floyd", 10), ("~", 1),
      // Latin and its accents, in one scalar and in two; Greek, Cyrillic, Hebrew, Arabic, Thai
      ("Beyoncé", 7), ("Beyonce\u{301}", 7), ("Motörhead", 9), ("Σπανός", 6), ("Кино", 4),
      ("שלום", 4), ("فيروز", 5), ("สวัสดี", 4), ("Z\u{351}\u{36B}\u{343}algo", 5),
      // Chinese, Japanese, Korean: precomposed, halfwidth, decomposed
      ("周杰倫", 6), ("宇多田ヒカル", 12), ("きゃりー", 8), ("か\u{3099}", 2), ("ｱｲﾄﾞﾙ", 5),
      ("방탄소년단", 10), ("\u{1112}\u{1161}\u{11AB}", 2), ("한", 2), ("ＡＢＣ", 6), ("「」。", 6),
      ("BTS (방탄소년단)", 16), ("𠮷野家", 6), ("䷀", 2), ("　", 2),
      // Emoji: alone, by selector, with skin tone, joined, flags, keycaps
      ("🎸", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("👩‍🎤", 2),
      ("👨‍👩‍👧‍👦", 2), ("🏳\u{FE0F}‍🌈", 2), ("🇬🇧", 2), ("🇬🇧🇸🇪", 4), ("🇬", 1), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
      ("🎵🎶", 4), ("☕", 2), ("★", 1), ("♥", 1), ("№", 1), ("…", 1),
      // Invisible characters, and ignorable ones that terminals draw
      ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{2060}", 0), ("a\u{200E}b", 2),
      ("\u{301}", 0), ("\u{AD}", 1), ("\u{7}", 0), ("\r\n", 0), ("\u{2028}", 0),
      ("\u{E000}", 1), ("\u{10FFFF}", 1),
    ]
  )
  func columnCount(text: String, columns: Int) {
    #expect(text.columnCount == columns)
  }

  @Test("is at most two columns per character")
  func bounded() {
    for text in ["क्ष्म्य", "👩‍🎤👩‍🎤", "日\u{FF9E}", "e" + String(repeating: "\u{301}", count: 1000)] {
      #expect(text.allSatisfy { 1...2 ~= $0.columnCount })
    }
  }

  @Test("never exceeds the limit of a shortened text", arguments: 0...14)
  func truncation(width: Int) {
    for text in ["Pink Floyd", "宇多田ヒカル", "BTS (방탄소년단)", "👩‍🎤🇬🇧❤\u{FE0F}abc", "a\u{301}b c d"] {
      let cut = text.truncated(to: width)
      #expect(cut.columnCount <= width)
      #expect(cut == text || width == 0 || cut.hasSuffix("…"))
      #expect(text.padded(to: width).columnCount == max(width, text.columnCount))
    }
  }

  @Test(
    "determines the position at which a text is shortened",
    arguments: [
      ("Pink Floyd", 10, "Pink Floyd"), ("Pink Floyd", 9, "Pink Flo…"), ("Pink Floyd", 6, "Pink…"),
      ("Pink Floyd", 1, "…"), ("Pink Floyd", 0, ""), ("Pink Floyd", -1, ""), ("", 0, ""),
      // A wide character that does not fit leaves its column empty
      ("周杰倫", 5, "周杰…"), ("周杰倫", 4, "周…"), ("周杰倫", 2, "…"),
      ("👨‍👩‍👧‍👦 family", 4, "👨‍👩‍👧‍👦…"), ("cafe\u{301} bar", 5, "cafe\u{301}…"),
    ]
  )
  func truncated(text: String, width: Int, result: String) {
    #expect(text.truncated(to: width) == result)
  }

  @Test(
    "decides how much padding is added",
    arguments: [
      ("U2", 4, Alignment.leading, "U2  "), ("U2", 4, .trailing, "  U2"), ("周", 4, .leading, "周  "),
      ("周", 4, .trailing, "  周"), ("U2", 2, .leading, "U2"), ("U2", 1, .trailing, "U2"),
      ("U2", -1, .leading, "U2"),
    ]
  )
  func padded(text: String, width: Int, alignment: Alignment, result: String) {
    #expect(text.padded(to: width, alignment) == result)
  }
}
