import CommandKit
import Testing

@Suite("Completing a command line")
struct CompletionTests {
  static let shared = [
    "--limit", "--offset", "--provider", "--country", "--lang", "--wait", "--timeout", "--json",
    "--plain", "--no-color", "--no-autostart", "--version", "--help",
  ]

  @Test(
    "suggests what can follow",
    arguments: [
      ([], ["search", "albums", "top", "artwork", "providers", "hub"]),
      ([""], ["search", "albums", "top", "artwork", "providers", "hub"]),
      (["a"], ["albums", "artwork"]),
      (["x"], []),
      (["search", ""], ["artists", "albums"]),
      (["search", "al"], ["albums"]),
      (["help", "search", "ar"], ["artists"]),
      (["--json", "to"], ["top"]),
      (["--limit", "3", "to"], ["top"]),
      (["providers", ""], ["list", "show"]),
      // Arguments
      (["top", ""], ["albums", "songs"]),
      (["top", "s"], ["songs"]),
      (["top", "--", "s"], ["songs"]),
      (["top", "songs", ""], []),
      (["albums", ""], []),
      // Options
      (["-"], shared),
      (["top", "--"], ["--sort"] + shared),
      (["artwork", "--"], ["--output", "--force"] + shared),
      (["top", "--no"], ["--no-color", "--no-autostart"]),
      (["top", "--json", "--no-color", "--no"], ["--no-autostart"]),
      (["top", "--provider", "x", "--prov"], ["--provider"]),
      (["top", "--", "--no"], []),
      // Values
      (["albums", "--sort", ""], ["date", "title", "kind"]),
      (["albums", "--sort", "t"], ["title"]),
      (["albums", "--sort=t"], ["--sort=title"]),
      (["albums", "--sort="], ["--sort=date", "--sort=title", "--sort=kind"]),
      (["top", "--sort", ""], ["rank", "artist"]),
      // A group has the options of its default command.
      (["providers", "--sort", ""], ["name", "state"]),
      (["providers", "--so"], ["--sort"]),
      (["albums", "--limit", ""], []),
      (["albums", "--limit="], []),
      (["albums", "--nonsense="], []),
      // After a mistake
      (["nonsense", ""], []),
      (["top", "--nonsense", "s"], ["songs"]),
      (["top", "--limit", "--json", ""], []),
    ] as [([String], [String])]
  )
  func candidates(typed: [String], offered: [String]) {
    guard case .candidates(let candidates) = Sample.program.completion(for: typed) else {
      Issue.record("files")
      return
    }
    #expect(candidates.map(\.word) == offered)
  }

  @Test(
    "leaves files to the shell",
    arguments: [["artwork", "-o", ""], ["artwork", "--output", "a"], ["artwork", "--output=a"]]
  )
  func files(typed: [String]) {
    #expect(Sample.program.completion(for: typed) == .files)
    #expect(Sample.program.completion(for: typed).lines == [":files"])
  }

  @Test("leaves lists that only the program knows to the program, in the form of the option")
  func lists() throws {
    let list = WordList("names")
    let name = Argument(.text("NAME", from: list), help: "A name.")
    let filter = Option("of", .text("NAME", from: list), help: "A name.")
    let program = Program<Int>(
      "music",
      version: "1",
      abstract: "Test.",
      sections: [
        .init(
          "All",
          [Command("show", abstract: "Show.", arguments: [name], options: [filter], action: 1)]
        )
      ]
    )
    for (line, offered) in [
      (["show", "ni"], "Nina"), (["show", "--of", "ni"], "Nina"),
      (["show", "--of=ni"], "--of=Nina"),
    ] {
      guard case .list(let request) = program.completion(for: line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(request.list == list && request.typed == "ni")
      #expect(program.completion(for: line).lines.isEmpty)
      let completion = request.completion([.init(word: "Nina", meaning: "artist")])
      #expect(completion.lines == ["\(offered)\tartist"])
    }
  }

  @Test("handles the hidden command of the scripts")
  func request() throws {
    guard case .completion(let completion) = try Sample.program.parse(["__complete", "to"]) else {
      Issue.record("no completion")
      return
    }
    #expect(completion.lines == ["top\tShow a chart."])
    #expect(Sample.program.completion(for: ["top", "so"]).lines == ["songs"])
  }

  @Test("has a script for each shell that calls the program", arguments: Shell.allCases)
  func scripts(shell: Shell) {
    let script = Sample.program.completionScript(for: shell)
    #expect(script.contains("musicbus __complete "))
    #expect(script.contains(":files"))
  }

  @Test("derives a valid shell function name from any program name")
  func functionName() {
    let program = Program<Int>(
      "music-bus",
      version: "1",
      abstract: "Test.",
      sections: [.init("All", [Command("run", abstract: "Run.", action: 1)])]
    )
    #expect(program.completionScript(for: .bash).hasSuffix("complete -F _music_bus music-bus"))
  }
}
