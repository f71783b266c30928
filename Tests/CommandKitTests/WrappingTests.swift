import CommandKit
import Testing

@Suite("Wrapping a paragraph")
struct WrappingTests {
  @Test(
    "breaks lines at spaces and, in scripts without spaces, between characters",
    arguments: [
      ("", 10, []),
      ("one", 10, ["one"]),
      ("one two three", 7, ["one two", "three"]),
      ("one two three", 6, ["one", "two", "three"]),
      ("one  two   three ", 80, ["one two three"]),
      (" one", 10, ["one"]),
      // Line breaks and empty lines between paragraphs are preserved
      ("one\ntwo", 80, ["one", "two"]),
      ("one\r\n\r\ntwo\n\n", 80, ["one", "", "two"]),
      // A word that is too wide
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("ab abcdefgh cd", 4, ["ab", "abcd", "efgh", "cd"]),
      ("ab abcdefghi cd", 4, ["ab", "abcd", "efgh", "i cd"]),
      // A no-break space holds words together
      ("one two\u{A0}three", 9, ["one", "two\u{A0}three"]),
      // Wide characters
      ("日本の音楽", 6, ["日本の", "音楽"]),
      ("日本の音楽", 5, ["日本", "の音", "楽"]),
      ("日本、音楽。", 4, ["日", "本、", "音", "楽。"]),
      ("歌「愛」", 6, ["歌", "「愛」"]),
      ("BTSは방탄소년단", 8, ["BTSは방", "탄소년단"]),
      ("日本", 1, ["日", "本"]),
      ("日本\nab", 1, ["日", "本", "a", "b"]),
      ("👩‍🎤👩‍🎤👩‍🎤", 4, ["👩‍🎤👩‍🎤", "👩‍🎤"]),
      ("one two", 0, ["o", "n", "e", "t", "w", "o"]),
      ("a\u{1B}[2Jb", 80, ["a␛[2Jb"]),
    ] as [(String, Int, [String])]
  )
  func lines(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test("handles texts of any length in reasonable time", .timeLimit(.minutes(10)))
  func longText() {
    for piece in ["a", "日", "word ", "\n"] {
      let text = String(repeating: piece, count: 50_000)
      #expect(text.wrapped(to: 80).allSatisfy { $0.columnCount <= 80 })
    }
  }
}
