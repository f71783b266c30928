import CommandKit
import Testing

@Suite("Text with styles")
struct StyledTextTests {
  let line: StyledText = "\("Animals", .bold) (\(1977, .color(.cyan)))"

  @Test("renders its styles only on request")
  func rendering() {
    #expect(line.rendered(as: .plain) == "Animals (1977)")
    #expect(line.rendered(as: .ansi) == "\u{1B}[1mAnimals\u{1B}[0m (\u{1B}[36m1977\u{1B}[0m)")
    #expect(StyledText("x", Style(.dim, .red)).rendered(as: .ansi) == "\u{1B}[2;31mx\u{1B}[0m")
    #expect([line, "", line].rendered(as: .plain) == "Animals (1977)\n\nAnimals (1977)")
  }

  @Test("is as wide as its text")
  func width() {
    #expect(line.columnCount == 14)
    #expect(StyledText("周杰倫", .bold).columnCount == 6)
    #expect(StyledText("").isEmpty && StyledText("", .bold).isEmpty)
  }

  @Test("is equal if it looks equal")
  func equality() {
    #expect(StyledText("a", .bold) + StyledText("b", .bold) == StyledText("ab", .bold))
    #expect(StyledText("a") + StyledText("") == "a")
    #expect(StyledText("a", .bold) != "a")
  }

  @Test(
    "preserves its styles if it is shortened",
    arguments: [
      (14, "Animals| (|1977|)"), (13, "Animals| (|197…"), (11, "Animals| (|1…"),
      (10, "Animals| (|…"), (9, "Animals|…"), (8, "Animals|…"), (7, "Animal…"), (1, "…"), (0, ""),
      (-1, ""),
    ]
  )
  func truncation(width: Int, runs: String) {
    let cut = line.truncated(to: width)
    #expect(cut.text == runs.split(separator: "|").joined())
    #expect(cut.columnCount <= max(0, width))
    let ansi = cut.rendered(as: .ansi)
    #expect(ansi.isEmpty || ansi.hasPrefix("\u{1B}[1m"))
    #expect(ansi.count(where: { $0 == "\u{1B}" }) % 2 == 0)
  }

  @Test("pads without style")
  func padding() {
    #expect(StyledText("a", .bold).padded(to: 3).rendered(as: .ansi) == "\u{1B}[1ma\u{1B}[0m  ")
    #expect(StyledText("a", .bold).padded(to: 3, .trailing).text == "  a")
  }

  @Test("is wrapped between words and keeps its styles")
  func wrapped() {
    let line: StyledText = "\("deezer", .bold): could not reach it"
    let lines = line.wrapped(to: 14)
    #expect(lines.map(\.text) == ["deezer: could", "not reach it"])
    #expect(lines[0] == "\("deezer", .bold): could" && lines[1] == "not reach it")
    #expect(line.wrapped(to: nil) == [line] && line.wrapped(to: 100) == [line])
    #expect(
      StyledText("see https://music.example/a/b").wrapped(to: 10).count == 2,
      "URLs stay whole"
    )
  }
}

@Suite("Text from a hostile source")
struct HostileTextTests {
  @Test(
    "cannot control the terminal",
    arguments: [
      ("\u{1B}[2J", "␛[2J"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("a\nb", "a b"),
      ("a\r\nb", "a b"),
      ("a\rb", "a b"), ("a\tb", "a b"), ("a\u{0}b", "a␀b"), ("a\u{8}b", "a␈b"), ("a\u{7F}b", "a␡b"),
      ("\u{9B}31m", "\u{FFFD}31m"), ("\u{90}q", "\u{FFFD}q"),
      ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
      ("\u{202E}drowssap\u{202C}", "drowssap"), ("a\u{2066}b\u{2069}", "ab"), ("\n\r", "  "),
      ("\u{FEFF}a\u{200B}b\u{2060}c\u{3164}", "abc"), ("a\u{E0001}\u{E0062}\u{E007F}b", "ab"),
      // Harmless characters that scripts and emoji need
      ("שלום\u{200F}", "שלום\u{200F}"), ("👩‍🎤", "👩‍🎤"), ("Ça va ?", "Ça va ?"), ("", ""),
    ]
  )
  func neutralized(text: String, harmless: String) {
    #expect(text.neutralized == harmless)
    #expect(StyledText(text).rendered(as: .plain) == harmless)
    #expect(("\(text, .bold)" as StyledText).text == harmless)
  }

  @Test(
    "stays in lines, and shows where something was",
    arguments: [
      ("a,b\nc\td\r\n", "a,b\nc\td\n"), ("a\rb", "a␍b"), ("\u{1B}]0;x\u{7}", "␛]0;x␇"),
      ("\u{9B}2J", "\u{FFFD}2J"), ("a\u{85}b\u{2028}c", "a\u{FFFD}b\u{FFFD}c"),
      ("\u{202E}a\u{200F}\u{FEFF}\u{E0041}", "\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("👩‍🎤 ❤️\n", "👩‍🎤 ❤️\n"), ("plain", "plain"),
    ]
  )
  func neutralizedLines(text: String, harmless: String) {
    #expect(Array(text.neutralizedLines.unicodeScalars) == Array(harmless.unicodeScalars))
  }

  @Test("adds no escape sequences to a table, and no cells or rows to its plain info")
  func table() {
    let attack = "evil\u{1B}[2J\u{9B}K\tcell\nrow\u{202E}"
    let table = Table(
      columns: [.init(attack) { "\($0)" }, .init("b") { "\($0, .bold)" }],
      rows: [attack]
    )
    for line in table.layout(fitting: 40).lines {
      let shown = line.rendered(as: .plain)
      #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(
      table.tabSeparated().dropFirst() == ["evil␛[2J\u{FFFD}K cell row\tevil␛[2J\u{FFFD}K cell row"]
    )
  }
}
