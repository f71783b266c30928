import CommandKit
import Testing

@Suite("The command table")
struct CommandTableTests {
  @Test("of the sample program has no errors")
  func sample() {
    #expect(Sample.program.problems == [])
  }

  @Test("reports declarations that the parser cannot handle")
  func problems() {
    let word = Argument(.text("WORD"), help: "A word.")
    let words = Argument(repeating: .text("WORDS"), help: "Words.")
    let maybe = Argument(optional: .text("MAYBE"), help: "A word.")
    let color = Option("color", short: "c", .text("NAME"), help: "A colour.")
    let program = Program<Int>(
      "tool",
      version: "1",
      abstract: "Does things.",
      otherNames: ["ls": "two", "rm": "none all"],
      sections: [
        .init(
          "All",
          [
            Command(
              "one",
              abstract: "One.",
              arguments: [words, word],
              options: [color],
              action: 1
            ),
            Command("two", abstract: "Two.", arguments: [maybe, word], action: 2),
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
              arguments: [word, word],
              options: [
                Option(flag: "count", short: "c", help: "Counts"), Option(flag: "help", help: "X."),
              ],
              action: 5
            ),
            Command("none", abstract: "None.", commands: [], default: "all"),
          ]
        )
      ]
    )
    #expect(
      program.problems == [
        "tool: one is declared twice.",
        "tool one: WORD cannot be distinguished from WORDS.",
        "tool two: WORD cannot be distinguished from MAYBE.",
        "tool one: the text of the abstract does not end with a full stop.",
        "tool color: another command's --color takes a value.",
        "tool count: WORD is declared twice.",
        "tool count: --help is declared twice.",
        "tool count: the text of --count does not end with a full stop.",
        "tool count: -c already stands for --color.",
        "tool none: has no commands.",
        "tool none: the default command all does not exist.",
        "tool: the command none all for rm does not exist.",
      ]
    )
  }
}

@Suite("The exit status")
struct ExitStatusTests {
  @Test("has the values that scripts rely on")
  func numbers() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 64, 69, 75])
    #expect(ExitStatus.allCases.allSatisfy { $0.meaning.hasSuffix(".") })
  }
}
