import TestKit
import Testing

extension WholeSystem {
  @Suite("At a terminal", .timeLimit(.minutes(3)))
  struct TerminalTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func terminal(_ columns: Int, rows: Int = 200) -> PseudoTerminal {
      PseudoTerminal(columns: columns, rows: rows, environment: sandbox.environment)
    }

    @Test("lists leave title, artist and date their space", arguments: [60, 80, 120])
    func music(_ columns: Int) throws {
      let shown = try terminal(columns).run(
        "musicbus top --limit 10",
        "musicbus albums 'Pink Floyd' --limit 5",
        "musicbus search artists 'Pink Floyd'"
      )
      #expect(shown.status == 0, "\(shown)")
      let first = try #require(shown.lines.first { $0.hasPrefix(" 1  ") })
      for text in ["The Dark Side of the Moon", "Pink Floyd", "1973"] {
        #expect(first.contains(text), "\(shown)")
      }
      #expect(shown.lines.contains { $0.contains("The Piper at the Gates of Dawn  ") }, "\(shown)")
      #expect(shown.lines.contains { $0.contains("The Pink Floyd Tribute Ensemble") }, "\(shown)")
      let tables = shown.lines.filter { $0.first?.isNumber == true || $0.hasPrefix(" ") }
      #expect(tables.containsOnly { $0.count <= columns }, "\(shown)")
    }

    @Test("the number of a row is valid until another list is shown", arguments: [60, 80, 120])
    func numbers(_ columns: Int) throws {
      let shown = try terminal(columns).run(
        "musicbus top --limit 5",
        "musicbus album 3",
        "musicbus favorites add 1 3",
        "musicbus artist 1",
        "musicbus favorites",
        "musicbus favorites remove 2"
      )
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.output.contains("\nPlease Please Me\n"), "\(shown)")
      #expect(shown.output.contains("Added: The Dark Side of the Moon"), "\(shown)")
      #expect(shown.output.contains("\nPink Floyd\n"), "\(shown)")
      #expect(shown.output.contains("Removed: Please Please Me"), "\(shown)")
    }

    @Test("a number without a row, without a list, or of the wrong kind is an error")
    func wrongNumbers() throws {
      let none = try terminal(80).run("musicbus album 3")
      #expect(none.status == 1)
      #expect(none.output.contains("no list was shown in this terminal"), "\(none)")
      let shown = try terminal(80).run(
        "musicbus search artists 'Pink Floyd'",
        "musicbus artist 44",
        "musicbus album 1"
      )
      #expect(shown.status == 64, "\(shown)")
      #expect(shown.output.contains("has no row 44; it has 1 to 3."), "\(shown)")
      #expect(shown.output.contains("Row 1 is an artist, \"Pink Floyd\""), "\(shown)")
    }

    @Test("candidates of an ambiguous name are numbered")
    func candidates() throws {
      let shown = try terminal(60).run("musicbus song Money", "musicbus song 2 --json")
      #expect(shown.status == 0, "\(shown)")
      #expect(shown.output.contains("Use one of these numbers."), "\(shown)")
      #expect(shown.output.contains("\"title\":\"Money\""), "\(shown)")
    }

    @Test("a number outside of a terminal is a name")
    func name() throws {
      let result = try sandbox.musicbus("artist", "3")
      #expect(result.errors.contains("matches \"3\""), "\(result)")
    }
  }
}
