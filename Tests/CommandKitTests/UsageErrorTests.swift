import CommandKit
import Testing

@Suite("A wrong command line")
struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: [String]
    let message: String
    var testDescription: String { line.joined(separator: " ") }

    init(_ line: [String], _ message: String) {
      self.line = line
      self.message = message
    }
  }

  static let cases = [
    // Commands
    Case(["serach"], #"Unknown command "serach". Did you mean "search"?"#),
    Case(["search", "artist", "U2"], #"Unknown command "search artist". Did you mean "artists"?"#),
    Case(
      ["search", "U2"],
      #"Unknown command "search U2". "musicbus search" has: artists, albums."#
    ),
    Case(["prov"], #"Unknown command "prov". Did you mean "providers"?"#),
    Case(["ALBUMS", "U2"], #"Unknown command "ALBUMS". Did you mean "albums"?"#),
    Case(
      ["dance"],
      #"Unknown command "dance". "musicbus" has: search, albums, top, artwork, providers, hub."#
    ),
    Case(["search"], #""musicbus search" needs one of: artists, albums."#),
    Case(
      ["--json"],
      #""musicbus" needs one of: search, albums, top, artwork, providers, hub."#
    ),
    // Options
    Case(["top", "--limt", "3"], #"Unknown option "--limt". Did you mean "--limit"?"#),
    Case(["--limt=3", "top"], #"Unknown option "--limt". Did you mean "--limit"?"#),
    Case(["top", "-limit", "3"], #"Unknown option "-limit". Did you mean "--limit"?"#),
    Case(["top", "--Limit", "3"], #"Unknown option "--Limit". Did you mean "--limit"?"#),
    Case(["--ouptut=x", "artwork"], #"Unknown option "--ouptut". Did you mean "--output"?"#),
    Case(
      ["search", "artists", "-123 min."],
      #"Unknown option "-123 min.". If it is meant as text, write -- before it."#
    ),
    Case(
      ["artwork", "x", "-fz"],
      #"Unknown option "-z". If it is meant as text, write -- before it."#
    ),
    Case(["top", "-o", "x"], #""musicbus top" has no option "-o"."#),
    Case(["artwork", "x", "--sort", "date"], #""musicbus artwork" has no option "--sort"."#),
    Case(
      ["top", "--limit", "3", "--limit=4"],
      "--limit is given more than once, but can have only one value."
    ),
    // Values
    Case(["top", "--limit"], "--limit needs a value: --limit COUNT."),
    Case(["top", "--limit", "--json"], "--limit needs a value: --limit COUNT."),
    Case(["artwork", "x", "-o", "-f"], "-o needs a value: -o FILE."),
    Case(["top", "--limit", "--"], "--limit needs a value: --limit COUNT."),
    Case(["top", "--json=yes"], #"--json takes no value, but was given "yes"."#),
    Case(["artwork", "-f=x"], #"-f takes no value, but was given "x"."#),
    Case(["top", "--limit=abc"], #"--limit takes a whole number from 1 to 200, not "abc"."#),
    Case(["top", "--limit", "0"], #"--limit takes a whole number from 1 to 200, not "0"."#),
    Case(["top", "--limit", "-3"], #"--limit takes a whole number from 1 to 200, not "-3"."#),
    Case(["top", "--limit="], #"--limit takes a whole number from 1 to 200, not ""."#),
    Case(
      ["top", "--limit", "99999999999999999999"],
      #"--limit takes a whole number from 1 to 200, not "99999999999999999999"."#
    ),
    Case(["top", "--offset", "-1"], #"--offset takes a whole number from 0 up, not "-1"."#),
    Case(
      ["top", "--timeout", "soon"],
      #"--timeout takes a time from 50ms to 120s, such as 500ms or 3s, not "soon"."#
    ),
    Case(
      ["albums", "U2", "--sort", "titel"],
      #"--sort takes one of date, title, kind, not "titel". Did you mean "title"?"#
    ),
    Case(["albums", "U2", "--sort=x"], #"--sort takes one of date, title, kind, not "x"."#),
    // Two commands have an option of one name with different values
    Case(["top", "--sort", "title"], #"--sort takes one of rank, artist, not "title"."#),
    Case(["--sort", "title", "top"], #"--sort takes one of rank, artist, not "title"."#),
    // Operands
    Case(["albums"], #""musicbus albums" needs ARTIST: An artist's id or name."#),
    Case(["search", "artists"], #""musicbus search artists" needs TEXT: What to look for."#),
    Case(
      ["albums", "Pink", "Floyd"],
      #""musicbus albums" takes only ARTIST; "Floyd" is too much. Put a text of several words in quotes."#
    ),
    Case(["hub", "stop", "now"], #""musicbus hub stop" takes no operands; "now" is too much."#),
    Case(
      ["top", "song"],
      #"CHART takes one of albums, songs, not "song". Did you mean "songs"?"#
    ),
    // What was typed cannot steer the terminal or fill it
    Case(
      ["top", "--limit=\u{1B}[2J\n"],
      "--limit takes a whole number from 1 to 200, not \"␛[2J \"."
    ),
    Case(
      ["top", "--limit=" + String(repeating: "x", count: 1000)],
      "--limit takes a whole number from 1 to 200, not \"" + String(repeating: "x", count: 59)
        + "…\"."
    ),
  ]

  @Test("is told in whole sentences with the nearest name", arguments: cases)
  func message(wrong: Case) throws {
    let error = try #require(throws: UsageError.self) { try Sample.program.parse(wrong.line) }
    #expect(error.message == wrong.message)
  }

  @Test("says where help is")
  func hint() throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.program.parse(["search", "artists"])
    }
    #expect(error.problem == .missingOperand(name: "TEXT", help: "What to look for."))
    #expect(error.hint == #"Run "musicbus search artists --help" for help."#)
  }

  @Test("can be refused in a command's own words")
  func refusal() throws {
    let error = try Sample.run("top").invocation.refusal("A date lies in the future.")
    #expect(error.message == "A date lies in the future.")
    #expect(error.path == ["musicbus", "top"])
  }

  @Test("includes reading an operand that the command does not have")
  func foreignOperand() throws {
    let given = try Sample.run("top").invocation
    #expect(throws: UsageError.self) { try given[Sample.artist] }
  }

  @Test("finds no nearest name in a text of any length")
  func longWord() throws {
    let word = String(repeating: "search", count: 10_000)
    let error = try #require(throws: UsageError.self) { try Sample.program.parse([word]) }
    guard case .unknownCommand(word, nil, _) = error.problem else {
      Issue.record("\(error)")
      return
    }
  }
}
