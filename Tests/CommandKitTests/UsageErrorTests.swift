import CommandKit
import Testing

@Suite("An invalid command line")
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
      #"Unknown command "search U2". Commands of "musicbus search": artists, albums."#
    ),
    Case(["prov"], #"Unknown command "prov". Did you mean "providers"?"#),
    Case(["ALBUMS", "U2"], #"Unknown command "ALBUMS". Did you mean "albums"?"#),
    Case(
      ["dance"],
      #"Unknown command "dance". Commands of "musicbus": search, albums, top, artwork, providers, hub."#
    ),
    Case(["search"], #""musicbus search" needs a command: artists, albums."#),
    Case(
      ["--json"],
      #""musicbus" needs a command: search, albums, top, artwork, providers, hub."#
    ),
    // Options
    Case(["top", "--limt", "3"], #"Unknown option "--limt". Did you mean "--limit"?"#),
    Case(["--limt=3", "top"], #"Unknown option "--limt". Did you mean "--limit"?"#),
    Case(["top", "-limit", "3"], #"Unknown option "-limit". Did you mean "--limit"?"#),
    Case(["top", "--Limit", "3"], #"Unknown option "--Limit". Did you mean "--limit"?"#),
    Case(["--ouptut=x", "artwork"], #"Unknown option "--ouptut". Did you mean "--output"?"#),
    Case(
      ["search", "artists", "-123 min."],
      #"Unknown option "-123 min.". To pass it as text, put -- before it."#
    ),
    Case(
      ["artwork", "x", "-fz"],
      #"Unknown option "-z". To pass it as text, put -- before it."#
    ),
    Case(["top", "-o", "x"], #""musicbus top" has no option "-o"."#),
    Case(["artwork", "x", "--sort", "date"], #""musicbus artwork" has no option "--sort"."#),
    Case(
      ["top", "--limit", "3", "--limit=4"],
      "--limit may be given only once."
    ),
    // Values
    Case(["top", "--limit"], "--limit needs a value: --limit COUNT."),
    Case(["top", "--limit", "--json"], "--limit needs a value: --limit COUNT."),
    Case(["artwork", "x", "-o", "-f"], "-o needs a value: -o FILE."),
    Case(["top", "--limit", "--"], "--limit needs a value: --limit COUNT."),
    Case(["top", "--json=yes"], #"--json does not take a value, but got "yes"."#),
    Case(["artwork", "-f=x"], #"-f does not take a value, but got "x"."#),
    Case(
      ["top", "--limit=abc"],
      #"Invalid --limit "abc"; expected a whole number from 1 to 200."#
    ),
    Case(["top", "--limit", "0"], #"Invalid --limit "0"; expected a whole number from 1 to 200."#),
    Case(
      ["top", "--limit", "-3"],
      #"Invalid --limit "-3"; expected a whole number from 1 to 200."#
    ),
    Case(["top", "--limit="], #"Invalid --limit ""; expected a whole number from 1 to 200."#),
    Case(
      ["top", "--limit", "99999999999999999999"],
      #"Invalid --limit "99999999999999999999"; expected a whole number from 1 to 200."#
    ),
    Case(["top", "--offset", "-1"], #"Invalid --offset "-1"; expected a whole number from 0 up."#),
    Case(
      ["top", "--timeout", "soon"],
      #"Invalid --timeout "soon"; expected a time from 50ms to 120s, such as 500ms or 3s."#
    ),
    Case(
      ["albums", "U2", "--sort", "titel"],
      #"Invalid --sort "titel"; expected one of date, title, kind. Did you mean "title"?"#
    ),
    Case(["albums", "U2", "--sort=x"], #"Invalid --sort "x"; expected one of date, title, kind."#),
    // Two commands have an option of the same name with different values
    Case(["top", "--sort", "title"], #"Invalid --sort "title"; expected one of rank, artist."#),
    Case(["--sort", "title", "top"], #"Invalid --sort "title"; expected one of rank, artist."#),
    // Arguments
    Case(["albums"], #""musicbus albums" needs ARTIST: Artist id or name."#),
    Case(["search", "artists"], #""musicbus search artists" needs TEXT: Text to search for."#),
    Case(
      ["albums", "Pink", "Floyd"],
      #""musicbus albums" takes only ARTIST; unexpected "Floyd". Quote text of several words."#
    ),
    Case(["hub", "stop", "now"], #""musicbus hub stop" takes no arguments; unexpected "now"."#),
    Case(
      ["top", "sogs"],
      #"Invalid CHART "sogs"; expected one of albums, songs. Did you mean "songs"?"#
    ),
    // The typed text can neither control the terminal nor fill it
    Case(
      ["top", "--limit=\u{1B}[2J\n"],
      "Invalid --limit \"␛[2J \"; expected a whole number from 1 to 200."
    ),
    Case(
      ["top", "--limit=" + String(repeating: "x", count: 1000)],
      "Invalid --limit \"" + String(repeating: "x", count: 59)
        + "…\"; expected a whole number from 1 to 200."
    ),
  ]

  @Test("is reported in whole sentences that suggest the nearest name", arguments: cases)
  func message(invalid: Case) throws {
    let error = try #require(throws: UsageError.self) { try Sample.program.parse(invalid.line) }
    #expect(error.message == invalid.message)
  }

  @Test("points to the help")
  func hint() throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.program.parse(["search", "artists"])
    }
    #expect(error.reason == .missingArgument(name: "TEXT", help: "Text to search for."))
    #expect(error.hint == #"Run "musicbus search artists --help" for help."#)
  }

  @Test("can be rejected in the command's own words")
  func usageError() throws {
    let error = try Sample.run("top").invocation.usageError("The date is in the future.")
    #expect(error.message == "The date is in the future.")
    #expect(error.path == ["musicbus", "top"])
  }

  @Test("includes reading an argument that the command does not declare")
  func foreignArgument() throws {
    let given = try Sample.run("top").invocation
    #expect(throws: UsageError.self) { try given[Sample.artist] }
  }

  @Test("gets no suggestion if the text is very long")
  func longWord() throws {
    let word = String(repeating: "search", count: 10_000)
    let error = try #require(throws: UsageError.self) { try Sample.program.parse([word]) }
    guard case .unknownCommand(word, nil, _, _) = error.reason else {
      Issue.record("\(error)")
      return
    }
  }
}
