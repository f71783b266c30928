import CommandKit
import Testing

@Suite("A list of labels and texts")
struct DefinitionListTests {
  let items: [DefinitionList.Item] = [
    .init("Formed", "1965"),
    .init(StyledText("国", .bold), "英国 and other countries", .dim),
    .init("Biography", "One line.\nAnother line."),
    .init("Nothing", ""),
  ]

  func text(_ list: DefinitionList, _ width: Int) -> String {
    list.lines(fitting: width).rendered(as: .plain)
  }

  @Test("aligns and wraps its texts")
  func lines() {
    #expect(
      text(DefinitionList(items), 30) == """
          Formed     1965
          国         英国 and other
                     countries
          Biography  One line.
                     Another line.
          Nothing
        """
    )
  }

  @Test("puts a label that is too wide on a separate line")
  func wideLabel() {
    #expect(
      text(DefinitionList(items, indent: 0, labelWidths: 0...7), 30) == """
        Formed   1965
        国       英国 and other
                 countries
        Biography
                 One line.
                 Another line.
        Nothing
        """
    )
  }

  @Test("gives labels the requested minimum width, and texts a readable one")
  func labelWidths() {
    #expect(text(DefinitionList([items[0]], labelWidths: 8...28), 40) == "  Formed    1965")
    #expect(text(DefinitionList([items[0]], labelWidths: 8...28), 0) == "  Formed    1965")
    #expect(DefinitionList([]).lines(fitting: 80) == [])
  }

  @Test("styles labels and texts")
  func styles() {
    #expect(
      DefinitionList([items[1]]).lines(fitting: 80).rendered(as: .ansi)
        == "  \u{1B}[1m国\u{1B}[0m  \u{1B}[2m英国 and other countries\u{1B}[0m"
    )
  }
}
