import Testing

@testable import CommandKit

@Suite("A program with a start command, aliases and text")
struct WordCommandTests {
  enum Action: Hashable, Sendable { case start, all, artists, list, add }

  private static let known: Set = ["id", "add", "title", "pid"]
  static let text = Argument(repeating: .text("TEXT"), help: "Text.")
  static let json = Option(
    "json",
    short: "j",
    optional: ValueSyntax<[String]>(
      "FIELDS",
      expectation: "members such as id",
      suggestions: .words(["id", "add", "title"]),
      names: ["id", "add", "title", "pid"],
      invalidPart: { word in
        word.split(separator: ",").map(String.init).first { !known.contains($0) }
      }
    ) { word in
      let names = word.split(separator: ",").map(String.init)
      return known.isSuperset(of: names) && !names.isEmpty ? names : nil
    },
    bare: [],
    help: "JSON."
  )
  static let wide = Option(flag: "wide", help: "Wide.")
  static let count = Option("limit", short: "n", .integer("COUNT", in: 1...9), help: "Count.")

  static let program = Program<Action>(
    "p",
    version: "1",
    abstract: "Try.",
    optionGroups: [OptionGroup("Lists", [count.info]), OptionGroup("Output", [json.info])],
    startCommand: "start",
    textCommand: "search",
    otherNames: ["ls": "favorites list", "play": "start", "lists ls": "start"],
    sections: [
      .init(
        "Commands",
        options: ["Output"],
        [
          Command("start", abstract: "Start.", action: .start),
          Command(
            "search",
            abstract: "Search.",
            uses: ["Lists"],
            commands: [
              Command(
                "all",
                abstract: "All.",
                arguments: [text],
                options: [wide],
                action: .all
              ),
              Command("artists", abstract: "Artists.", arguments: [text], action: .artists),
            ],
            default: "all"
          ),
          Command(
            "lists",
            abstract: "Lists.",
            commands: [Command("show", abstract: "Show.", action: .list)]
          ),
          Command(
            "favorites",
            aliases: ["fav"],
            abstract: "Favourites.",
            commands: [
              Command("list", aliases: ["ls"], abstract: "List.", action: .list),
              Command("add", abstract: "Add.", arguments: [text], action: .add),
            ],
            default: "list"
          ),
        ]
      )
    ]
  )

  private func run(_ arguments: [String]) throws -> (Action, Invocation) {
    guard case .run(let action, let invocation) = try Self.program.parse(arguments) else {
      throw Sample.NoCommand(arguments: arguments)
    }
    return (action, invocation)
  }

  @Test("has no errors in its table")
  func table() {
    #expect(Self.program.problems == [])
  }

  @Test(
    "runs the command that the words mean",
    arguments: [
      ([], Action.start), (["-j"], .start), (["Pink Floyd"], .all), (["Pink", "Floyd"], .all),
      (["search", "x"], .all), (["search", "artists", "x"], .artists),
      (["--", "start"], .all), (["search", "--", "artists"], .all), (["fav"], .list),
      (["fav", "ls"], .list), (["favorites", "add", "ls"], .add),
    ]
  )
  func words(_ arguments: [String], _ action: Action) throws {
    #expect(try run(arguments).0 == action)
  }

  @Test(
    "takes words that are similar to a command for mistakes",
    arguments: [["serch"], ["search", "artsts"]]
  )
  func mistakes(_ arguments: [String]) throws {
    let error = try #require(throws: UsageError.self) { try Self.program.parse(arguments) }
    #expect(error.message.contains("Did you mean"))
    #expect(error.message.hasSuffix("To search for it, put -- before it."))
  }

  @Test("suggests a command for the name of another program's", arguments: [["ls"], ["ls", "-j"]])
  func otherNames(_ arguments: [String]) throws {
    let error = try #require(throws: UsageError.self) { try Self.program.parse(arguments) }
    #expect(
      error.message
        == #"Unknown command "ls". Did you mean "p favorites list"? To search for it, put -- before it."#
    )
  }

  @Test("suggests a command for the name of another program's subcommand")
  func otherSubcommands() throws {
    let error = try #require(throws: UsageError.self) { try Self.program.parse(["lists", "ls"]) }
    #expect(error.message == #"Unknown command "lists ls". Did you mean "p start"?"#)
  }

  @Test(
    "searches text that begins like a command of another program",
    arguments: [
      (["play", "that", "song"], true), (["play", "misty"], true), (["--", "play"], true),
      (["search", "play"], true), (["Play"], true), (["play", "3"], false),
      (["play", "Pink Floyd"], false),
    ]
  )
  func textLikeCommands(_ arguments: [String], _ isText: Bool) {
    #expect((try? run(arguments).0 == .all) ?? false == isText)
  }

  @Test("reads an optional value after =, or as a word that is valid and not a command")
  func optional() throws {
    #expect(try run(["search", "x"]).1[Self.json] == nil)
    #expect(try run(["search", "x", "--json"]).1[Self.json] == [])
    #expect(try run(["search", "--json", "x"]).1[Self.text] == ["x"])
    #expect(try run(["search", "x", "--json", "id,add"]).1[Self.json] == ["id", "add"])
    #expect(try run(["search", "x", "-j", "id"]).1[Self.json] == ["id"])
    #expect(try run(["search", "x", "-jn", "3"]).1[Self.json] == [])
    #expect(try run(["search", "x", "-n3"]).1[Self.count] == 3)
    #expect(try run(["favorites", "--json", "add", "x"]).0 == .add)
    #expect(throws: UsageError.self) { try run(["search", "x", "--json=y"]) }
  }

  @Test("takes a word for text if a value that it could be is rare")
  func rareValue() throws {
    #expect(try run(["search", "--json", "pid"]).1[Self.text] == ["pid"])
    #expect(try run(["search", "x", "--json=pid"]).1[Self.json] == ["pid"])
    #expect(try run(["favorites", "list", "--json", "pid"]).1[Self.json] == ["pid"])
  }

  @Test(
    "takes a word after an optional value for a mistake rather than for text",
    arguments: [
      (
        ["search", "--json", "tilte"],
        #"Invalid --json "tilte"; expected members such as id. Did you mean "title"? "#
          + "To pass it as text, put -- before it."
      ),
      (
        ["search", "-j", "id,foo", "x"],
        #"Invalid -j "foo"; expected one of id, add, title. To pass it as text, put -- before it."#
      ),
      (
        ["search", "x", "--json", "foo"],
        #"Invalid --json "foo"; expected one of id, add, title. To pass it as text, put -- before it."#
      ),
      (
        ["favorites", "list", "--json", "foo"],
        #"Invalid --json "foo"; expected one of id, add, title."#
      ),
      (
        ["search", "--json", "title"],
        #""p search all" needs TEXT: Text. "title" is the value of --json; to pass it as text, "#
          + "put -- before it."
      ),
      (["search", "x", "--json=foo"], #"Invalid --json "foo"; expected one of id, add, title."#),
    ]
  )
  func mistakenValues(_ arguments: [String], _ message: String) throws {
    let error = try #require(throws: UsageError.self) { try Self.program.parse(arguments) }
    #expect(error.message == message)
    #expect(try run(["search", "--json", "--", "tilte"]).1[Self.text] == ["tilte"])
  }

  @Test("lists the options that matter to a command, and its aliases")
  func help() {
    let search = Self.program.help(for: ["search", "artists"]).map(\.text).joined(separator: "\n")
    #expect(search.contains("LISTS") && !search.contains("OUTPUT") && !search.contains("--wide"))
    let group = Self.program.help(for: ["search"]).map(\.text).joined(separator: "\n")
    #expect(group.contains("  p search [COMMAND] [OPTION]…\n  p search [OPTION]… TEXT…\n"))
    #expect(group.contains("OPTIONS\n  ") && group.contains("--wide  Wide."))
    let favorites = Self.program.help(for: ["fav", "ls"]).map(\.text).joined(separator: "\n")
    #expect(favorites.contains("--json[=FIELDS]") && !favorites.contains("LISTS"))
    #expect(favorites.contains("Also: ls."))
    #expect(favorites.contains("GLOBAL OPTIONS"))
  }
}
