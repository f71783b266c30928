import CommandKit
import MusicModel
import Testing

@Suite("Parsing a command line")
struct ParsingTests {
  @Test("finds the command, its arguments and its options")
  func wholeLine() throws {
    let (action, given) = try Sample.run("albums", "Pink Floyd", "--sort", "title", "--limit=5")
    #expect(action == .albums)
    #expect(given.path == ["musicbus", "albums"])
    #expect(try given[Sample.artist] == "Pink Floyd")
    #expect(given[Sample.sort] == .title)
    #expect(given[Sample.limit] == 5)
  }

  @Test(
    "accepts options before, between and after the words",
    arguments: [
      ["--limit", "3", "search", "artists", "Pink", "Floyd"],
      ["--limit=3", "search", "artists", "Pink", "Floyd"],
      ["search", "--limit", "3", "artists", "Pink", "Floyd"],
      ["search", "artists", "--limit", "3", "Pink", "Floyd"],
      ["search", "artists", "Pink", "--limit=3", "Floyd"],
      ["search", "artists", "Pink", "Floyd", "--limit", "3"],
      ["--limit=3", "--", "search", "artists", "Pink", "Floyd"],
    ]
  )
  func optionsAnywhere(line: [String]) throws {
    guard case .run(let action, let given) = try Sample.program.parse(line) else {
      Issue.record("no command")
      return
    }
    #expect(action == .searchArtists)
    #expect(try given[Sample.text] == ["Pink", "Floyd"])
    #expect(given[Sample.limit] == 3)
  }

  @Test(
    "accepts the option of a command before the command",
    arguments: [
      ["-o", "a.jpg"], ["-oa.jpg"], ["-o=a.jpg"], ["--output", "a.jpg"], ["--output=a.jpg"],
      ["-foa.jpg"], ["-fo", "a.jpg"],
    ]
  )
  func spellings(option: [String]) throws {
    for line in [option + ["artwork", "x"], ["artwork", "x"] + option] {
      guard case .run(.artwork, let given) = try Sample.program.parse(line) else {
        Issue.record("no command")
        return
      }
      #expect(given[Sample.output] == "a.jpg")
      #expect(given[Sample.force] == option[0].hasPrefix("-f"))
    }
  }

  @Test("reads absent options and arguments as absent")
  func absent() throws {
    let (_, given) = try Sample.run("top")
    #expect(given[Sample.limit] == nil)
    #expect(given[Sample.json] == false)
    #expect(given[Sample.provider] == [])
    #expect(try given[Sample.chart] == nil)
  }

  @Test("collects the values of a repeatable option in order")
  func repeated() throws {
    let (_, given) = try Sample.run("top", "--provider", "b", "songs", "--provider=a")
    #expect(given[Sample.provider] == ["b", "a"])
    #expect(try given[Sample.chart] == .songs)
  }

  @Test("resolves an option of several commands to that of the command given")
  func sameName() throws {
    #expect(try Sample.run("top", "--sort=rank").invocation[Sample.chartSort] == .rank)
    #expect(try Sample.run("--sort", "rank", "top").invocation[Sample.chartSort] == .rank)
    #expect(try Sample.run("albums", "U2", "--sort=kind").invocation[Sample.sort] == .kind)
  }

  @Test("accepts a repeated flag")
  func flagTwice() throws {
    #expect(try Sample.run("top", "--json", "--json").invocation[Sample.json])
  }

  @Test(
    "treats words after --, a single dash and an empty word as text",
    arguments: ["--limit", "-123 min.", "-", "", "help", "--"]
  )
  func anyText(text: String) throws {
    #expect(try Sample.run("search", "artists", "--", text).invocation[Sample.text] == [text])
    let asValue = try Sample.run("top", "--country=\(text)").invocation
    #expect(asValue[Sample.country] == text)
  }

  @Test(
    "accepts a value that begins with a dash but is not an option",
    arguments: ["-", "-3", "-xyz"]
  )
  func dashedValue(text: String) throws {
    #expect(try Sample.run("top", "--country", text).invocation[Sample.country] == text)
  }

  @Test("runs the default command of a group if none is given")
  func defaultCommand() throws {
    let (action, given) = try Sample.run("providers", "--json")
    #expect(action == .listProviders)
    #expect(given.path == ["musicbus", "providers", "list"])
    #expect(try Sample.run("providers", "show", "itunes").action == .showProvider)
  }

  @Test(
    "requests help for --help, -h, the word help and an empty command line",
    arguments: [
      ([], []), (["--help"], []), (["-h"], []), (["help"], []),
      (["search", "--help"], ["search"]), (["help", "search"], ["search"]),
      (["--help", "search", "artists"], ["search", "artists"]),
      (["albums", "-h"], ["albums"]), (["albums", "--sort=nonsense", "--help"], ["albums"]),
      (["help", "albums", "Pink Floyd"], ["albums"]), (["providers", "--help"], ["providers"]),
    ]
  )
  func help(line: [String], path: [String]) throws {
    guard case .help(let requested) = try Sample.program.parse(line) else {
      Issue.record("no help")
      return
    }
    #expect(requested == path)
  }

  @Test(
    "requests the version wherever --version stands",
    arguments: [["--version"], ["top", "--version"]]
  )
  func version(line: [String]) throws {
    guard case .version = try Sample.program.parse(line) else {
      Issue.record("no version")
      return
    }
  }

  @Test("handles arbitrary arguments", arguments: 0..<20)
  func anyArguments(seed: UInt64) {
    let words = [
      "search", "artists", "albums", "help", "providers", "--", "-", "--limit", "=", "-o", "-fo",
      "--sort=", "--json=1", "3", "--help", "__complete", "\u{1B}[2J", "", "日本", "--=", "---", "-=",
    ]
    var random = SeededRandom(seed)
    for _ in 0..<500 {
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      do {
        _ = try Sample.program.parse(line)
      } catch {
        #expect(!error.message.isEmpty && !error.message.contains("\u{1B}"), "\(line)")
      }
      _ = Sample.program.completion(for: line)
    }
  }
}
