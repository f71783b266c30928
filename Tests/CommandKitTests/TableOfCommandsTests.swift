import CommandKit
import Testing

@Suite("The table of commands")
struct TableOfCommandsTests {
  @Test("of the sample has no problems")
  func sample() {
    #expect(Sample.program.problems == [])
  }

  @Test("tells what the parser could not deal with")
  func problems() {
    let word = Argument(.text("WORD"), help: "A word.")
    let words = Argument(repeating: .text("WORDS"), help: "Words.")
    let maybe = Argument(optional: .text("MAYBE"), help: "A word.")
    let color = Option("color", short: "c", .text("NAME"), help: "A colour.")
    let program = Program<Int>(
      "tool",
      version: "1",
      abstract: "Does things.",
      sections: [
        .init(
          "All",
          [
            Command("one", abstract: "One.", operands: [words, word], options: [color], action: 1),
            Command("two", abstract: "Two.", operands: [maybe, word], action: 2),
            Command("one", abstract: "Again", action: 3),
            Command(
              "color",
              abstract: "Colours.",
              options: [Option(flag: "color", help: "Colours.")],
              action: 4
            ),
            Command(
              "count",
              abstract: "Counts.",
              operands: [word, word],
              options: [
                Option(flag: "count", short: "c", help: "Counts"), Option(flag: "help", help: "X."),
              ],
              action: 5
            ),
            Command("none", abstract: "None.", commands: [], preset: "all"),
          ]
        )
      ]
    )
    #expect(
      program.problems == [
        "tool: one exists twice.",
        "tool one: nothing tells WORD from WORDS.",
        "tool two: nothing tells WORD from MAYBE.",
        "tool one: the text of the abstract does not end with a full stop.",
        "tool color: elsewhere --color takes a value.",
        "tool count: WORD exists twice.",
        "tool count: --help exists twice.",
        "tool count: the text of --count does not end with a full stop.",
        "tool count: elsewhere -c is --color.",
        "tool none: there is no command.",
        "tool none: there is no all to be the preset command.",
      ]
    )
  }
}

@Suite("The exit status")
struct ExitStatusTests {
  @Test("has the numbers that scripts rely on")
  func numbers() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 69, 75])
    #expect(ExitStatus.allCases.allSatisfy { $0.meaning.hasSuffix(".") })
  }
}
