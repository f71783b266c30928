import CommandKit
import Testing

@Suite("A program that is one command")
struct OneCommandTests {
  private static let fast = Option(flag: "fast", help: "Be fast.")
  private static let words = Argument(anyNumberOf: .text("WORD"), help: "Words.")

  private func program(takesWords: Bool) -> Program<Void> {
    Program(
      "walk",
      version: "1.2",
      command: Command(
        "run",
        abstract: "Walks.",
        arguments: takesWords ? [Self.words] : [],
        options: [Self.fast],
        action: ()
      )
    )
  }

  private func start(_ arguments: String..., takesWords: Bool = true) -> (
    start: Program<Void>.Start, output: [String], errors: [String]
  ) {
    var (output, errors): ([String], [String]) = ([], [])
    let start = program(takesWords: takesWords)
      .start(arguments, output: { output.append($0) }, errors: { errors.append($0) })
    return (start, output, errors)
  }

  @Test("needs no word for the command")
  func words() throws {
    guard case .run(_, let invocation) = start("run", "--fast", "--", "--slow").start else {
      Issue.record("It does not run.")
      return
    }
    #expect(invocation[Self.fast])
    #expect(try invocation[Self.words] == ["run", "--slow"])
    guard case .run(_, let empty) = start().start else {
      Issue.record("It does not run.")
      return
    }
    #expect(try empty[Self.words] == [])
  }

  @Test("prints help and version, and exits")
  func help() {
    let help = start("--help")
    #expect(help.output.contains("  walk [OPTION]… [WORD…]"))
    #expect(!help.output.contains { $0.contains("COMMAND") })
    #expect(start("--version").output == ["walk 1.2"])
    for run in [help, start("-V")] {
      guard case .exit(.ok) = run.start else {
        Issue.record("It does not exit.")
        continue
      }
      #expect(run.errors.isEmpty)
    }
  }

  @Test("reports a mistake under its name, and exits with 64")
  func mistakes() {
    let hint = "Run \"walk --help\" for help."
    #expect(
      start("--fats").errors == [
        "walk: Unknown option \"--fats\". Did you mean \"--fast\"? \(hint)"
      ]
    )
    let text = "To pass it as text, put -- before it."
    #expect(start("--xyz").errors == ["walk: Unknown option \"--xyz\". \(text) \(hint)"])
    let none = start("--xyz", takesWords: false)
    #expect(none.errors == ["walk: Unknown option \"--xyz\". \(hint)"])
    #expect(start("a", takesWords: false).errors.first?.contains("takes no arguments") == true)
    guard case .exit(.usageError) = none.start else {
      Issue.record("It does not exit.")
      return
    }
    #expect(none.output.isEmpty)
  }

  @Test("has a table without errors")
  func table() {
    #expect(program(takesWords: true).problems == [])
  }
}
